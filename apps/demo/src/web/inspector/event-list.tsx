import type { TimelineEvent } from '@pf/react-renderers/store'

/** The events of one answer with number and time in seconds since its start. Consecutive deltas of one type share a line. */
export function EventList({ events, runs }: { events: readonly TimelineEvent[]; runs: readonly string[] }) {
  const own = events.filter((event) => runs.includes(event.run_id))
  const start = own[0]?.ts ?? 0
  if (own.length === 0) return <p className="inspector__none">No event of this answer has arrived.</p>
  return (
    <table className="events">
      <caption className="visually-hidden">Events of this answer</caption>
      <thead>
        <tr>
          <th scope="col">No.</th>
          <th scope="col">s</th>
          <th scope="col">Event</th>
        </tr>
      </thead>
      <tbody>
        {groupEvents(own).map((group) => (
          <Line key={`${group.first.run_id} ${group.first.id}`} group={group} start={start} />
        ))}
      </tbody>
    </table>
  )
}

function Line({ group: { first, last, count }, start }: { group: EventGroup; start: number }) {
  const what = count === 1 ? first.summary : `× ${count.toLocaleString('en')}, to ${last.id}`
  return (
    <tr>
      <td className="events__number">{first.id}</td>
      <td className="events__number">{((first.ts - start) / 1000).toFixed(3)}</td>
      <td className="events__what" title={what}>
        <b>{first.type}</b> <span>{what}</span>
      </td>
    </tr>
  )
}

/** A line of the event list: one event, or consecutive deltas of one type. */
interface EventGroup {
  first: TimelineEvent
  last: TimelineEvent
  count: number
}

const deltaType = /_(CONTENT|ARGS)$/

export function groupEvents(events: readonly TimelineEvent[]): EventGroup[] {
  const groups: EventGroup[] = []
  for (const event of events) {
    const open = groups.at(-1)
    if (open && deltaType.test(event.type) && open.first.type === event.type && open.first.run_id === event.run_id) {
      open.last = event
      open.count++
    } else groups.push({ first: event, last: event, count: 1 })
  }
  return groups
}
