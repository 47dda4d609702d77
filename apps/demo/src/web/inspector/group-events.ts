import type { TimelineEvent } from '@pf/react-renderers/store'

/** Neighbouring deltas of one kind as one line; other events stay by themselves. */
export interface EventGroup {
  first: TimelineEvent
  last: TimelineEvent
  count: number
}

const delta = /_(CONTENT|ARGS)$/

export function groupEvents(events: readonly TimelineEvent[]): EventGroup[] {
  const groups: EventGroup[] = []
  for (const event of events) {
    const open = groups.at(-1)
    if (open && delta.test(event.type) && open.first.type === event.type && open.first.run_id === event.run_id) {
      open.last = event
      open.count++
    } else groups.push({ first: event, last: event, count: 1 })
  }
  return groups
}
