import { isRecord } from '@pf/core/internal'
import { cellText, valueAt } from './parts.ts'

/** Returns a range such as `1 to 9` for the numbers of a list, including those in `{value}`; "" if there are none. Needs one pass over the list. */
export function numberRange(list: readonly unknown[]): string {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const point of list) {
    const value = isRecord(point) ? valueAt(point, 'value') : point
    if (typeof value !== 'number') continue
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return low <= high ? `${cellText(low)} to ${cellText(high)}` : ''
}

const max = 200_000

/** Joins parts until the maximum length of a text form is reached. Further parts are not created. */
export function joined(parts: Iterable<string>, separator: string): string {
  let text = ''
  let first = true
  for (const part of parts) {
    text += (first ? '' : separator) + part.slice(0, max)
    first = false
    if (text.length >= max) break
  }
  return text
}
