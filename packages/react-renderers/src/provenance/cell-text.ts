import type { JsonValue } from '@pf/core'
import { plainText } from '../text/plain-text.ts'

const maxCellChars = 200

/** Returns a value of a result as one line. */
export function cellText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  return plainText(typeof value === 'string' ? value : JSON.stringify(value), maxCellChars)
}
