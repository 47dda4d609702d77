import type { TimelineEvent } from '@pf/react-renderers/store'

/** Events of one answer with sequence number and time since its start, in seconds. */
export function EventList({ events, runs }: { events: readonly TimelineEvent[]; runs: readonly string[] }) {
  const own = events.filter((event) => runs.includes(event.run_id))
  const start = own[0]?.ts ?? 0
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
        {own.map((event) => (
          <tr key={`${event.run_id} ${event.id}`}>
            <td className="events__number">{event.id}</td>
            <td className="events__number">{((event.ts - start) / 1000).toFixed(3)}</td>
            <td className="events__what" title={event.summary}>
              <b>{event.type}</b> {event.summary}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
