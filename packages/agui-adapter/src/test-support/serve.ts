import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A real HTTP server in front of fetch handlers. */
export interface Served {
  url: string
  server: Server
  close(): Promise<void>
}

/** Serves on a free port of this machine; writes only as fast as the client reads. */
export async function serve(handle: (request: Request) => Promise<Response>): Promise<Served> {
  const server = createServer((incoming, outgoing) => void answer(handle, incoming, outgoing).catch(() => outgoing.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    server,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close').catch(() => {})
    },
  }
}

async function answer(handle: (request: Request) => Promise<Response>, incoming: IncomingMessage, outgoing: ServerResponse) {
  const gone = new AbortController()
  outgoing.on('close', () => gone.abort())
  const response = await handle(toRequest(incoming, gone.signal))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  const reader = response.body?.getReader()
  if (!reader) return void outgoing.end()
  gone.signal.addEventListener('abort', () => void reader.cancel().catch(() => {}))
  outgoing.flushHeaders()
  for (let step = await reader.read(); !step.done && !gone.signal.aborted; step = await reader.read()) await write(outgoing, step.value)
  outgoing.end()
}

/** Resolves when the bytes have been written, or can no longer be written. */
const write = (outgoing: ServerResponse, bytes: Uint8Array) => new Promise<void>((resolve) => outgoing.write(bytes, () => resolve()))

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) for (const one of [value ?? []].flat()) headers.append(name, one)
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
  return new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method ?? 'GET',
    headers,
    signal,
    ...(hasBody ? { body: toStream(incoming), duplex: 'half' } : {}),
  } as RequestInit)
}

function toStream(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = incoming[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const step = await chunks.next()
      if (step.done) controller.close()
      else controller.enqueue(new Uint8Array(step.value))
    },
  })
}
