import type { JsonValue } from '../contracts/json.ts'
import { PfError } from '../errors/pf-error.ts'

const maxDepth = 1_000

/** JSON text with the keys of every object in code unit order, so equal values give equal text. Throws PfError `too_deep` beyond 1,000 levels. */
export function canonicalJson(value: JsonValue, depth = 0): string {
  if (depth > maxDepth) throw new PfError('too_deep', `The value is nested deeper than ${maxDepth} levels. Flatten it.`)
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  members.sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member, depth + 1)}`).join(',')}}`
}
