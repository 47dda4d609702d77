import { getRequestListener } from '@hono/node-server'
import express from 'express'
import { createHandlers } from './agent.ts'
import { onSignal, port, readEnvironment } from './process.ts'

const pf = createHandlers(await readEnvironment())
const listen = getRequestListener(pf.fetch, { overrideGlobalObjects: false })
const app = express()
// Before any body parser, because an upload is read while it arrives.
for (const path of pf.paths) app.all(path, (request, response) => listen(request, response))
app.use(express.json())

const server = app.listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}/agui/agent`))
onSignal(() => {
  server.close()
  return pf.close()
})
