import type { NumberedEvent } from './numbered-event.ts'

/**
 * Holds a log back up to the AG-UI run that goes on behind seq `after`, then lets that run out from its RUN_STARTED on. A client that keeps
 * its stream has one run over several segments, so for it this is the whole run; for others it is the new segment.
 */
export function createOpening(after: number | undefined): (seq: number, batch: NumberedEvent[]) => NumberedEvent[] {
  let held: NumberedEvent[] = []
  let open = after === undefined
  return (seq, batch) => {
    if (open || after === undefined) return batch
    const from = held.length
    for (const event of batch) held.push(event)
    if (seq > after) {
      open = true
      return held.slice(lastEnd(held) + 1)
    }
    // What was held before has no end in it: only the batch is looked at.
    const end = batch.findLastIndex(isEnd)
    if (end >= 0) held = held.slice(from + end + 1)
    return []
  }
}

const isEnd = ({ event }: NumberedEvent) => event.type === 'RUN_FINISHED' || event.type === 'RUN_ERROR'

/** Behind the segment only an end that another beginning follows is one of an earlier run. */
function lastEnd(events: readonly NumberedEvent[]): number {
  const started = events.findLastIndex(({ event }) => event.type === 'RUN_STARTED')
  return events.slice(0, Math.max(0, started)).findLastIndex(isEnd)
}
