import type { JsonObject, JsonValue } from '@pf/core'
import type { PlanError, PlannedCall } from '../plans/plan-types.ts'

/** The reason why a planned call failed. */
export type CallFaultKind =
  | 'template_unresolved'
  | 'invalid_arguments'
  | 'output_schema_violation'
  | 'missing_structured_content'
  | 'tool_error'
  | 'timeout'
  | 'exception'
  | 'outcome_unknown'

/** The result of one planned call in the form that the model reads. There is one report for every call of the plan. */
export interface CallReport {
  tool_call_id: string
  tool_name: string
  /** Arguments in which references are replaced by values that the model may see. */
  arguments: JsonObject
  status: 'success' | 'failed' | 'skipped'
  kind?: CallFaultKind
  /** The redacted output; absent for a skipped call. */
  output?: JsonValue
}

/** A plan and its progress; part of the state of the run. */
export interface PlannedRun {
  plan_id: string
  reasoning: string
  calls: PlannedCall[]
  /** Errors that prevent the plan from running. */
  errors: (PlanError | { kind: 'plan_unreadable' | 'too_many_calls'; message: string })[]
  done: CallReport[]
  /** Structured outputs of the calls in `done` to which later calls refer; null for all other calls. */
  outputs: JsonValue[]
}
