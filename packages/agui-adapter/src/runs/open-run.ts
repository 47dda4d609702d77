import type { AgentPort, PlannerEvent, Scope } from '@pf/core'
import type { NumberedEvent } from '../agui/agui-event.ts'
import { isClientAbort, serverClosing } from '../http/response.ts'
import { createEventBody } from '../sse/event-body.ts'
import { foldBatches } from '../streams/fold-batches.ts'
import { runBlocks } from '../streams/run-blocks.ts'
import { type WireOptions, wireBatches } from '../streams/wire-batches.ts'
import type { PfContext } from './context.ts'
import { createLogEndCheck } from './inspect-log.ts'

const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}

/** The run to read, and its reader. */
export interface StreamReading {
  request: Request
  scope: Scope
  runId: string
  /** True to cancel the run when its last reader leaves. Default false. */
  cancelOnLeave?: boolean
  headers?: Record<string, string>
}

/** Defines how a log becomes a stream: batches of wire events, and their encoding as SSE text. */
export interface StreamSource<T> {
  attach: AgentPort['attach']
  batches(events: AsyncIterable<PlannerEvent>, onError: (error: unknown) => void): Batches<T>
  blocks(batches: Batches<T>, first?: FirstBatch<T>): AsyncGenerator<string, void, undefined>
  /** Called with the first batch, or with undefined if there is none. May return another response instead of the stream. */
  inspect?: (first: T[] | undefined) => Response | undefined
}

/** The run to read, its reader, and the options of its mapping to AG-UI. */
export interface RunReading extends WireOptions, StreamReading {
  inspect?: (first: NumberedEvent[] | undefined) => Response | undefined
  /** If set, everything up to this seq is combined into one short batch. */
  fold?: number
}

type Batches<T> = AsyncGenerator<T[], void, undefined>
type FirstBatch<T> = Promise<IteratorResult<T[], void>>

/** Opens the AG-UI stream of a run. Resolves to undefined for an unknown run or one of another owner. */
export function openRun(context: PfContext, reading: RunReading): Promise<Response | undefined> {
  const { agent, artifactUrl } = context
  return openStream(context, reading, {
    attach: (...args) => agent.attach(...args),
    batches(events, onError) {
      const batches = wireBatches(events, { isLogEnd: createLogEndCheck(context, reading.scope), ...reading, artifactUrl, onError, throwStoreFailures: true })
      return reading.fold === undefined ? batches : foldBatches(batches, reading.fold)
    },
    blocks: runBlocks,
    ...(reading.inspect ? { inspect: reading.inspect } : {}),
  })
}

/** Opens a stream over a run's log. Resolves to undefined for an unknown run or one of another owner. The log is read at the speed of the reader and until the reader leaves. */
export async function openStream<T>(context: PfContext, reading: StreamReading, source: StreamSource<T>): Promise<Response | undefined> {
  const reader = joinRun(context, reading)
  try {
    const events = await source.attach(reading.runId, 0, { scope: reading.scope, signal: reader.signal })
    if (!events) return reader.leave()
    const batches = source.batches(events, (error) => {
      if (!isClientAbort(error, reader.signal)) context.onError(error, { runId: reading.runId })
    })
    const first = source.inspect && batches.next()
    const replacement = first && (await inspect(context, source, first))
    reader.closeOnLeave(batches)
    const response = replacement ?? (context.closed ? serverClosing() : undefined)
    const blocks = () => recordEnd(context, reading, source.blocks(batches, first))
    if (!response) return new Response(createStreamBody(context, reader, blocks()), { headers: { ...streamHeaders, ...reading.headers } })
    reader.leave()
    return response
  } catch (error) {
    reader.leave()
    throw error
  }
}

interface Reader {
  signal: AbortSignal
  request: Request
  /** Sets the generator that is ended when the reader leaves. */
  closeOnLeave(batches: { return(): Promise<unknown> }): void
  leave(): undefined
}

function joinRun(context: PfContext, { request, scope, runId, cancelOnLeave = false }: StreamReading): Reader {
  const abort = new AbortController()
  // A HEAD request is not a reader and does not keep a run alive.
  const leavePresence = request.method === 'HEAD' ? () => {} : context.presence.join(scope, runId, cancelOnLeave)
  let source: { return(): Promise<unknown> } | undefined
  const leave = (): undefined => {
    abort.abort()
    leavePresence()
    request.signal.removeEventListener('abort', leave)
    source?.return().catch(() => {})
  }
  const closeOnLeave: Reader['closeOnLeave'] = (batches) => {
    source = batches
  }
  request.signal.addEventListener('abort', leave)
  if (request.signal.aborted) leave()
  return { signal: abort.signal, request, closeOnLeave, leave }
}

/** Waits for the first batch and inspects it. If the batch takes longer than a ping interval or the server closes, the stream is opened without inspection. */
async function inspect<T>(context: PfContext, source: StreamSource<T>, first: FirstBatch<T>): Promise<Response | undefined> {
  const timeout = createOpenTimeout(context)
  const step = await Promise.race([first, timeout.elapsed]).finally(timeout.clear)
  return step && source.inspect?.(step.done ? undefined : step.value)
}

/** Creates a timeout. `elapsed` resolves after one ping interval, or when the server closes. */
function createOpenTimeout({ closed, openStreams, pingMs }: PfContext) {
  const { promise: elapsed, resolve } = Promise.withResolvers<undefined>()
  const stop = () => resolve(undefined)
  const timer = setTimeout(stop, pingMs)
  openStreams.add(stop)
  if (closed) stop()
  const clear = () => {
    clearTimeout(timer)
    openStreams.delete(stop)
  }
  return { elapsed, clear }
}

async function* recordEnd(context: PfContext, { scope, runId }: StreamReading, blocks: AsyncGenerator<string, void, undefined>) {
  yield* blocks
  context.presence.markEnded(scope, runId)
}

function createStreamBody({ openStreams, pingMs, retryMs, onError }: PfContext, { request, leave }: Reader, blocks: AsyncGenerator<string, void, undefined>) {
  const stop = () => body.abort()
  const end = () => body.end()
  const onClose = () => {
    leave()
    openStreams.delete(stop)
    request.signal.removeEventListener('abort', end)
  }
  const body = createEventBody(blocks, { pingMs, retryMs, onClose, onError })
  openStreams.add(stop)
  request.signal.addEventListener('abort', end)
  if (request.signal.aborted) end()
  return body.stream
}
