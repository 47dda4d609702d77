import type { ActionErrorCode } from '../shape/shape-result.ts'

/** Collects the events of one call of `feed`. Adjacent deltas of the same type are merged. */
export class EventQueue {
  private events: ActionReaderEvent[] = []
  /** The last event, to which text may still be appended. */
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
  /** True if the action is complete. Closing brackets after its arguments may be missing. */
  complete: boolean
  /** The rest of the answer, or the entire answer if `reset` is set. */
  text: string
  /** Set if the text emitted so far is not the start of the answer, or if there is no answer: the emitted text has to be withdrawn. */
  reset?: true
  /** Set if there is no usable action: the code of the error that `normalizeAction` throws for the same text. */
  error?: ActionErrorCode
}

/** An event of an action reader. */
export type ActionReaderEvent =
  | { type: 'reasoning_delta'; text: string }
  | { type: 'node'; node: string }
  | { type: 'answer_delta'; text: string }
  | { type: 'args_delta'; text: string }
  | EndEvent
