import { type ActionFormat, type JsonValue, type PlannerAction, toLegacyAction } from '@pf/core'
import type { ModelMessage } from '../model/model.ts'
import { clampJson } from '../util/clamp-json.ts'

/** The kind of a repeated request to the model: an answer, an action, or a shorter action. */
export type RepairKind = 'answer' | 'action' | 'shorter'

const maxShown = 4_000

const prompts: Record<RepairKind, string> = {
  answer:
    'Your last reply held no answer in the required form. Reply again with only this JSON object: {"next_node": "final_response", "args": {"answer": "your answer to the user"}}',
  action: 'Your last reply could not be read as an action. Reply again with exactly one JSON object {"next_node": "…", "args": {…}} and nothing around it.',
  shorter: 'Your last reply was cut off before it was complete. Reply again with exactly one JSON object {"next_node": "…", "args": {…}}, shorter this time.',
}

const kinds: Readonly<Record<string, RepairKind>> = {
  missing_next_node: 'answer',
  missing_answer: 'answer',
  answer_not_string: 'answer',
  incomplete: 'shorter',
  too_large: 'shorter',
}

/** Returns the kind of repair for the code of an ActionError. */
export function repairKind(code: string): RepairKind {
  return (Object.hasOwn(kinds, code) ? kinds[code] : undefined) ?? 'action'
}

/** Returns the failed output and the description of its fault, as two short messages after the conversation. */
export function repairMessages(kind: RepairKind, { code, output }: { code: string; output: string }): ModelMessage[] {
  const shown = output.length > maxShown ? `${output.slice(0, maxShown).toWellFormed()}…` : output
  return [
    { role: 'assistant', content: shown === '' ? '(nothing)' : shown },
    { role: 'user', content: `${prompts[kind]} (${code})` },
  ]
}

/** The result of an action, for the model. */
interface Observation {
  tool_call_id: string
  tool: string
  observation: JsonValue
  /** A note of the planner, for example that the call was repeated. */
  note?: string
}

/**
 * Returns the message with a result for the model: a user message whose text is the JSON `{"tool_call_id","tool","observation","note"?}`,
 * with the keys in this order. The form is stable, because stored conversations and scripted models depend on it.
 */
export function observationMessage({ tool_call_id, tool, observation, note }: Observation): ModelMessage {
  return { role: 'user', content: JSON.stringify({ tool_call_id, tool, observation, ...(note === undefined ? {} : { note }) }) }
}

/** Maximum length of the arguments of a replayed action, in characters. */
const maxArgsChars = 8_000

/** Returns an action in the canonical form in which it is replayed to the model. */
export function actionMessage(action: PlannerAction, format: ActionFormat): ModelMessage {
  const args = clampJson(action.args as JsonValue, maxArgsChars).value as Record<string, unknown>
  const short = { next_node: action.next_node.slice(0, 64).toWellFormed(), args }
  return { role: 'assistant', content: JSON.stringify(format === 'legacy' ? toLegacyAction(short, '') : short) }
}
