import type { Scope } from '@pf/core'
import { type NumberedEvent, type WireOptions, wireBatches } from '../agui/wire-batches.ts'
import { createEventBody } from '../sse/event-body.ts'
import { runBlocks } from '../sse/run-blocks.ts'
import type { PfContext } from './context.ts'

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
    const batches = wireBatches(events, { ...reading, artifactUrl: context.artifactUrl, onError: context.onError })
    const first = reading.inspect && batches.next()
    const instead = first && (await inspect(reading, first, context.pingMs))
    reader.ends(batches)
    if (!instead) return new Response(stream(context, reader, blocksOf(context, reading, { batches, first })), { headers })
    reader.leave()
    return instead
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

/** The first batch decides, unless it is long in coming: then the stream opens without it. */
async function inspect(reading: RunReading, first: First, ms: number): Promise<Response | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  const step = await Promise.race([first, late]).finally(() => clearTimeout(timer))
  return step && reading.inspect?.(step.done ? undefined : step.value)
}

async function* blocksOf(context: PfContext, { scope, run_id }: RunReading, { batches, first }: { batches: Batches; first: First | undefined }) {
  yield* runBlocks(batches, first)
  context.presence.ended(scope, run_id)
}

function stream({ live, pingMs, retryMs }: PfContext, { request, leave }: Reader, blocks: AsyncGenerator<string, void, undefined>) {
  const stop = () => body.breakOff(new DOMException('The stream was broken off.', 'AbortError'))
  const onClose = () => {
    leave()
    live.delete(stop)
    request.signal.removeEventListener('abort', stop)
  }
  const body = createEventBody(blocks, { pingMs, retryMs, onClose })
  live.add(stop)
  request.signal.addEventListener('abort', stop)
  if (request.signal.aborted) stop()
  return body.stream
}
