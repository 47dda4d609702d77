import type { MachineOutput } from './action-machine.ts'
import type { ActionReaderEvent } from './reader-event.ts'

type DeltaType = 'reasoning_delta' | 'answer_delta' | 'args_delta'

/** Collects the events of one feed; neighbouring deltas of one kind become one. */
export class EventQueue implements MachineOutput {
  readonly wantsArgs = true
  private events: ActionReaderEvent[] = []

  push(event: ActionReaderEvent): void {
    this.events.push(event)
  }

  readonly node = (node: string): void => this.push({ type: 'node', node })
  readonly answer = (text: string): void => this.delta('answer_delta', text)
  readonly args = (text: string): void => this.delta('args_delta', text)
  readonly reasoning = (text: string): void => this.delta('reasoning_delta', text)

  take(): ActionReaderEvent[] {
    const { events } = this
    if (events.length > 0) this.events = []
    return events.length > 0 ? events : []
  }

  private delta(type: DeltaType, text: string): void {
    const last = this.events[this.events.length - 1]
    if (last?.type === type) last.text += text
    else this.events.push({ type, text })
  }
}
