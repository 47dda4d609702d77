import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Builds the live components into the public folder of the generator. All addresses are relative, so the site can have any path. */
export default defineConfig({
  root: 'src/play',
  base: './',
  publicDir: false,
  plugins: [react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: '../../site/public/play',
    emptyOutDir: true,
    chunkSizeWarningLimit: 6_000,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: 'src/play/play.ts',
      output: { entryFileNames: 'play.js', chunkFileNames: '[name]-[hash].js', assetFileNames: '[name]-[hash][extname]' },
    },
  },
})
