import type { ActionFormat, JsonValue, PlannerAction } from '@pf/core'
import { toLegacyAction } from '@pf/core'
import type { ModelMessage } from '../model/model.ts'
import { clampJson } from '../util/clamp-json.ts'

/** Maximum length of the arguments of a replayed action, in characters. */
const maxArgsChars = 8_000

/** An action in the canonical form in which it is replayed to the model. */
export function actionMessage(action: PlannerAction, format: ActionFormat): ModelMessage {
  const args = clampJson(action.args as JsonValue, maxArgsChars).value as Record<string, unknown>
  const short = { next_node: action.next_node.slice(0, 64).toWellFormed(), args }
  return { role: 'assistant', content: JSON.stringify(format === 'legacy' ? toLegacyAction(short, '') : short) }
}
