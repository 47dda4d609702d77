import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * Decides about one connection: it receives all bytes from the server so far and returns the number of bytes that reach the client before
 * the connection is cut, or undefined.
 */
export type Cut = (received: Buffer) => number | undefined

export interface TcpProxy {
  url: string
  /** Number of connections so far. */
  connections(): number
  /** Redirects new connections to this target; open connections are reset. */
  moveTo(target: string): void
  close(): Promise<void>
}

/**
 * Creates a TCP proxy between a client and a server, without knowledge of HTTP. The next function of `cuts` judges each connection until it
 * cuts one. A cut connection is reset, not ended.
 */
export async function createTcpProxy(target: string, cuts: readonly Cut[]): Promise<TcpProxy> {
  let { hostname, port } = new URL(target)
  const plans = [...cuts]
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((client) => {
    connections += 1
    const upstream = connect(Number(port), hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    client.pipe(upstream)
    upstream.on('close', () => client.destroy())
    client.on('close', () => upstream.destroy())
    pass(upstream, client, plans)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    moveTo(next) {
      ;({ hostname, port } = new URL(next))
      for (const socket of sockets) socket.resetAndDestroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Passes on the bytes of a connection. A cut function is removed from `plans` after it has cut a connection. */
function pass(upstream: Socket, client: Socket, plans: Cut[]) {
  let received = Buffer.alloc(0)
  upstream.on('data', (chunk) => {
    const before = received.length
    received = Buffer.concat([received, chunk])
    const end = plans[0]?.(received)
    if (end === undefined) return void client.write(chunk)
    plans.shift()
    client.write(received.subarray(before, Math.max(before, end)), () => client.resetAndDestroy())
    upstream.destroy()
  })
}

/** Returns a function that cuts an event stream after its nth event block. */
export const afterEvents =
  (count: number): Cut =>
  (received) => {
    const text = received.toString('latin1')
    if (!text.includes('text/event-stream')) return undefined
    let end = text.indexOf('\r\n\r\n')
    for (let seen = 0; end >= 0 && seen < count; seen++) end = text.indexOf('\ndata: ', end + 1)
    if (end < 0) return undefined
    if (count === 0) return end + 4
    const last = text.indexOf('\n\n', end + 1)
    return last < 0 ? undefined : last + 2
  }

/** Returns a function that cuts an event stream after some bytes of its body. */
export const afterBytes =
  (count: number): Cut =>
  (received) => {
    const head = received.indexOf('\r\n\r\n')
    if (head < 0 || !received.subarray(0, head).toString('latin1').includes('text/event-stream')) return undefined
    return received.length >= head + 4 + count ? head + 4 + count : undefined
  }
