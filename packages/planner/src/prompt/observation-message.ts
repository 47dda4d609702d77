import type { JsonValue } from '@pf/core'
import type { ModelMessage } from '../model/model.ts'

/** The result of an action, for the model. */
export interface Observation {
  tool_call_id: string
  tool: string
  observation: JsonValue
  /** A note of the planner, for example that the call was repeated. */
  note?: string
}

/**
 * The form in which results reach a model: a user message whose text is the JSON `{"tool_call_id","tool","observation","note"?}`, with the
 * keys in this order. The form is stable, because stored conversations and scripted models read it.
 */
export function observationMessage({ tool_call_id, tool, observation, note }: Observation): ModelMessage {
  return { role: 'user', content: JSON.stringify({ tool_call_id, tool, observation, ...(note === undefined ? {} : { note }) }) }
}
