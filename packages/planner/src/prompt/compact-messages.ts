import type { JsonValue } from '@pf/core'
import { isRecord, parseJson } from '@pf/core/internal'
import type { ModelMessage } from '../model/model.ts'
import { clampJson } from '../util/clamp-json.ts'

const maxObservation = 1_500
const keptWhole = 2

/**
 * Shortens a conversation after an overflow of the context: all observations but the last two are shortened, and only the newest half of the
 * messages before the last question is kept. The system prompt is never changed.
 */
export function compactMessages(
  history: readonly ModelMessage[],
  transcript: readonly ModelMessage[],
): { history: ModelMessage[]; transcript: ModelMessage[] } {
  const [system, ...rest] = history
  const question = rest.at(-1)
  const kept = [...rest.slice(Math.floor(rest.length / 2), -1).map(shorten), ...(question ? [question] : [])].map(withoutReasoning)
  const cut = transcript.map((message, index) => withoutReasoning(index >= transcript.length - keptWhole ? message : shorten(message)))
  return { history: system ? [system, ...kept] : kept, transcript: cut }
}

/** Returns a message without its reasoning items, which providers refuse after the conversation before them was changed. */
export function withoutReasoning(message: ModelMessage): ModelMessage {
  if (!message.reasoning) return message
  const { reasoning: _, ...rest } = message
  return rest
}

function shorten(message: ModelMessage): ModelMessage {
  if (message.content.length <= maxObservation) return message
  const value = parseJson(message.content)
  if (!isRecord(value)) return { ...message, content: `${message.content.slice(0, maxObservation).toWellFormed()}… (cut)` }
  return { ...message, content: JSON.stringify(clampJson(value as JsonValue, maxObservation).value) }
}
