import { type ConnectionStatus, type EventPosition, PfError, parseEventId, type WireEvent } from '@pf/core'
import { isAfter, logStart } from '@pf/core/internal'
import { flattenBatches } from './flatten-batches.ts'
import type { RunClientOptions, Send } from './options.ts'
import { readEvents } from './read-events.ts'
import { networkError, permanentError, retryAfterMs, toPfError } from './response.ts'
import { createIdleTimeout, sleep } from './timers.ts'

/** A run to follow: the request that starts it, or the position to continue after. */
export interface FollowRequest {
  runId: string
  /** The POST that starts the run. Without it, the stream only attaches to the run. */
  begin?: RequestInit
  /** The id of the last event received. */
  after?: string
  signal?: AbortSignal | undefined
  onStatus?: ((status: ConnectionStatus) => void) | undefined
}

interface RunStream {
  send: Send
  options: RunClientOptions
  request: FollowRequest
  emitStatus(status: ConnectionStatus): void
  /** The last event id received. This field and the following ones are kept across reconnections. */
  after: string | undefined
  /** Position of the last event that was delivered. Repeated events are dropped. */
  position: EventPosition
  /** Number of events received before the first id. A stream that starts again repeats this many. */
  unnumberedCount: number
  /** Number of repeated events still to be skipped. */
  skipCount: number
  attempts: number
  /** The error of the last attempt. */
  cause?: unknown
  /** Set if the server refused the last attempt temporarily: its error, and the milliseconds until it accepts requests. */
  refusal?: { error: PfError; waitMs: number } | undefined
  retryMs: number
  ended: boolean
}

interface Connection {
  read(): Promise<WireEvent[] | undefined>
  close(): void
}

/**
 * Returns the events of a run up to its end. After a lost connection, it reconnects and continues after the last event received. A POST
 * without a response is sent again; the server attaches it to the run if the first POST has arrived. Ends without an error if the signal
 * aborts.
 */
export function followRun(send: Send, options: RunClientOptions, request: FollowRequest): AsyncIterable<WireEvent> {
  const { onStatus = () => {}, signal, after } = request
  const position = parseEventId(after ?? '') ?? logStart
  const retryMs = options.retryMs ?? firstDelayMs
  const stream: RunStream = {
    send,
    options,
    request,
    emitStatus: onStatus,
    after,
    position,
    unnumberedCount: 0,
    skipCount: 0,
    attempts: 0,
    retryMs,
    ended: false,
  }
  return flattenBatches(batchesOf(stream), () => signal?.aborted === true)
}

function batchesOf(stream: RunStream) {
  const { signal } = stream.request
  let connection: Connection | undefined
  let started = false
  const disconnect = () => {
    connection?.close()
    connection = undefined
  }
  const close = async () => {
    disconnect()
    stream.ended = true
    if (started) stream.emitStatus('closed')
    started = false
  }
  const attempt = async (): Promise<WireEvent[] | undefined> => {
    try {
      connection ??= await connect(stream)
      const events = await connection?.read()
      if (events) return takeNew(stream, events)
    } catch (error) {
      if (PfError.isInstance(error)) throw error
      stream.cause = error
    }
    disconnect()
    return undefined
  }
  const advance = async (): Promise<WireEvent[] | undefined> => {
    if (!started && !stream.ended) stream.emitStatus('connecting')
    started ||= !stream.ended
    while (!stream.ended && !signal?.aborted) {
      const events = await attempt()
      if (events) return events
      if (!stream.ended && !signal?.aborted) await waitToReconnect(stream)
    }
    await close()
    return undefined
  }
  return { next: () => advance().catch((error: unknown) => close().then(() => Promise.reject(error))), close }
}

/** Returns the events that were not received before, up to the end of the run. */
function takeNew(stream: RunStream, events: WireEvent[]): WireEvent[] {
  const skipped = Math.min(stream.skipCount, events.length)
  stream.skipCount -= skipped
  const batch: WireEvent[] = []
  for (const wireEvent of skipped === 0 ? events : events.slice(skipped)) {
    if (stream.ended) break
    const position = wireEvent.id === undefined ? undefined : parseEventId(wireEvent.id)
    const isNew = position === undefined || isAfter(stream.position, position.seq, position.k)
    if (isNew) batch.push(wireEvent)
    if (isNew && position) stream.position = position
    stream.ended ||= isTerminal(wireEvent) && (isNew || isAt(stream.position, position))
  }
  if (stream.after === undefined) stream.unnumberedCount += batch.length
  if (batch.length > 0) stream.attempts = 0
  return batch
}

