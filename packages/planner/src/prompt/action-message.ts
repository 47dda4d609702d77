import type { ActionFormat, JsonValue, PlannerAction } from '@pf/core'
import { toLegacyAction } from '@pf/core'
import type { ModelMessage } from '../model/model.ts'
import { clampJson } from '../util/clamp-json.ts'

/** Longer arguments, such as written-out rows, are shortened when the model's own action is shown to it again. */
const maxArgsChars = 8_000

/** An action of the model as it is replayed to it: canonical, so that a model that strayed sees the right form. */
export function actionMessage(action: PlannerAction, format: ActionFormat): ModelMessage {
  const args = clampJson(action.args as JsonValue, maxArgsChars).value as Record<string, unknown>
  const short = { next_node: action.next_node.slice(0, 64).toWellFormed(), args }
  return { role: 'assistant', content: JSON.stringify(format === 'legacy' ? toLegacyAction(short, '') : short) }
}
