import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = 'http://127.0.0.1:4000'

/** Forwards pf's routes from the origin of the page to the server in server.ts. */
export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['pf-source', 'module', 'browser', 'development|production'] },
  server: { proxy: { '/agui': server, '/artifacts': server, '/ui/components': server } },
})
