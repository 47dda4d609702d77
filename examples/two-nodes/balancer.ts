import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'

/** A node as the balancer sees it. */
export interface Upstream {
  name: string
  pid: number
  /** The port on this machine; undefined while the process starts. */
  port: number | undefined
}

/**
 * Passes each request to the next node in turn, without stickiness, and passes answers on while they arrive. A node that takes no connection is
 * skipped. A request that a node has received is never sent to a second one: clients decide whether they ask again.
 */
export function createBalancer(upstreams: readonly Upstream[], status: () => unknown): Server {
  let turn = 0
  return createServer((incoming, outgoing) => {
    if (incoming.url === '/nodes') return void outgoing.setHeader('content-type', 'application/json').end(JSON.stringify(status()))
    const started = upstreams.filter(({ port }) => port !== undefined)
    turn += 1
    const order = started.map((_, index) => started[(turn + index) % started.length]?.port)
    forward(incoming, outgoing, order)
  })
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, [port, ...others]: (number | undefined)[]): void {
  if (port === undefined) {
    fail(outgoing, 503, 'No node is running.')
    return
  }
  const { method, url: path, headers } = incoming
  const upstream = request({ host: '127.0.0.1', port, method, path, headers, agent: false })
  upstream.once('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    outgoing.flushHeaders()
    answer.pipe(outgoing)
    answer.once('error', () => outgoing.destroy())
  })
  upstream.once('socket', (socket) => socket.once('connect', () => incoming.pipe(upstream)))
  upstream.once('error', (error: NodeJS.ErrnoException) => {
    if (outgoing.headersSent) outgoing.destroy()
    else if (error.code === 'ECONNREFUSED') forward(incoming, outgoing, others)
    else fail(outgoing, 502, 'The node ended before it answered.')
  })
  // The node learns that nobody reads any more.
  outgoing.once('close', () => upstream.destroy())
}

function fail(outgoing: ServerResponse, status: number, error: string): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', 'retry-after': '1' }).end(JSON.stringify({ error, code: 'unavailable' }))
}
