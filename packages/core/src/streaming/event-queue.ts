import type { ActionReaderEvent } from './reader-event.ts'

type DeltaType = 'reasoning_delta' | 'answer_delta' | 'args_delta'

/** Collects the events of one feed; neighbouring deltas of one kind become one. */
export class EventQueue {
  private events: ActionReaderEvent[] = []

  push(event: ActionReaderEvent): void {
    this.events.push(event)
  }

  delta(type: DeltaType, text: string): void {
    const last = this.events[this.events.length - 1]
    if (last?.type === type) last.text += text
    else this.events.push({ type, text })
  }

  take(): ActionReaderEvent[] {
    const { events } = this
    if (events.length > 0) this.events = []
    return events.length > 0 ? events : []
  }
}
