import { isRecord } from '@pf/core/internal'
import { firstChildren } from '../json/first-children.ts'
import { getOwn } from '../json/set-own.ts'

const mostNodes = 100_000
const mostReferences = 256

/** Every `$artifact` name in a value, at most 256 of them; looks at 100,000 values at most. */
export function referencesIn(value: unknown): string[] {
  const refs = new Set<string>()
  const waiting: unknown[] = [value]
  let left = mostNodes
  while (waiting.length > 0 && refs.size < mostReferences) {
    const next = waiting.pop()
    const ref = isRecord(next) ? getOwn(next, '$artifact') : undefined
    if (typeof ref === 'string') refs.add(ref)
    else if (typeof next === 'object' && next !== null && left > 0) {
      const children = firstChildren(next, left)
      left -= children.length + 1
      for (const child of children) waiting.push(child)
    }
  }
  return [...refs]
}
