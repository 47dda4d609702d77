import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'

export interface Served {
  /** URL without a trailing slash. */
  url: string
  close(): Promise<void>
}

/** Serves a fetch handler on a free loopback port. */
export async function serveFetch(fetch: (request: Request) => Response | Promise<Response>): Promise<Served> {
  const server = createAdaptorServer({ fetch, overrideGlobalObjects: false })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
    },
  }
}
