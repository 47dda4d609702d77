import { type ClientRequest, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'

/** A node as the balancer sees it. */
export interface Upstream {
  name: string
  pid: number
  /** The port on this machine; undefined while the process starts. */
  port: number | undefined
}

/** How often each node is asked whether it lives, and how long it may take to answer, in milliseconds. */
const probe = { everyMs: 1_000, timeoutMs: 3_000 }

/** Requests that nodes work on, by port. */
type Open = Map<number, Set<ClientRequest>>

/**
 * Passes each request to the next node in turn, without stickiness, and passes answers on while they arrive. A node that takes no connection or
 * does not answer `/healthz` in time is skipped, and its streams are ended, so that their clients continue with another node. A request that a
 * node has received is never sent to a second one: clients decide whether they ask again.
 */
export function createBalancer(upstreams: readonly Upstream[], status: () => unknown): Server {
  let turn = 0
  const open: Open = new Map()
  const hanging = new Set<number>()
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/nodes') return void outgoing.setHeader('content-type', 'application/json').end(JSON.stringify(status()))
    const ports = upstreams.flatMap(({ port }) => (port === undefined || hanging.has(port) ? [] : [port]))
    turn += 1
    forward(incoming, outgoing, { open, ports: ports.map((_, index) => ports[(turn + index) % ports.length] ?? 0) })
  })
  const timer = setInterval(() => {
    for (const { port } of upstreams) if (port !== undefined) void check(port, { hanging, open })
  }, probe.everyMs)
  return server.once('close', () => clearInterval(timer))
}

async function check(port: number, { hanging, open }: { hanging: Set<number>; open: Open }): Promise<void> {
  const answered = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(probe.timeoutMs) }).then(
    () => true,
    // A node that refuses the connection has ended, and its port may be that of another process soon.
    (error: Error) => error.name !== 'TimeoutError',
  )
  if (answered) return void hanging.delete(port)
  hanging.add(port)
  for (const request of open.get(port) ?? []) request.destroy(new Error('The node does not answer.'))
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, { open, ports: [port, ...ports] }: { open: Open; ports: readonly number[] }): void {
  if (port === undefined) {
    fail(outgoing, 503, 'No node is running.')
    return
  }
  const { method, url: path, headers } = incoming
  const upstream = request({ host: '127.0.0.1', port, method, path, headers, agent: false })
  const requests = open.get(port) ?? new Set()
  open.set(port, requests.add(upstream))
  upstream.once('close', () => requests.delete(upstream))
  upstream.once('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    outgoing.flushHeaders()
    answer.pipe(outgoing)
    answer.once('error', () => outgoing.destroy())
  })
  upstream.once('socket', (socket) => socket.once('connect', () => incoming.pipe(upstream)))
  upstream.once('error', (error: NodeJS.ErrnoException) => {
    if (outgoing.headersSent) outgoing.destroy()
    else if (error.code === 'ECONNREFUSED') forward(incoming, outgoing, { open, ports })
    else fail(outgoing, 502, 'The node ended before it answered.')
  })
  // The node learns that nobody reads any more.
  outgoing.once('close', () => upstream.destroy())
}

function fail(outgoing: ServerResponse, status: number, error: string): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', 'retry-after': '1' }).end(JSON.stringify({ error, code: 'unavailable' }))
}
