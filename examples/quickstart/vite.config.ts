import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The page's own origin passes pf's routes on to the server of server.ts. */
export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['pf-source', 'module', 'browser', 'development|production'] },
  server: { proxy: { '/agui': 'http://127.0.0.1:4000', '/artifacts': 'http://127.0.0.1:4000' } },
})
