import { setMaxListeners } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { PfError } from '@pf/core'
import { requireNode } from '@pf/core/internal'
import type { FaultName } from '../faults/fault-modes.ts'
import type { FaultOptions } from '../faults/fault-options.ts'
import { createFaultSelector } from '../faults/fault-selector.ts'
import type { LoggedRequest } from '../log/logged-request.ts'
import { createRequestLog, type RequestLog } from '../log/request-log.ts'
import { errorBody, openAiError } from '../request/open-ai-error.ts'
import { readStories } from '../story/read-stories.ts'
import type { StoryInput } from '../story/story.ts'
import { openExchange } from './exchange.ts'
import { type HandlerSettings, handleRequest } from './handle-request.ts'

/** Settings of a model server. */
export interface ModelServerOptions {
  /** The first matching story answers a request. */
  stories: readonly StoryInput[]
  /** Default 0: a free port. */
  port?: number
  /** A loopback address. Default 127.0.0.1. */
  host?: string
  /** Model name in GET /v1/models. Requests may use any name. Default `scripted`. */
  model?: string
  /** Milliseconds before each delta, unless the reply specifies a delay. Default 0. */
  delayMs?: number
  /** Number of requests kept in the log. Default 200. */
  keepRequests?: number
  /** Maximum size of a body in bytes. Default 8 MiB. */
  maxBodyBytes?: number
  /** Returns the time in milliseconds since the epoch. Default Date.now. */
  now?: () => number
  /** Waits, or returns immediately once the signal is aborted. Default: a timer. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** A running model server. */
export interface ModelServer {
  /** Base URL for an OpenAI client, which ends with /v1. */
  readonly url: string
  /** The last chat completion requests, the oldest first. Entries are updated. */
  readonly requests: readonly LoggedRequest[]
  /** Sets the fault of all following requests, or of the request that `options.request` specifies. `ok` removes all faults. Throws PfError `invalid_config`. */
  mode(name: FaultName | (string & Record<never, never>), options?: FaultOptions): void
  /** Resolves when the request of this number (from 1) has arrived. */
  received(number: number): Promise<LoggedRequest>
  /** Ends every connection and stops listening. May be called repeatedly. */
  close(): Promise<void>
}

/** Starts an OpenAI-compatible server on loopback that answers with stories and, on request, with faults. Rejects with PfError `invalid_config`. */
export async function createModelServer(options: ModelServerOptions): Promise<ModelServer> {
  requireNode()
  const { host = '127.0.0.1', port = 0 } = options
  if (!/^(127(\.\d{1,3}){3}|::1|localhost)$/.test(host))
    throw new PfError('invalid_config', 'The model server listens on loopback only: use 127.0.0.1, ::1 or localhost.')
  const faults = createFaultSelector()
  const log = createRequestLog(options.keepRequests ?? 200)
  const closing = new AbortController()
  // Each open request adds one listener, and their number is not limited.
  setMaxListeners(0, closing.signal)
  const server = listen({ ...defaults(options), faults, log }, closing.signal)
  await opened(server, { host, port })
  const { address, family, port: bound } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}/v1`,
    requests: log.entries,
    mode: (name, more = {}) => faults.set(name, more),
    received: log.received,
    close: () => shut(server, { log, closing }),
  }
}

function defaults(options: ModelServerOptions): Omit<HandlerSettings, 'faults' | 'log'> {
  return {
    stories: readStories(options.stories),
    model: options.model ?? 'scripted',
    delayMs: options.delayMs ?? 0,
    maxBodyBytes: options.maxBodyBytes ?? 8 * 2 ** 20,
    now: options.now ?? Date.now,
    wait: options.wait ?? ((ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => undefined)),
  }
}

/** Time after which an idle connection is closed. Node's default of five seconds closes some just when a client sends its next request. */
const KEEP_ALIVE_MS = 65_000

function listen(settings: HandlerSettings, closing: AbortSignal): Server {
  const server = createServer({ noDelay: true, requestTimeout: 30_000, keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const exchange = openExchange(request, response, closing)
    handleRequest(exchange, settings).catch(() => response.destroy())
  })
  server.on('clientError', refuseConnection)
  return server
}

/** Sends a JSON error to a client that does not send HTTP. */
function refuseConnection(_error: Error, socket: Socket): void {
  const body = errorBody(openAiError(400, 'This is not a valid HTTP request.'))
  if (socket.writable)
    socket.end(`HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
  else socket.destroy()
}

function opened(server: Server, address: { host: string; port: number }): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', (cause) => fail(new PfError('invalid_config', `The model server cannot listen on ${address.host}:${address.port}.`, { cause })))
    server.listen(address, done)
  })
}

async function shut(server: Server, { log, closing }: { log: RequestLog; closing: AbortController }): Promise<void> {
  closing.abort()
  log.close()
  const closed = server.listening ? new Promise<void>((done) => server.close(() => done())) : undefined
  server.closeAllConnections()
  await closed
}
