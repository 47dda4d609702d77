import type { NumberedEvent } from '../agui/agui-event.ts'

/**
 * Creates a filter that drops a log up to the AG-UI run that is active after seq `after`, and passes that run on from its RUN_STARTED. For a
 * client that keeps its stream open, that run spans several segments; for any other client it is the new segment. Without `after` nothing is dropped.
 */
export function createSegmentFilter(after: number | undefined): (seq: number, batch: NumberedEvent[]) => NumberedEvent[] {
  let held: NumberedEvent[] = []
  let open = after === undefined
  return (seq, batch) => {
    if (open || after === undefined) return batch
    const heldBefore = held.length
    for (const event of batch) held.push(event)
    if (seq > after) {
      open = true
      return held.slice(lastEndBeforeStart(held) + 1)
    }
    // The events held before contain no end, so only the batch is searched.
    const end = batch.findLastIndex(isEnd)
    if (end >= 0) held = held.slice(heldBefore + end + 1)
    return []
  }
}

const isEnd = ({ event }: NumberedEvent) => event.type === 'RUN_FINISHED' || event.type === 'RUN_ERROR'

/** Returns the index of the last end that a RUN_STARTED follows. A later end belongs to the run that is passed on. */
function lastEndBeforeStart(events: readonly NumberedEvent[]): number {
  const started = events.findLastIndex(({ event }) => event.type === 'RUN_STARTED')
  return events.slice(0, Math.max(0, started)).findLastIndex(isEnd)
}
