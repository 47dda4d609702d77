import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

const server = 'http://127.0.0.1:4000'

/** Without `isCustomElement`, Vue looks for components with these names and warns that there are none. */
export default defineConfig({
  root: 'vue',
  plugins: [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('pf-') } } })],
  server: { proxy: { '/agui': server, '/artifacts': server, '/ui/components': server } },
})
