import { type EventPosition, formatEventId, PfError, type PlannerEvent } from '@pf/core'
import { isAfter, logStart } from '@pf/core/internal'
import type { AguiEvent, NumberedEvent } from '../agui/agui-event.ts'
import { type AguiMapper, createAguiMapper } from '../agui/create-agui-mapper.ts'
import type { AguiMapperOptions } from '../agui/mapping.ts'
import { createSegmentFilter } from './segment-filter.ts'

/** Options for reading a log as AG-UI events. */
export interface WireOptions extends AguiMapperOptions {
  /** The last position that the reader has received. The log must still be read from its start, because the mapping depends on all of it. */
  after?: EventPosition
  /** Called with the error if the log cannot be read to its end. The reader only receives the code `internal`. */
  onError?: (error: unknown) => void
  /** True to throw instead of ending with RUN_ERROR if no event was emitted yet. */
  failEarly?: boolean
  /** If set, the stream begins with the RUN_STARTED of the AG-UI run that is active after this seq, instead of the first one of the log. */
  segmentAfter?: number
  /** If set, replaces the run id by the one that a request contained. The events then have no SSE ids, because no log contains them. */
  reportedRunId?: string
  /** Called at a pause that the reader has already received. Without it the reader waits for the run to continue. */
  isLogEnd?: IsLogEnd
}

interface StoreFailureOptions {
  /** True to throw a failure of the store instead of ending with RUN_ERROR. The run itself has not failed, so its reader should connect again. */
  throwStoreFailures?: boolean
}

/** Resolves to true if the log has no event after this one. */
export type IsLogEnd = (event: PlannerEvent) => Promise<boolean>

/** Yields the AG-UI events of a run's log with their SSE ids. Ends with exactly one terminal event, even if the log throws or ends early. */
export async function* toAguiEvents(events: AsyncIterable<PlannerEvent>, options: WireOptions = {}): AsyncGenerator<NumberedEvent, void, undefined> {
  for await (const batch of wireBatches(events, options)) yield* batch
}

/**
 * Yields the wire events of each planner event that come after `after`. Ends after the terminal event. An empty batch means that the reader
 * has caught up with a run that continues. A log that throws or ends early still ends with one terminal event.
 */
export async function* wireBatches(
  events: AsyncIterable<PlannerEvent>,
  options: WireOptions & StoreFailureOptions = {},
): AsyncGenerator<NumberedEvent[], void, undefined> {
  const { after = logStart, onError, failEarly = false, throwStoreFailures = false } = options
  const fromSegment = createSegmentFilter(options.segmentAfter)
  const mapper = createAguiMapper(options)
  let started = false
  let failed = false
  try {
    for await (const event of events) {
      const wire = mapper.feed(event)
      const batch = withRunId(fromSegment(event.seq, numbered(wire, event.seq, after)), options.reportedRunId)
      const ended = isEnd(mapper, batch) || (mapper.phase === 'paused' && wire.some(isFinished) && (await isAbandonedPause(event, options)))
      if (batch.length > 0 || (event.seq === after.seq && !ended)) yield batch
      started ||= batch.length > 0
      if (ended) return
    }
  } catch (error) {
    if (throwStoreFailures && isStoreFailure(error)) throw error
    onError?.(error)
    if (failEarly && !started) throw error
    failed = true
  }
  const ending = withRunId(
    (failed ? mapper.abort() : mapper.end()).map((event) => ({ event })),
    options.reportedRunId,
  )
  if (ending.length > 0) yield ending
}

/** True for an error of a store that may be readable again soon, unlike a log that cannot be mapped. */
export const isStoreFailure = (error: unknown) => PfError.isInstance(error) && error.code === 'store_failed'

function numbered(wire: readonly AguiEvent[], seq: number, after: EventPosition): NumberedEvent[] {
  return wire.flatMap((event, k) => (isAfter(after, seq, k) ? [{ id: formatEventId(seq, k), event }] : []))
}

function withRunId(batch: NumberedEvent[], runId: string | undefined): NumberedEvent[] {
  if (runId === undefined) return batch
  return batch.map(({ event }) => ({ event: event.type === 'RUN_STARTED' || event.type === 'RUN_FINISHED' ? { ...event, runId } : event }))
}

const isFinished = (event: AguiEvent) => event.type === 'RUN_FINISHED'

/** True if the stream ends here: at the end of the log, or at a pause that the reader has just received. */
function isEnd({ phase }: AguiMapper, batch: NumberedEvent[]): boolean {
  return phase === 'ended' || (phase === 'paused' && batch.some(({ event }) => isFinished(event)))
}

/**
 * True for a pause after which the reader does not wait: it has received the pause before or requests a later position, and an answer may
 * start another run.
 */
async function isAbandonedPause(event: PlannerEvent, { after = logStart, isLogEnd }: WireOptions): Promise<boolean> {
  return event.seq <= after.seq && isLogEnd !== undefined && (await isLogEnd(event))
}
