import type { PlannerEvent } from '@pf/core'
import { type EventPosition, formatEventId, isAfter } from '../sse/event-id.ts'
import type { NumberedPlainEvent, PlainEvent } from './plain-event.ts'

/** How a log is read. */
export interface PlainReading {
  map: (event: PlannerEvent) => PlainEvent[]
  /** What the reader has seen already; the log is read from its start all the same. */
  after: EventPosition
  /** Only what comes behind this seq is told. */
  behind?: number
  /** What a reader is told of a log that cannot be read to its end. */
  broken: PlainEvent
  onError: (error: unknown) => void
}

/**
 * The named events of each planner event, those after `after` only. Ends with the segment that the reader has not seen to its end: a plain
 * EventSource connects again by itself and would wait for ever on a run that pauses.
 */
export async function* plainBatches(
  events: AsyncIterable<PlannerEvent>,
  { map, after, behind = 0, broken, onError }: PlainReading,
): AsyncGenerator<NumberedPlainEvent[], void, undefined> {
  try {
    for await (const event of events) {
      const batch = map(event).map((plain, k) => ({ id: formatEventId(event.seq, k), ...plain }))
      const fresh = event.seq > behind ? batch.filter((_, k) => isAfter(after, event.seq, k)) : []
      if (fresh.length > 0) yield fresh
      if (event.type === 'finish' && (event.reason !== 'paused' || event.seq >= Math.max(after.seq, behind + 1))) return
    }
  } catch (error) {
    onError(error)
  }
  yield [broken]
}
