import { type EventPosition, formatEventId, type PlannerEvent } from '@pf/core'
import { isAfter, logStart } from '@pf/core/internal'
import type { AguiEvent } from './agui-event.ts'
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
  /** Asked where a reader has been told of a pause already. Without it the reader waits there. */
  isLast?: IsLast
}

/** Whether nothing of its log is stored behind an event. */
export type IsLast = (event: PlannerEvent) => Promise<boolean>

/**
 * The wire events of each planner event, those after `after` only; ends after the terminal event. An empty batch says that the reader
 * has caught up with a run that goes on. A log that throws or ends early still ends with one terminal event.
 */
export async function* wireBatches(events: AsyncIterable<PlannerEvent>, options: WireOptions = {}): AsyncGenerator<NumberedEvent[], void, undefined> {
  const { after = logStart, onError, failEarly = false } = options
  const opening = createOpening(options.behind)
  const mapper = createAguiMapper(options)
  let begun = false
  let broken = false
  try {
    for await (const event of events) {
      const wire = mapper.feed(event)
      const batch = renamed(opening(event.seq, numbered(wire, event.seq, after)), options.underId)
      const over = isOver(mapper, batch) || (mapper.phase === 'paused' && wire.some(isEnd) && (await isLeft(event, options)))
      if (batch.length > 0 || (event.seq === after.seq && !over)) yield batch
      begun ||= batch.length > 0
      if (over) return
    }
  } catch (error) {
    onError?.(error)
    if (failEarly && !begun) throw error
    broken = true
  }
  const ending = renamed(
    (broken ? mapper.abort() : mapper.end()).map((event) => ({ event })),
    options.underId,
  )
  if (ending.length > 0) yield ending
}

function numbered(wire: readonly AguiEvent[], seq: number, after: EventPosition): NumberedEvent[] {
  return wire.flatMap((event, k) => (isAfter(after, seq, k) ? [{ id: formatEventId(seq, k), event }] : []))
}

function renamed(batch: NumberedEvent[], runId: string | undefined): NumberedEvent[] {
  if (runId === undefined) return batch
  return batch.map(({ event }) => ({ event: event.type === 'RUN_STARTED' || event.type === 'RUN_FINISHED' ? { ...event, runId } : event }))
}

const isEnd = (event: AguiEvent) => event.type === 'RUN_FINISHED'

/** A paused segment ends the reading for who has just been told of it. */
function isOver({ phase }: AguiMapper, batch: NumberedEvent[]): boolean {
  return phase === 'ended' || (phase === 'paused' && batch.some(({ event }) => isEnd(event)))
}

/** Who was told of the pause before, or claims to have seen more than there is, is not kept waiting for an answer that may begin another run. */
async function isLeft(event: PlannerEvent, { after = logStart, isLast }: WireOptions): Promise<boolean> {
  return event.seq <= after.seq && isLast !== undefined && (await isLast(event))
}
