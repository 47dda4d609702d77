// Serves an agent over a durable store on a free port until it is killed: node serve.ts SETTINGS, which is a NodeSettings as JSON.
// It prints `ready PORT`, `holds RUN`, `leaves RUN` and `error TEXT`, one to a line. SIGTERM shuts it down.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { createPfHandlers } from '@pf/agui-adapter'
import { createAgent } from '@pf/planner'
import { openaiModel } from '@pf/planner/openai'
import OpenAI from 'openai'
import { openStore } from './open-store.ts'
import { reportLeases } from './report-leases.ts'
import type { NodeSettings } from './settings.ts'
import { createTools } from './tools.ts'

const settings = JSON.parse(process.argv[2] ?? '') as NodeSettings
const print = (kind: string, text: string) => void process.stdout.write(`${kind} ${text.replaceAll('\n', ' ')}\n`)
// A process over its limit of file sizes gets a signal, which ends it unless it is taken.
process.on('SIGXFSZ', () => {})

const store = await openStore(settings.store)
const client = new OpenAI({ apiKey: 'none', baseURL: settings.modelUrl, maxRetries: 0 })
const agent = createAgent({
  model: openaiModel({ client, model: 'scripted' }),
  tools: createTools(settings.ledger),
  ports: { ...store, storage: reportLeases(store.storage, print) },
  richOutput: { enabled: true },
  ...(settings.answerMs === undefined ? {} : { limits: { answerMs: settings.answerMs } }),
  ...(settings.takesOver === false ? { recoveryMs: false } : {}),
})
const handlers = createPfHandlers({
  agent,
  artifacts: store.artifacts,
  pending: store.pending,
  authenticate: () => ({ id: 'ann' }),
  onDisconnect: 'continue',
  retryMs: 100,
  pingMs: 1_000,
  onError: (error) => print('error', describe(error)),
})
const server = createAdaptorServer({ fetch: handlers.fetch, overrideGlobalObjects: false })
server.listen(0, '127.0.0.1')
await once(server, 'listening')
print('ready', String((server.address() as AddressInfo).port))

process.once('SIGTERM', async () => {
  server.close()
  await handlers.close()
  await agent.close()
  await store.close()
  process.exit(0)
})

/** An error with its causes. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? `${error.code}: ` : ''
  return `${code}${error.message}${error.cause === undefined ? '' : ` (${describe(error.cause)})`}`
}
