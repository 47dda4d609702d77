import type { JsonObject, JsonSchema, JsonValue } from '@pf/core'

/** One call of a plan. Strings in `arguments` may be references to outputs of earlier calls. */
export interface PlannedCall {
  tool_name: string
  arguments: JsonObject
}

/**
 * The properties of a tool that are needed to check a plan. Without `inputSchema`, its arguments are not checked; without `outputSchema`,
 * references to it are faults.
 */
export interface PlanTool {
  name: string
  inputSchema?: JsonSchema
  outputSchema?: JsonSchema
}

/** A location in a plan: the call, the argument (`rows.0.id`) and the text as written. Both are empty for the call itself. */
export interface PlanLocation {
  tool_index: number
  argument: string
  template: string
}

/** The fault of a reference, or of the call that contains it. */
export type PlanFault =
  | { kind: 'unknown_tool'; tool: string; nearest?: string[] }
  | { kind: 'invalid_template_syntax' }
  | { kind: 'self_reference'; referenced_index: number }
  | { kind: 'index_out_of_bounds'; referenced_index: number; max_valid_index: number }
  | { kind: 'forward_reference'; referenced_index: number }
  | { kind: 'no_output_schema'; tool: string }
  | { kind: 'unresolvable_schema_ref'; tool: string; ref: string }
  | { kind: 'field_not_found'; tool: string; field: string; available_fields: string[] }
  | { kind: 'unknown_argument'; tool: string; available_fields: string[] }
  | { kind: 'type_mismatch'; expected: string[]; actual: string[] }
  | { kind: 'too_deep'; tool: string }
  /** The plan, the call or its arguments are not JSON of the declared form. */
  | { kind: 'unreadable'; tool: string }

/** A fault with its location, in one object. */
export type PlanError = PlanLocation & PlanFault

/** A construct that is allowed but rarely intended. */
export type PlanWarning = PlanLocation & { kind: 'embedded_reference' }

/** The result of checking a plan, in the order of the plan. */
export interface PlanReport {
  errors: PlanError[]
  warnings: PlanWarning[]
}

/** The result of a call that has run. */
export interface CallResult {
  success: boolean
  /** The structured output. Ignored without `success`. */
  output?: JsonValue | undefined
}

/** A reference to a value that did not exist when its call was due. */
export interface TemplateError {
  argument: string
  template: string
  kind: 'template_unresolved' | 'invalid_template_syntax' | 'too_deep' | 'too_large' | 'unreadable'
}
