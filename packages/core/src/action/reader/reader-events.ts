import type { ActionErrorCode } from '../shape/action-error.ts'

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

/** What `finish` says last. */
export interface EndEvent {
  type: 'end'
  /** The action was read whole (missing closers after its arguments included). */
  complete: boolean
  /** The rest of the answer; with `reset` all of it. */
  text: string
  /** What was shown is not how the answer begins (or there is no answer): it has to be taken back. */
  reset?: true
  /** Why there is no usable action: the code that `normalizeAction` throws for the same text. */
  error?: ActionErrorCode
}

/** What a reader tells as the model writes. */
export type ActionReaderEvent =
  | { type: 'reasoning_delta'; text: string }
  | { type: 'node'; node: string }
  | { type: 'answer_delta'; text: string }
  | { type: 'args_delta'; text: string }
  | EndEvent
