/** Our packages from their sources, and one React for all. */
export default {
  resolve: { conditions: ['pf-source', 'module', 'browser', 'production'], dedupe: ['react', 'react-dom'] },
  build: { chunkSizeWarningLimit: 10_000 },
}
