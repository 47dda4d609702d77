import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of chat completions that answers each request with the next list of chunks, and repeats the last list. */
export interface ChunkServer {
  url: string
  /** The bodies of the requests. */
  requests: unknown[]
  close(): Promise<void>
}

/** At the end of a list: the stream ends without `[DONE]`. */
export const cut = Symbol('cut')

/** Starts a server. Chunks are sent as they are, one event each. */
export async function createChunkServer(replies: readonly (readonly unknown[])[]): Promise<ChunkServer> {
  const requests: unknown[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    requests.push(JSON.parse(Buffer.concat(parts).toString()))
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const chunks = replies[Math.min(requests.length, replies.length) - 1] ?? []
    for (const chunk of chunks) if (chunk !== cut) response.write(`data: ${JSON.stringify(chunk)}\n\n`)
    response.end(chunks.at(-1) === cut ? '' : 'data: [DONE]\n\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
