import { type EventPosition, formatEventId, type PlannerEvent } from '@pf/core'
import { isAfter } from '@pf/core/internal'
import type { IsLast } from '../agui/wire-batches.ts'
import type { NumberedPlainEvent, PlainEvent } from './plain-event.ts'

/** How a log is read. */
export interface PlainReading {
  map: (event: PlannerEvent) => PlainEvent[]
  /** What the reader has seen already; the log is read from its start all the same. */
  after: EventPosition
  /** Only what comes behind this seq is told. */
  behind?: number
  /** Asked where a reader has seen a pause already. */
  isLast: IsLast
  /** What a reader is told of a log that cannot be read to its end. */
  broken: PlainEvent
  onError: (error: unknown) => void
}

/**
 * The named events of each planner event, those after `after` only. Ends with the segment that the reader has not seen to its end, or where
 * nothing is stored behind a pause: a plain EventSource connects again by itself and would wait for ever on a run that pauses.
 */
export async function* plainBatches(
  events: AsyncIterable<PlannerEvent>,
  { map, after, behind = 0, isLast, broken, onError }: PlainReading,
): AsyncGenerator<NumberedPlainEvent[], void, undefined> {
  let paused = false
  try {
    for await (const event of events) {
      const batch = map(event).map((plain, k) => ({ id: formatEventId(event.seq, k), ...plain }))
      const fresh = event.seq > behind ? batch.filter((_, k) => isAfter(after, event.seq, k)) : []
      if (fresh.length > 0) yield fresh
      paused = event.type === 'finish' && event.reason === 'paused'
      if (event.type !== 'finish') continue
      if (!paused || fresh.length > 0) return
      if (event.seq > behind && (await isLast(event))) return
    }
  } catch (error) {
    onError(error)
    paused = false
  }
  // A run that went on under another id has ended with its pause.
  if (!paused) yield [broken]
}
