import type { JsonObject, JsonSchema, JsonValue } from '@pf/core'

/** One call of a plan; texts in `arguments` may be references to outputs of earlier calls. */
export interface PlannedCall {
  tool_name: string
  arguments: JsonObject
}

/** What the check of a plan needs to know of a tool. Without `inputSchema` its arguments are not looked at, without `outputSchema` nothing can refer to it. */
export interface PlanTool {
  name: string
  inputSchema?: JsonSchema
  outputSchema?: JsonSchema
}

/** Where in a plan something is: the call, the argument (`rows.0.id`) and the text as it is written; both empty when it is the call itself. */
export interface PlanLocation {
  tool_index: number
  argument: string
  template: string
}

/** What is wrong with a reference, or with the call that holds it. */
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
  /** The plan, the call or its arguments are no JSON of the declared form. */
  | { kind: 'unreadable'; tool: string }

/** A fault and its place, flat. */
export type PlanError = PlanLocation & PlanFault

/** Something that is allowed but seldom meant. */
export type PlanWarning = PlanLocation & { kind: 'embedded_reference' }

/** What the check of a plan found, in the order of the plan. */
export interface PlanReport {
  errors: PlanError[]
  warnings: PlanWarning[]
}

/** What a call that has run left behind. */
export interface CallResult {
  success: boolean
  /** The structured output; ignored without `success`. */
  output?: JsonValue | undefined
}

/** A reference that had nothing to read when its call was due. */
export interface TemplateError {
  argument: string
  template: string
  kind: 'template_unresolved' | 'invalid_template_syntax' | 'too_deep' | 'too_large' | 'unreadable'
}
