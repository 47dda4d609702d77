import { isRecord } from '@pf/core'
import { getOwn } from '../json/set-own.ts'

const mostNodes = 100_000
const mostReferences = 256

/** Every `$artifact` name in a value, at most 256 of them; looks at 100,000 values at most. */
export function referencesIn(value: unknown): string[] {
  const refs = new Set<string>()
  const waiting: unknown[] = [value]
  for (let nodes = 0; waiting.length > 0 && nodes < mostNodes && refs.size < mostReferences; nodes++) {
    const next = waiting.pop()
    const ref = isRecord(next) ? getOwn(next, '$artifact') : undefined
    if (typeof ref === 'string') refs.add(ref)
    else if (typeof next === 'object' && next !== null) for (const child of Object.values(next)) waiting.push(child)
  }
  return [...refs]
}
