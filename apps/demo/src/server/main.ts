// Entry point of the demo server. It prints one URL. SIGINT, SIGTERM and SIGHUP stop the server and its child process.
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { createQueryClient } from '../data/query-client.ts'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { createDemoModel } from './demo-model.ts'
import { listen } from './listen.ts'
import { openStores } from './stores.ts'

// This file runs both from source (.ts) and built (.js); the location of the worker depends on it.
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
const workerFile = new URL(extension === 'ts' ? '../data/query-worker.ts' : './query-worker.js', import.meta.url)
const page = fileURLToPath(new URL(extension === 'ts' ? '../../dist/web/' : '../web/', import.meta.url))

try {
  await start()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

async function start() {
  const config = readConfig(process.env, process.argv.slice(2))
  const stores = await openStores(config.data)
  const database = createQueryClient(workerFile)
  const model = await createDemoModel(config.model)
  const app = createApp({ model, database, page, stores: stores.ports, host: config.host })
  const server = await listen(getRequestListener(app.fetch), config)
  // The child process starts after the port is bound: a port that is in use ends this process, and the child must not outlive it.
  database.warm()
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop())
  console.log(`model: ${model.label.scripted ? 'scripted (set OPENAI_API_KEY or OPENAI_BASE_URL for a real one)' : model.label.name}`)
  if ('ignored' in config.model) console.log('OPENAI_MODEL is ignored: set OPENAI_API_KEY or OPENAI_BASE_URL as well.')
  console.log(`conversations: ${stores.place}`)
  console.log(`open http://${urlHost(config.host)}:${port}/`)

  async function stop() {
    setTimeout(() => process.exit(0), 1000).unref()
    server.close()
    server.closeAllConnections()
    database.close()
    await Promise.allSettled([app.close(), model.close()])
    await stores.close().catch(() => undefined)
    process.exit(0)
  }
}

function urlHost(host: string) {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
