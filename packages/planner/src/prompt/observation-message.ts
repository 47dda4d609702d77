import type { JsonValue } from '@pf/core'
import type { ModelMessage } from '../model/model.ts'

/** What came of an action, for the model. */
export interface Observation {
  tool_call_id: string
  tool: string
  observation: JsonValue
  /** What the planner has to say about it, e.g. that it was a repeat. */
  note?: string
}

/**
 * The one form in which results reach a model: a user message whose text is JSON `{"tool_call_id","tool","observation","note"?}`, keys in
 * this order. Stable: stored conversations and scripted models read it.
 */
export function observationMessage({ tool_call_id, tool, observation, note }: Observation): ModelMessage {
  return { role: 'user', content: JSON.stringify({ tool_call_id, tool, observation, ...(note === undefined ? {} : { note }) }) }
}
