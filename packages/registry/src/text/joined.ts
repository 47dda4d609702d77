import { isRecord } from '@pf/core/internal'
import { cellText, valueAt } from './parts.ts'

/** `1 to 9` over the numbers of a list, also over those in `{value}`; "" without any. One pass, however long it is. */
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

/** Puts parts together until the text is as long as any text form may be; no further part is made then. */
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