const isTerminal = ({ event }: WireEvent) => event.type === 'RUN_FINISHED' || event.type === 'RUN_ERROR'

const isAt = (position: EventPosition, { seq, k }: EventPosition) => position.seq === seq && (position.k === k || position.k === Number.POSITIVE_INFINITY)

/** Opens a connection. Resolves to undefined if it should be retried or the run has ended. Throws errors that a retry cannot resolve. */
async function connect(stream: RunStream): Promise<Connection | undefined> {
  const idleTimeout = createIdleTimeout(stream.options.idleMs ?? 45_000, stream.request.signal)
  stream.skipCount = stream.after === undefined ? stream.unnumberedCount : 0
  try {
    const body = await requestBody(stream, idleTimeout.signal)
    if (!body) return void idleTimeout.close()
    stream.emitStatus('open')
    return listen(stream, body, idleTimeout)
  } catch (error) {
    idleTimeout.close()
    throw error
  }
}

function listen(stream: RunStream, body: ReadableStream<Uint8Array>, idleTimeout: ReturnType<typeof createIdleTimeout>): Connection {
  const openedAt = performance.now()
  const events = readEvents(body, {
    onBytes: idleTimeout.reset,
    onId(id) {
      stream.after = id
    },
    // A server that sends a ping and closes the connection immediately does not count as working.
    onPing() {
      if (performance.now() - openedAt >= minConnectionMs) stream.attempts = 0
    },
    onRetry(ms) {
      stream.retryMs = Math.max(ms, Math.min(stream.options.retryMs ?? firstDelayMs, minDelayMs))
    },
  })
  const close = () => {
    idleTimeout.close()
    void events.close()
  }
  return { read: events.read, close }
}

async function requestBody(stream: RunStream, signal: AbortSignal) {
  stream.refusal = undefined
  const response = await sendRequest(stream, signal)
  if (response.status === 204) stream.ended = true
  if (response.status === 204) return undefined
  if (!response.ok) {
    const limited = response.status === 429 ? response.clone() : undefined
    const failure = await permanentError(response)
    if (failure) throw failure
    if (limited) stream.refusal = { error: await toPfError(limited), waitMs: retryAfterMs(limited) }
    return undefined
  }
  if (response.body && isEventStream(response)) return response.body
  await response.body?.cancel()
  throw new PfError('protocol', 'The response of the server is not an event stream.')
}

/** Sends the POST again until the first event has been received, because the run may not have started. */
function sendRequest({ send, request: { begin, runId }, after }: RunStream, signal: AbortSignal) {
  const accept = { accept: 'text/event-stream' }
  if (begin && after === undefined) return send('/agui/agent', { ...begin, signal, headers: { ...accept, ...(begin.headers as Record<string, string>) } })
  const headers = after === undefined ? accept : { ...accept, 'last-event-id': after }
  return send(`/agui/runs/${encodeURIComponent(runId)}/events`, { signal, headers })
}

/** Media types are case-insensitive (RFC 9110, 8.3.1). */
const isEventStream = ({ headers }: Response) => /^text\/event-stream\s*(;|$)/i.test(headers.get('content-type') ?? '')

const [firstDelayMs, minDelayMs, maxDelayMs] = [500, 100, 10_000]

/** A ping counts as a successful connection only after this time. */
const minConnectionMs = 1_000

/**
 * Waits before the next attempt with exponential backoff and jitter, or as long as the server requires. Throws PfError `network` or
 * `rate_limited` after too many attempts.
 */
async function waitToReconnect(stream: RunStream) {
  stream.attempts += 1
  if (stream.attempts >= (stream.options.maxAttempts ?? 8)) throw stream.refusal?.error ?? networkError(stream.cause)
  const { refusal } = stream
  stream.emitStatus(refusal ? 'rate_limited' : 'reconnecting')
  const delay = Math.min(maxDelayMs, stream.retryMs * 2 ** (stream.attempts - 1))
  await sleep(Math.max(refusal?.waitMs ?? 0, delay * (0.5 + Math.random() / 2)), stream.request.signal)
}
