/** Builds the packages of this repository from their sources, with a single copy of React. */
export default {
  resolve: { conditions: ['pf-source', 'module', 'browser', 'production'], dedupe: ['react', 'react-dom'] },
  build: { chunkSizeWarningLimit: 10_000 },
}
