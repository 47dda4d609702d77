import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv, type Plugin } from 'vite'

const { PORT = '4000' } = loadEnv('development', '.', '')
const server = `http://127.0.0.1:${PORT}`
const flags = ['--watch', '--experimental-strip-types', '--disable-warning=ExperimentalWarning']

/** Starts the server of the agent beside Vite, restarts it when its files change, and waits until it answers. */
function agentServer(): Plugin {
  return {
    name: 'agent-server',
    apply: 'serve',
    async configureServer() {
      const child = spawn(process.execPath, [...flags, 'src/server.ts'], { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, PORT } })
      process.once('exit', () => child.kill())
      const ended = once(child, 'exit')
      for (let attempt = 0; attempt < 100 && !(await answers()); attempt++) await Promise.race([ended, setTimeout(100)])
    },
  }
}

const answers = () =>
  fetch(`${server}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

const paths = ['/agui', '/artifacts', '/ui/components', '/tasks', '/task-groups', '/inbox', '/status']

export default defineConfig({
  plugins: [react(), agentServer()],
  server: { host: '127.0.0.1', proxy: Object.fromEntries(paths.map((path) => [path, server])) },
  build: { outDir: 'dist/page' },
})
