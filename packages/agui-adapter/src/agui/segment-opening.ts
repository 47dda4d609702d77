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
    held = [...held, ...batch]
    held = held.slice(lastEnd(held, seq > after) + 1)
    if (seq <= after) return []
    open = true
    return held
  }
}

/** Behind the segment only an end that another beginning follows is one of an earlier run. */
function lastEnd(events: readonly NumberedEvent[], behind: boolean): number {
  const started = behind ? events.findLastIndex(({ event }) => event.type === 'RUN_STARTED') : events.length
  return events.slice(0, Math.max(0, started)).findLastIndex(({ event }) => event.type === 'RUN_FINISHED' || event.type === 'RUN_ERROR')
}
