import { getRequestListener } from '@hono/node-server'
import Fastify from 'fastify'
import { createHandlers } from './agent.ts'
import { onSignal, port, readEnvironment } from './process.ts'

const pf = createHandlers(await readEnvironment())
const listen = getRequestListener(pf.fetch, { overrideGlobalObjects: false })
const app = Fastify()
// In a scope of its own without body parsers, because the handlers read the body.
await app.register(async (scope) => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
  for (const path of pf.paths)
    scope.all(path, (request, reply) => {
      reply.hijack()
      return listen(request.raw, reply.raw)
    })
})

await app.listen({ port, host: '127.0.0.1' })
console.log(`http://127.0.0.1:${port}/agui/agent`)
// The streams end first, because Fastify waits for its requests.
onSignal(async () => {
  await pf.close()
  await app.close()
})
