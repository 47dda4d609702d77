import type { CallFaultKind } from '../../state/planned-run.ts'
import type { ToolOutcome } from '../../tools/tool-outcome.ts'

const kinds: ReadonlyMap<string, CallFaultKind> = new Map([
  ['template_unresolved', 'template_unresolved'],
  ['tool_input_invalid', 'invalid_arguments'],
  ['tool_output_invalid', 'output_schema_violation'],
  ['tool_output_missing', 'missing_structured_content'],
  ['tool_timeout', 'timeout'],
  ['tool_failed', 'exception'],
  ['outcome_unknown', 'outcome_unknown'],
])

/** The kind of a call that failed; what a tool reports itself is `tool_error`. */
export function callFault({ code = '' }: ToolOutcome): CallFaultKind {
  return kinds.get(code) ?? 'tool_error'
}
