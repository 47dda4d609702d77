import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { createHandlers } from './agent.ts'
import { onSignal, port, readEnvironment } from './process.ts'

const pf = createHandlers(await readEnvironment())
const app = new Hono()
for (const path of pf.paths) app.all(path, (context) => pf.fetch(context.req.raw))

const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () => console.log(`http://127.0.0.1:${port}/agui/agent`))
onSignal(() => {
  server.close()
  return pf.close()
})
