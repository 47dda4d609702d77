import type { NormalizedAction, PlannerAction } from '../../contracts/action.ts'
import { PfError } from '../../errors/pf-error.ts'
import type { RepairKind } from '../scan/repair-log.ts'

/** The reason why model output is not a usable action. */
export type ActionErrorCode =
  | 'unparseable'
  | 'incomplete'
  | 'no_action'
  | 'missing_next_node'
  | 'missing_answer'
  | 'answer_not_string'
  | 'bad_next_node'
  | 'ambiguous_action'
  | 'ambiguous_args'
  | 'too_large'
  | 'too_deep'

/** The parts that could be read although the action is not usable. */
export interface ActionErrorDetails {
  /** The readable part of an incomplete answer. */
  partialAnswer?: string
  /** The reasoning before the action. */
  reasoning?: string
}

/**
 * Thrown by `normalizeAction`, and with the code `ambiguous_action` by an agent for an action with doubts. `errorCodes` lists the cause and
 * the remedy for each code. The message never contains the input.
 */
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

/** An object that was read as an action. */
export interface Shape {
  ok: true
  action: PlannerAction
  /** The value in the object that contained the arguments. */
  source: unknown
  /** True if the action was created from a top-level `plan`. */
  fromPlan: boolean
  repairs: RepairKind[]
  beside?: NonNullable<NormalizedAction['beside']>
}

/** The reason why an object is not an action. */
export interface ShapeMismatch {
  ok: false
  code: ActionErrorCode
  message: string
  /** Set if the object has no part of an action, so that the search continues after it. */
  foreign?: true
}

/** Creates a mismatch. */
export function refuse(code: ActionErrorCode, message: string): ShapeMismatch {
  return { ok: false, code, message }
}
