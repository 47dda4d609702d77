import type { DeltaType, MachineOutput } from './action-machine.ts'
import type { ActionReaderEvent } from './reader-event.ts'

/** Collects the events of one feed; neighbouring deltas of one kind become one. */
export class EventQueue implements MachineOutput {
  readonly wantsArgs = true
  private events: ActionReaderEvent[] = []
  /** The last event; most feeds have one, which needs no list that can grow. */
  private last: ActionReaderEvent | undefined

  push(event: ActionReaderEvent): void {
    if (this.last) this.events.push(this.last)
    this.last = event
  }

  node(node: string): void {
    this.push({ type: 'node', node })
  }

  delta(type: DeltaType, text: string): void {
    const { last } = this
    if (last?.type === type) last.text += text
    else this.push({ type, text })
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
