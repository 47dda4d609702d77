import type { JsonObject, JsonValue } from '@pf/core'
import type { PlanError, PlannedCall } from '../plans/plan-types.ts'

/** Why a planned call failed. */
export type CallFaultKind =
  | 'template_unresolved'
  | 'invalid_arguments'
  | 'output_schema_violation'
  | 'missing_structured_content'
  | 'tool_error'
  | 'timeout'
  | 'exception'
  | 'outcome_unknown'

/** What became of one planned call, as the model is told of it; there is one for every call of the plan. */
export interface CallReport {
  tool_call_id: string
  tool_name: string
  /** With references put in from what the model may see. */
  arguments: JsonObject
  status: 'success' | 'failed' | 'skipped'
  kind?: CallFaultKind
  /** Redacted; absent for a skipped call. */
  output?: JsonValue
}

/** A plan and how far it has come; part of the run's state. */
export interface PlannedRun {
  plan_id: string
  reasoning: string
  calls: PlannedCall[]
  /** Why nothing of the plan runs. */
  errors: (PlanError | { kind: 'plan_unreadable' | 'too_many_calls'; message: string })[]
  done: CallReport[]
  /** Structured outputs of the calls in `done`, for those that later calls refer to; null where there is none. */
  outputs: JsonValue[]
}
