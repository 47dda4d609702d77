import { type EventPosition, formatEventId, type PlannerEvent } from '@pf/core'
import { isAfter } from '@pf/core/internal'
import { encodeEvent } from '../sse/encode-event.ts'
import { type IsLogEnd, isStoreFailure } from '../streams/wire-batches.ts'
import type { PlainEvent } from './plain-mappers.ts'

/** A named event with its SSE id. An event that is not derived from the log has no id. */
export interface NumberedPlainEvent extends PlainEvent {
  id?: string
}

/** Options for mapping a log and for the position from which it is sent. */
export interface PlainStreamOptions {
  map: (event: PlannerEvent) => PlainEvent[]
  /** The last position that the reader has received. The log must still be read from its start. */
  after: EventPosition
  /** If set, only events after this seq are emitted. */
  segmentAfter?: number
  /** Called at a pause that the reader has already received. */
  isLogEnd: IsLogEnd
  /** Emitted if the log cannot be read to its end. */
  failureEvent: PlainEvent
  onError: (error: unknown) => void
}

/**
 * Yields the named events of each planner event that come after `after`. Ends with the first segment that the reader has not received
 * completely, or at a pause that is the end of the log: a plain EventSource reconnects automatically and would otherwise wait forever on a
 * paused run.
 */
export async function* plainBatches(
  events: AsyncIterable<PlannerEvent>,
  { map, after, segmentAfter = 0, isLogEnd, failureEvent, onError }: PlainStreamOptions,
): AsyncGenerator<NumberedPlainEvent[], void, undefined> {
  let paused = false
  try {
    for await (const event of events) {
      const batch = map(event).map((plain, k) => ({ id: formatEventId(event.seq, k), ...plain }))
      const fresh = event.seq > segmentAfter ? batch.filter((_, k) => isAfter(after, event.seq, k)) : []
      if (fresh.length > 0) yield fresh
      paused = event.type === 'finish' && event.reason === 'paused'
      if (event.type !== 'finish') continue
      if (!paused || fresh.length > 0) return
      if (event.seq > segmentAfter && (await isLogEnd(event))) return
    }
  } catch (error) {
    // The run itself has not failed, so its reader should connect again.
    if (isStoreFailure(error)) throw error
    onError(error)
    paused = false
  }
  // A run that continued under another id has ended with its pause.
  if (!paused) yield [failureEvent]
}

type Batches = AsyncGenerator<NumberedPlainEvent[], void, undefined>
type FirstBatch = Promise<IteratorResult<NumberedPlainEvent[], void>>

/** Encodes batches of named events as SSE text. `first` is the result of a `next()` that was already called. */
export async function* plainBlocks(batches: Batches, first?: FirstBatch): AsyncGenerator<string, void, undefined> {
  try {
    for (let step = await (first ?? batches.next()); !step.done; step = await batches.next())
      yield step.value.map(({ id, event, data }) => encodeEvent({ ...(id === undefined ? {} : { id }), event, json: data })).join('')
  } finally {
    await batches.return()
  }
}
