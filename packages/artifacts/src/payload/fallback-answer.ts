import type { JsonValue } from '@pf/core'
import { getOwn, isRecord, truncateText } from '@pf/core/internal'
import { isPlaceholder } from '../describe/placeholder.ts'
import { toJson } from '../json/to-json.ts'

const names = ['answer', 'summary', 'text', 'message', 'result', 'content', 'response']
const maxLength = 1_000

/**
 * A readable text from the last redacted observation, for finishes without a model answer: the text itself, a field that says it,
 * else short data as JSON. Undefined when there is nothing to read. Pass redacted data only.
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
