import type { PlannerAction } from '../../contracts/action.ts'
import type { RepairKind } from '../scan/repair-log.ts'
import type { ActionErrorCode } from './action-error.ts'

/** An object that was read as an action. */
export interface Shape {
  ok: true
  action: PlannerAction
  /** The value in the object that its arguments were taken from. */
  source: unknown
  /** The action was taken from a top-level `plan`. */
  fromPlan: boolean
  repairs: RepairKind[]
}

/** Why an object is not an action. */
export interface ShapeMismatch {
  ok: false
  code: ActionErrorCode
  message: string
  /** The object has no part of an action, so the search continues behind it. */
  foreign?: true
}

/** Creates a mismatch. */
export function refuse(code: ActionErrorCode, message: string): ShapeMismatch {
  return { ok: false, code, message }
}
