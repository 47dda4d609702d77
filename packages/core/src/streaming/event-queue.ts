import type { ActionReaderEvent } from './reader-event.ts'

/** Collects the events of one feed; neighbouring deltas of one kind become one. */
export class EventQueue {
  private events: ActionReaderEvent[] = []
  /** The last event; most feeds have one, which needs no list that can grow. */
  private last: ActionReaderEvent | undefined

  push(event: ActionReaderEvent): void {
    const { last } = this
    if (last?.type === event.type && 'text' in last && 'text' in event) {
      last.text += event.text
      return
    }
    if (last) this.events.push(last)
    this.last = event
  }

  take(): ActionReaderEvent[] {
    const { events, last } = this
    if (last === undefined) return []
    this.last = undefined
    if (events.length === 0) return [last]
    this.events = []
    events.push(last)
    return events
  }
}
