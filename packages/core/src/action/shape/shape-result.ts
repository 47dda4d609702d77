import type { PlannerAction } from '../../contracts/action.ts'
import type { RepairKind } from '../scan/repair-log.ts'
import type { ActionErrorCode } from './action-error.ts'

/** An object read as an action. */
export interface Shape {
  ok: true
  action: PlannerAction
  /** The value its arguments were taken from, as it stands in the object. */
  source: unknown
  /** Taken from a top-level `plan`. */
  fromPlan: boolean
  repairs: RepairKind[]
}

/** Why an object is no action. */
export interface ShapeMismatch {
  ok: false
  code: ActionErrorCode
  message: string
  /** Has nothing of an action, so that the search goes on behind it. */
  foreign?: true
}

/** Makes a refusal. */
export function refuse(code: ActionErrorCode, message: string): ShapeMismatch {
  return { ok: false, code, message }
}
