import type { PlannerEvent } from '@pf/core'
import { type EventPosition, formatEventId, isAfter, logStart } from '../sse/event-id.ts'
import { type AguiMapper, createAguiMapper } from './create-agui-mapper.ts'
import type { AguiMapperOptions } from './mapping.ts'
import type { NumberedEvent } from './numbered-event.ts'
import { createOpening } from './segment-opening.ts'

/** How a log is read. */
export interface WireOptions extends AguiMapperOptions {
  /** What the reader has seen already; the log is read from its start all the same, as the mapping needs it. */
  after?: EventPosition
  /** Told why a log could not be read to its end; the reader only learns `internal`. */
  onError?: (error: unknown) => void
  /** Throw instead of ending with RUN_ERROR while nothing has gone out yet. */
  failEarly?: boolean
  /** Begin with the AG-UI run that goes on behind this seq, at its RUN_STARTED, instead of with the log's first. */
  behind?: number
  /** Tell the run under another id, as the one that a request asked for; its events have no SSE ids then, as no log has them. */
  underId?: string
}

/**
 * The wire events of each planner event, those after `after` only; ends after the terminal event. An empty batch says that the reader
 * has caught up with a run that goes on. A log that throws or ends early still ends with one terminal event.
 */
export async function* wireBatches(events: AsyncIterable<PlannerEvent>, options: WireOptions = {}): AsyncGenerator<NumberedEvent[], void, undefined> {
  const { after = logStart, onError, failEarly = false } = options
  const opening = createOpening(options.behind)
  const mapper = createAguiMapper(options)
  let begun = false
  try {
    for await (const event of events) {
      const batch = renamed(opening(event.seq, numbered(mapper, event, after)), options.underId)
      const over = isOver(mapper, batch)
      if (batch.length > 0 || (event.seq === after.seq && !over)) yield batch
      begun ||= batch.length > 0
      if (over) return
    }
  } catch (error) {
    onError?.(error)
    if (failEarly && !begun) throw error
  }
  const ending = renamed(
    mapper.abort().map((event) => ({ event })),
    options.underId,
  )
  if (ending.length > 0) yield ending
}

function numbered(mapper: AguiMapper, event: PlannerEvent, after: EventPosition): NumberedEvent[] {
  const batch = mapper.feed(event).map((wire, k) => ({ k, wire }))
  return batch.filter(({ k }) => isAfter(after, event.seq, k)).map(({ k, wire }) => ({ id: formatEventId(event.seq, k), event: wire }))
}

function renamed(batch: NumberedEvent[], runId: string | undefined): NumberedEvent[] {
  if (runId === undefined) return batch
  return batch.map(({ event }) => ({ event: event.type === 'RUN_STARTED' || event.type === 'RUN_FINISHED' ? { ...event, runId } : event }))
}

/** A paused segment ends the reading only for who has just been told of it. */
function isOver({ phase }: AguiMapper, batch: NumberedEvent[]): boolean {
  return phase === 'ended' || (phase === 'paused' && batch.some(({ event }) => event.type === 'RUN_FINISHED'))
}
