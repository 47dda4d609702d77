import type { AgentPort, PlannerEvent, Scope } from '@pf/core'
import { foldBatches } from '../agui/fold-batches.ts'
import type { NumberedEvent } from '../agui/numbered-event.ts'
import { type WireOptions, wireBatches } from '../agui/wire-batches.ts'
import { createEventBody } from '../sse/event-body.ts'
import { runBlocks } from '../sse/run-blocks.ts'
import type { PfContext } from './context.ts'
import { isDeparture } from './is-departure.ts'
import { isLastIn } from './is-last.ts'
import { closing } from './respond.ts'

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}

/** Whose log is read, and by whom. */
export interface StreamReading {
  request: Request
  scope: Scope
  run_id: string
  /** The run stops when its last reader leaves. */
  stock?: boolean
  headers?: Record<string, string>
}

/** How a log becomes a stream: batches of wire events, and those as SSE text. */
export interface StreamSource<T> {
  attach: AgentPort['attach']
  batches(events: AsyncIterable<PlannerEvent>, onError: (error: unknown) => void): Batches<T>
  blocks(batches: Batches<T>, first?: First<T>): AsyncGenerator<string, void, undefined>
  /** Looks at what goes out first, `undefined` for nothing, and may answer something else instead. */
  inspect?: (first: T[] | undefined) => Response | undefined
}

/** Which run, for whom, and how its log is read as AG-UI. */
export interface RunReading extends WireOptions, StreamReading {
  inspect?: (first: NumberedEvent[] | undefined) => Response | undefined
  /** Everything up to this seq as one short batch. */
  fold?: number
}

type Batches<T> = AsyncGenerator<T[], void, undefined>
type First<T> = Promise<IteratorResult<T[], void>>

/** An AG-UI stream over a run's log; undefined for an unknown or foreign run. */
export function openRun(context: PfContext, reading: RunReading): Promise<Response | undefined> {
  const { agent, artifactUrl } = context
  return openStream(context, reading, {
    attach: (...args) => agent.attach(...args),
    batches(events, onError) {
      const batches = wireBatches(events, { isLast: isLastIn(context, reading.scope), ...reading, artifactUrl, onError })
      return reading.fold === undefined ? batches : foldBatches(batches, reading.fold)
    },
    blocks: runBlocks,
    ...(reading.inspect ? { inspect: reading.inspect } : {}),
  })
}

/** A stream over a run's log; undefined for an unknown or foreign run. It is read as fast as the reader takes it, and no longer than that. */
export async function openStream<T>(context: PfContext, reading: StreamReading, source: StreamSource<T>): Promise<Response | undefined> {
  const reader = joinRun(context, reading)
  try {
    const events = await source.attach(reading.run_id, 0, { scope: reading.scope, signal: reader.signal })
    if (!events) return reader.leave()
    const batches = source.batches(events, (error) => {
      if (!isDeparture(error, reader.signal)) context.onError(error)
    })
    const first = source.inspect && batches.next()
    const instead = first && (await inspect(context, source, first))
    reader.ends(batches)
    const refused = instead ?? (context.closed ? closing() : undefined)
    const blocks = () => counted(context, reading, source.blocks(batches, first))
    if (!refused) return new Response(stream(context, reader, blocks()), { headers: { ...headers, ...reading.headers } })
    reader.leave()
    return refused
  } catch (error) {
    reader.leave()
    throw error
  }
}

interface Reader {
  signal: AbortSignal
  request: Request
  /** What is read and has to be told when the reader leaves. */
  ends(batches: { return(): Promise<unknown> }): void
  leave(): undefined
}

function joinRun(context: PfContext, { request, scope, run_id, stock = false }: StreamReading): Reader {
  const abort = new AbortController()
  // Who asks for the headers only is no reader: a run that was left is not kept by it.
  const depart = request.method === 'HEAD' ? () => {} : context.presence.join(scope, run_id, stock)
  let source: { return(): Promise<unknown> } | undefined
  const leave = (): undefined => {
    abort.abort()
    depart()
    request.signal.removeEventListener('abort', leave)
    source?.return().catch(() => {})
  }
  const ends: Reader['ends'] = (batches) => {
    source = batches
  }
  request.signal.addEventListener('abort', leave)
  if (request.signal.aborted) leave()
  return { signal: abort.signal, request, ends, leave }
}

/** The first batch decides, unless it is long in coming or the server closes: then the stream opens without it, or not at all. */
async function inspect<T>(context: PfContext, source: StreamSource<T>, first: First<T>): Promise<Response | undefined> {
  const wait = patience(context)
  const step = await Promise.race([first, wait.over]).finally(wait.end)
  return step && source.inspect?.(step.done ? undefined : step.value)
}

/** `over` resolves after the time between two pings, or when the server closes. */
function patience({ closed, live, pingMs }: PfContext) {
  const { promise: over, resolve } = Promise.withResolvers<undefined>()
  const stop = () => resolve(undefined)
  const timer = setTimeout(stop, pingMs)
  live.add(stop)
  if (closed) stop()
  const end = () => {
    clearTimeout(timer)
    live.delete(stop)
  }
  return { over, end }
}

async function* counted(context: PfContext, { scope, run_id }: StreamReading, blocks: AsyncGenerator<string, void, undefined>) {
  yield* blocks
  context.presence.ended(scope, run_id)
}

function stream({ live, pingMs, retryMs, onError }: PfContext, { request, leave }: Reader, blocks: AsyncGenerator<string, void, undefined>) {
  const stop = () => body.breakOff()
  const end = () => body.end()
  const onClose = () => {
    leave()
    live.delete(stop)
    request.signal.removeEventListener('abort', end)
  }
  const body = createEventBody(blocks, { pingMs, retryMs, onClose, onError })
  live.add(stop)
  request.signal.addEventListener('abort', end)
  if (request.signal.aborted) end()
  return body.stream
}
