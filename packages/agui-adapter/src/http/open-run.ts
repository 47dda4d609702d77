import type { Scope } from '@pf/core'
import { type NumberedEvent, type WireOptions, wireBatches } from '../agui/wire-batches.ts'
import { createEventBody } from '../sse/event-body.ts'
import { runBlocks } from '../sse/run-blocks.ts'
import type { PfContext } from './context.ts'
import { isDeparture } from './is-departure.ts'
import { closing } from './respond.ts'

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}

/** Which run, for whom, and how its log is read. */
export interface RunReading extends WireOptions {
  request: Request
  scope: Scope
  run_id: string
  /** The run stops when its last reader leaves. */
  stock?: boolean
  /** Looks at what goes out first, `undefined` for nothing, and may answer something else instead. */
  inspect?: (first: NumberedEvent[] | undefined) => Response | undefined
}

type Batches = AsyncGenerator<NumberedEvent[], void, undefined>
type First = Promise<IteratorResult<NumberedEvent[], void>>

/** A stream over a run's log; undefined for an unknown or foreign run. It is read as fast as the reader takes it, and no longer than that. */
export async function openRun(context: PfContext, reading: RunReading): Promise<Response | undefined> {
  const reader = joinRun(context, reading)
  try {
    const events = await context.agent.attach(reading.run_id, 0, { scope: reading.scope, signal: reader.signal })
    if (!events) return reader.leave()
    const onError = (error: unknown) => {
      if (!isDeparture(error, reader.signal)) context.onError(error)
    }
    const batches = wireBatches(events, { ...reading, artifactUrl: context.artifactUrl, onError })
    const first = reading.inspect && batches.next()
    const instead = first && (await inspect(context, reading, first))
    reader.ends(batches)
    const refused = instead ?? (context.closed ? closing() : undefined)
    if (!refused) return new Response(stream(context, reader, blocksOf(context, reading, { batches, first })), { headers })
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
  ends(batches: Batches): void
  leave(): undefined
}

function joinRun(context: PfContext, { request, scope, run_id, stock = false }: RunReading): Reader {
  const abort = new AbortController()
  const depart = context.presence.join(scope, run_id, stock)
  let source: Batches | undefined
  const leave = (): undefined => {
    abort.abort()
    depart()
    request.signal.removeEventListener('abort', leave)
    source?.return().catch(() => {})
  }
  const ends = (batches: Batches) => {
    source = batches
  }
  request.signal.addEventListener('abort', leave)
  if (request.signal.aborted) leave()
  return { signal: abort.signal, request, ends, leave }
}

/** The first batch decides, unless it is long in coming or the server closes: then the stream opens without it, or not at all. */
async function inspect(context: PfContext, reading: RunReading, first: First): Promise<Response | undefined> {
  const wait = patience(context)
  const step = await Promise.race([first, wait.over]).finally(wait.end)
  return step && reading.inspect?.(step.done ? undefined : step.value)
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

async function* blocksOf(context: PfContext, { scope, run_id }: RunReading, { batches, first }: { batches: Batches; first: First | undefined }) {
  yield* runBlocks(batches, first)
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
