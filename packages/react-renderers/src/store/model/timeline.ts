import { formatEventId } from '@pf/core'
import type { Incoming } from './incoming.ts'
import { summarize } from './summarize.ts'
import type { TimelineEvent } from './types.ts'

const LIMIT = 2_000

/** The newest events for an inspector. `snapshot` returns the same list until an event is pushed. */
export interface Timeline {
  /** Adds an event of a run. */
  push(run_id: string, event: Incoming): void
  /** Returns the newest events, oldest first. */
  snapshot(): readonly TimelineEvent[]
}

/** Creates a timeline of 2,000 events. Older events are removed when it has twice that number, so that a push takes O(1). */
export function createTimeline(): Timeline {
  let events: TimelineEvent[] = []
  let count = 0
  let taken: readonly TimelineEvent[] | undefined = []
  return {
    push(run_id, { type, fields, ts, cursor }) {
      count++
      const id = cursor ? formatEventId(cursor.seq, cursor.k) : String(count)
      events.push({ id, run_id, seq: cursor?.seq ?? count, ts, type, summary: summarize(type, fields) })
      if (events.length >= 2 * LIMIT) events = events.slice(-LIMIT)
      taken = undefined
    },
    snapshot() {
      taken ??= events.slice(-LIMIT)
      return taken
    },
  }
}
