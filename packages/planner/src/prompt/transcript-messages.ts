import { type ActionFormat, type JsonValue, type PlannerAction, toLegacyAction } from '@pf/core'
import type { ModelMessage } from '../model/model.ts'
import { clampJson } from '../util/clamp-json.ts'

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
