import { type ConnectionStatus, type EventPosition, PfError, parseEventId, type WireEvent } from '@pf/core'
import { isAfter, logStart } from '@pf/core/internal'
import { permanent, unreachable } from './failure.ts'
import { oneByOne } from './one-by-one.ts'
import type { RunClientOptions, Send } from './options.ts'
import { readEvents } from './read-events.ts'
import { createLine, sleep } from './waiting.ts'

/** A run to follow: the request that begins it, or only where to go on. */
export interface Following {
  run_id: string
  begin?: RequestInit
  after?: string
  signal?: AbortSignal | undefined
  onStatus?: ((status: ConnectionStatus) => void) | undefined
}

interface Trip {
  send: Send
  options: RunClientOptions
  following: Following
  tell(status: ConnectionStatus): void
  /** The last id seen; this and what follows outlives one connection. */
  after: string | undefined
  /** Where the events that were passed on end; what comes again is dropped. */
  seen: EventPosition
  /** Events seen before any had an id: a stream that begins anew repeats as many. */
  unnumbered: number
  repeated: number
  attempts: number
  /** What the last attempt failed with. */
  cause?: unknown
  retryMs: number
  over: boolean
}

interface Connection {
  read(): Promise<WireEvent[] | undefined>
  close(): void
}

/**
 * The events of a run up to its end, over as many connections as it takes: each goes on after the last event seen, and a request that
 * found no answer is sent again, which attaches where the first one arrived after all. Ends silently when the signal aborts.
 */
export function followRun(send: Send, options: RunClientOptions, following: Following): AsyncIterable<WireEvent> {
  const { onStatus = () => {}, signal, after } = following
  const seen = parseEventId(after ?? '') ?? logStart
  const retryMs = options.retryMs ?? firstDelay
  const trip: Trip = { send, options, following, tell: onStatus, after, seen, unnumbered: 0, repeated: 0, attempts: 0, retryMs, over: false }
  return oneByOne(batchesOf(trip), () => signal?.aborted === true)
}

function batchesOf(trip: Trip) {
  const { signal } = trip.following
  let connection: Connection | undefined
  let begun = false
  const leave = () => {
    connection?.close()
    connection = undefined
  }
  const close = async () => {
    leave()
    trip.over = true
    if (begun) trip.tell('closed')
    begun = false
  }
  const attempt = async (): Promise<WireEvent[] | undefined> => {
    try {
      connection ??= await connect(trip)
      const events = await connection?.read()
      if (events) return arrived(trip, events)
    } catch (error) {
      if (PfError.isInstance(error)) throw error
      trip.cause = error
    }
    leave()
    return undefined
  }
  const advance = async (): Promise<WireEvent[] | undefined> => {
    if (!begun && !trip.over) trip.tell('connecting')
    begun ||= !trip.over
    while (!trip.over && !signal?.aborted) {
      const events = await attempt()
      if (events) return events
      if (!trip.over && !signal?.aborted) await pause(trip)
    }
    await close()
    return undefined
  }
  return { next: () => advance().catch((error: unknown) => close().then(() => Promise.reject(error))), close }
}

/** What is new of it, up to the end of the run. */
function arrived(trip: Trip, events: WireEvent[]): WireEvent[] {
  const repeated = Math.min(trip.repeated, events.length)
  trip.repeated -= repeated
  const batch: WireEvent[] = []
  for (const one of repeated === 0 ? events : events.slice(repeated)) {
    if (trip.over) break
    const place = one.id === undefined ? undefined : parseEventId(one.id)
    const isNew = place === undefined || isAfter(trip.seen, place.seq, place.k)
    if (isNew) batch.push(one)
    if (isNew && place) trip.seen = place
    trip.over ||= isTerminal(one) && (isNew || isSame(trip.seen, place))
  }
  if (trip.after === undefined) trip.unnumbered += batch.length
  if (batch.length > 0) trip.attempts = 0
  return batch
}

const isTerminal = ({ event }: WireEvent) => event.type === 'RUN_FINISHED' || event.type === 'RUN_ERROR'

const isSame = (seen: EventPosition, { seq, k }: EventPosition) => seen.seq === seq && (seen.k === k || seen.k === Number.POSITIVE_INFINITY)

/** Undefined where another attempt may help, or none is needed. Throws what no further attempt could mend. */
async function connect(trip: Trip): Promise<Connection | undefined> {
  const line = createLine(trip.options.idleMs ?? 45_000, trip.following.signal)
  trip.repeated = trip.after === undefined ? trip.unnumbered : 0
  try {
    const body = await ask(trip, line.signal)
    if (!body) return void line.close()
    trip.tell('open')
    return listen(trip, body, line)
  } catch (error) {
    line.close()
    throw error
  }
}

function listen(trip: Trip, body: ReadableStream<Uint8Array>, line: ReturnType<typeof createLine>): Connection {
  const since = performance.now()
  const events = readEvents(body, {
    onBytes: line.alive,
    onId(id) {
      trip.after = id
    },
    // A server that only greets and closes is no working one.
    onPing() {
      if (performance.now() - since >= leastLife) trip.attempts = 0
    },
    onRetry(ms) {
      trip.retryMs = Math.max(ms, Math.min(trip.options.retryMs ?? firstDelay, leastDelay))
    },
  })
  const close = () => {
    line.close()
    void events.close()
  }
  return { read: events.read, close }
}

async function ask(trip: Trip, signal: AbortSignal) {
  const response = await request(trip, signal)
  if (response.status === 204) trip.over = true
  if (response.status === 204) return undefined
  if (!response.ok) {
    const failure = await permanent(response)
    if (failure) throw failure
    return undefined
  }
  if (response.body && isEventStream(response)) return response.body
  await response.body?.cancel()
  throw new PfError('protocol', 'The server answered without an event stream.')
}

/** Until the first event is seen the run may not have begun, so the request itself is sent again. */
function request({ send, following: { begin, run_id }, after }: Trip, signal: AbortSignal) {
  const accept = { accept: 'text/event-stream' }
  if (begin && after === undefined) return send('/agui/agent', { ...begin, signal, headers: { ...accept, ...(begin.headers as Record<string, string>) } })
  const headers = after === undefined ? accept : { ...accept, 'last-event-id': after }
  return send(`/agui/runs/${encodeURIComponent(run_id)}/events`, { signal, headers })
}

/** Media types know no case (RFC 9110, 8.3.1). */
const isEventStream = ({ headers }: Response) => /^text\/event-stream\s*(;|$)/i.test(headers.get('content-type') ?? '')

const [firstDelay, leastDelay, maxDelay] = [500, 100, 10_000]

/** Milliseconds that a connection lasts before its pings say that it works. */
const leastLife = 1_000

/** Waits before the next attempt, longer each time and never in step with others. Throws PfError `network` when there were too many. */
async function pause(trip: Trip) {
  trip.attempts += 1
  if (trip.attempts >= (trip.options.maxAttempts ?? 8)) throw unreachable(trip.cause)
  trip.tell('reconnecting')
  const delay = Math.min(maxDelay, trip.retryMs * 2 ** (trip.attempts - 1))
  await sleep(delay * (0.5 + Math.random() / 2), trip.following.signal)
}
