import type { Scalars } from './read-rows.ts'

/** Maximum number of values that are searched for lists of labels, and of lists of one length that are kept. */
const maxSeen = 10_000
const maxLists = 4

/** Returns the lists of texts in the props of a component by their length. They can label the numbers of a list with the same length. */
export function labelLists(props: unknown): Map<number, Scalars[]> {
  const labels = new Map<number, Scalars[]>()
  const waiting: unknown[] = [props]
  for (let seen = 0; waiting.length > 0 && seen < maxSeen; seen++) {
    const next = waiting.pop()
    if (typeof next !== 'object' || next === null) continue
    if (!Array.isArray(next)) {
      for (const child of Object.values(next)) if (typeof child === 'object' && child !== null) waiting.push(child)
      continue
    }
    if (next.length > 1 && next.every((item) => typeof item === 'string'))
      labels.set(next.length, [...(labels.get(next.length) ?? []), next].slice(0, maxLists))
    else if (typeof next[0] === 'object' && next.length <= 200) for (const child of next) waiting.push(child)
  }
  return labels
}

/** Returns the size of a unit of the last digit of a JSON number. */
export function stepOf(value: number): number {
  const text = String(value)
  const exponent = text.indexOf('e')
  const mantissa = exponent < 0 ? text : text.slice(0, exponent)
  const point = mantissa.indexOf('.')
  return 10 ** ((exponent < 0 ? 0 : Number(text.slice(exponent + 1))) - (point < 0 ? 0 : mantissa.length - point - 1))
}
