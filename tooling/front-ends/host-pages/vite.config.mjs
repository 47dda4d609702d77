import tailwindcss from '@tailwindcss/postcss'

/** As the configuration of the other apps, with Tailwind. Its plug-in for PostCSS works in every Vite; `@tailwindcss/vite` brings one of its own. */
export default {
  resolve: { conditions: ['pf-source', 'module', 'browser', 'production'], dedupe: ['react', 'react-dom'] },
  css: { postcss: { plugins: [tailwindcss()] } },
  build: { chunkSizeWarningLimit: 10_000, target: 'esnext' },
}
