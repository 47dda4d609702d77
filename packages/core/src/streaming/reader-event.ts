import type { ActionErrorCode } from '../action/action-error.ts'

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
