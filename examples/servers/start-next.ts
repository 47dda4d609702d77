// Makes a Next app around next.ts, builds it and starts it. Next is installed once, into `dist`. With the argument `build` it is only built,
// with `start` only started.
import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { port } from './process.ts'

const folder = import.meta.dirname
const app = join(folder, 'dist', 'next-app')
const dependencies = { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' }
const route = join(app, 'app', 'api', '[...pf]')
const external = ['@pf/agui-adapter', '@pf/artifacts', '@pf/core', '@pf/planner', 'openai', 'zod']

const next = join(app, 'node_modules', 'next', 'dist', 'bin', 'next')
const [command] = process.argv.slice(2)
if (command !== 'start') build()
if (command !== 'build') start()

function build() {
  mkdirSync(route, { recursive: true })
  writeFileSync(join(app, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }))
  // The packages of the repository are outside of the folder of the app.
  const config = { serverExternalPackages: external, turbopack: { root: resolve(folder, '../..') }, typescript: { ignoreBuildErrors: true } }
  writeFileSync(join(app, 'next.config.mjs'), `export default ${JSON.stringify(config)}\n`)
  writeFileSync(join(app, 'app', 'layout.jsx'), 'export default ({ children }) => <html lang="en"><body>{children}</body></html>\n')
  writeFileSync(join(app, 'app', 'page.jsx'), "export default () => 'The agent listens at /api/agui/agent.'\n")
  copyFileSync(join(folder, 'next.ts'), join(route, 'route.ts'))
  copyFileSync(join(folder, 'agent.ts'), join(route, 'agent.ts'))

  const quiet = { cwd: app, stdio: ['ignore', 'ignore', 'inherit'] as const }
  if (!existsSync(join(app, 'node_modules', 'next'))) execFileSync('npm', ['install', '--no-audit', '--no-fund'], { ...quiet, stdio: [...quiet.stdio] })
  execFileSync(process.execPath, [next, 'build'], { ...quiet, stdio: [...quiet.stdio], env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' } })
}

function start() {
  const server = spawn(process.execPath, [next, 'start', '-H', '127.0.0.1', '-p', String(port)], { cwd: app, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.kill(signal))
  // Next reports 143 when SIGTERM has ended it.
  server.once('exit', (code) => process.exit(code === 143 ? 0 : (code ?? 1)))
}
