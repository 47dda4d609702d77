import type { ActionErrorCode } from '../shape/shape-result.ts'

/** Collects the events of one feed. Neighbouring deltas of the same type become one. */
export class EventQueue {
  private events: ActionReaderEvent[] = []
  /** The last event, which may still grow. */
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

/** The last event of `finish`. */
export interface EndEvent {
  type: 'end'
  /** The action is complete. Closing brackets may be missing behind its arguments. */
  complete: boolean
  /** The rest of the answer, or the entire answer with `reset`. */
  text: string
  /** The text passed on so far is not the start of the answer, or there is no answer: it has to be withdrawn. */
  reset?: true
  /** Why there is no usable action: the code of the error that `normalizeAction` throws for the same text. */
  error?: ActionErrorCode
}

/** An event of an action reader. */
export type ActionReaderEvent =
  | { type: 'reasoning_delta'; text: string }
  | { type: 'node'; node: string }
  | { type: 'answer_delta'; text: string }
  | { type: 'args_delta'; text: string }
  | EndEvent
