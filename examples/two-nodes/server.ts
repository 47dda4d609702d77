// One node: an agent over PostgreSQL. It needs DATABASE_URL, and knows nothing of the other nodes.
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { createPfHandlers } from '@pf/agui-adapter'
import { createAgent } from '@pf/planner'
import { openaiModel } from '@pf/planner/openai'
import { builtInComponents } from '@pf/registry'
import { createPostgresStore } from '@pf/store-postgres'
import { Hono } from 'hono'
import OpenAI from 'openai'
import { startScriptedModel } from './scripted-model.ts'

const { env } = process
if (!env.DATABASE_URL) throw new Error('Set DATABASE_URL, for example postgres://user:password@host:5432/database.')
const name = env.NODE_NAME ?? 'node'
const scripted = env.OPENAI_API_KEY || env.OPENAI_BASE_URL ? undefined : await startScriptedModel()
const client = new OpenAI({ apiKey: env.OPENAI_API_KEY || 'none', baseURL: scripted?.url ?? env.OPENAI_BASE_URL ?? null })
const model = openaiModel({ client, model: scripted ? 'scripted' : env.OPENAI_MODEL || 'gpt-5-mini' })

const store = await createPostgresStore({ connectionString: env.DATABASE_URL })
const agent = createAgent({
  model,
  tools: [],
  ports: store,
  richOutput: { enabled: true, renderers: builtInComponents },
  hooks: {
    onModelRequest: ({ runId }) => {
      console.log(`${name} (process ${process.pid}) calls the model for the run ${runId}`)
      report({ run_id: runId })
    },
  },
})
// Everybody who can reach this example is the same user. A server of your own reads the user from the session here.
const authenticate = () => ({ id: 'me' })
const { artifacts, pending } = store
// Probes ask /healthz whether the process lives, and /readyz whether it can take requests, for which it writes a row.
const handlers = createPfHandlers({ agent, artifacts, pending, authenticate, check: store.check, onError: console.error })

const app = new Hono()
for (const { path } of handlers.routes) app.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), (context) => handlers.fetch(context.req.raw))
app.get('*', serveStatic({ root: 'dist' }))

const server = createServer(getRequestListener(app.fetch))
server.listen(Number(env.PORT ?? 4000), env.HOST ?? '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  console.log(`${name} (process ${process.pid}) listens on port ${port} with the model ${model.name}`)
  report({ port })
})

for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(signal, stop)

/** Informs the process that started this one, if it is still there. */
function report(message: object) {
  if (process.connected) process.send?.(message)
}

/** Gives the runs back, so that another node continues them at once. */
async function stop() {
  server.close()
  await handlers.close()
  await agent.close()
  await store.close()
  await scripted?.close()
  process.exit(0)
}
