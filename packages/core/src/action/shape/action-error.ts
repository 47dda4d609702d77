import { PfError } from '../../errors/pf-error.ts'

/** Why model output is no usable action. */
export type ActionErrorCode =
  | 'unparseable'
  | 'incomplete'
  | 'no_action'
  | 'missing_next_node'
  | 'missing_answer'
  | 'answer_not_string'
  | 'bad_next_node'
  | 'too_large'
  | 'too_deep'

/** What could be read although the action is not usable. */
export interface ActionErrorDetails {
  /** Of an answer that was cut: its text so far. */
  partialAnswer?: string
  /** Reasoning that came before. */
  reasoning?: string
}

/** Thrown by `normalizeAction`; cause and cure of each code are in `errorCodes`. The message never holds the input. */
export class ActionError extends PfError<ActionErrorCode> {
  readonly partialAnswer?: string
  readonly reasoning?: string

  constructor(code: ActionErrorCode, message: string, details: ActionErrorDetails = {}) {
    super(code, message)
    this.name = 'ActionError'
    if (details.partialAnswer !== undefined) this.partialAnswer = details.partialAnswer
    if (details.reasoning !== undefined) this.reasoning = details.reasoning
  }
}
