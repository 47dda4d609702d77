import type { FinishReason, JsonValue } from '@pf/core'
import { getOwn, isRecord, truncateText } from '@pf/core/internal'
import { isPlaceholder } from '../describe/placeholder.ts'
import { toJson } from '../json/to-json.ts'

const names = ['answer', 'summary', 'text', 'message', 'result', 'content', 'response']
const maxLength = 1_000

/**
 * Returns a readable text from the last redacted observation, for finishes without a model answer: the text itself, a field that contains
 * it, or otherwise short data as JSON. Returns undefined if there is no text. Pass redacted data only.
 */
export function fallbackAnswer(observation: unknown): string | undefined {
  try {
    return readable(toJson(observation))
  } catch {
    // A proxy may still throw when it is read again.
    return undefined
  }
}

function readable(redacted: JsonValue): string | undefined {
  if (typeof redacted === 'string') return shorten(redacted)
  if (typeof redacted === 'number' || typeof redacted === 'boolean') return String(redacted)
  if (!isRecord(redacted)) return asJson(redacted)
  const named = names.map((name) => getOwn(redacted, name)).find((value) => typeof value === 'string' && value.trim() !== '' && !isPlaceholder(value))
  return typeof named === 'string' ? shorten(named) : asJson(redacted)
}

function asJson(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const shown = isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([, field]) => !isPlaceholder(field))) : value
  return Object.keys(shown).length === 0 ? undefined : shorten(JSON.stringify(shown))
}

function shorten(text: string): string | undefined {
  const plain = text.toWellFormed().trim()
  if (plain === '') return undefined
  return truncateText(plain, maxLength)
}

/** The answer text of a finish, and its origin. */
export interface ChosenAnswer {
  text: string
  from: 'model' | 'fallback' | 'none'
}

const sentences: Record<FinishReason, string> = {
  answer: 'There is no answer.',
  no_path: 'I could not find a way to answer this. Please ask in another way or tell me more.',
  budget_exhausted: 'The limit for this request was reached before there was an answer.',
  deadline: 'Time ran out before there was an answer.',
  cancelled: 'This was stopped before there was an answer.',
  paused: 'This is waiting for your input.',
  error: 'Something went wrong before there was an answer.',
}

/** Reasons whose finish shows the last observation if the model gave no answer. */
const readsFallback = new Set<FinishReason>(['answer', 'no_path', 'budget_exhausted', 'deadline', 'error'])

/** Returns the model's answer if there is one, otherwise the last (redacted) observation, otherwise a sentence that explains why there is no answer. */
export function chooseAnswer(reason: FinishReason, given: readonly unknown[], fallback: unknown): ChosenAnswer {
  const model = given.find((text) => typeof text === 'string' && text.trim() !== '')
  if (typeof model === 'string') return { text: model.toWellFormed(), from: 'model' }
  const found = readsFallback.has(reason) ? fallbackAnswer(fallback) : undefined
  return found === undefined ? { text: sentences[reason], from: 'none' } : { text: found, from: 'fallback' }
}
