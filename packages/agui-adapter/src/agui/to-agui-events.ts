import type { PlannerEvent } from '@pf/core'
import type { NumberedEvent } from './numbered-event.ts'
import { type WireOptions, wireBatches } from './wire-batches.ts'

/** A run's log as AG-UI events with their SSE ids. Always ends with one terminal event, also when the log throws or ends early. */
export async function* toAguiEvents(events: AsyncIterable<PlannerEvent>, options: WireOptions = {}): AsyncGenerator<NumberedEvent, void, undefined> {
  for await (const batch of wireBatches(events, options)) yield* batch
}
