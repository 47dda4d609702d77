import type { JsonValue } from '../contracts/json.ts'
import { isPlainObject } from '../json/is-plain-object.ts'

const maxDepth = 1_000

/** True for what JSON can carry, up to 1,000 levels; walks without recursion and refuses circles. */
export function isJson(root: unknown): root is JsonValue {
  const above = new Set<object>()
  const stack: { value: unknown; leave?: true }[] = [{ value: root }]
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { value, leave } = top
    if (leave) above.delete(value as object)
    else if (typeof value === 'object' && value !== null) {
      if (above.has(value) || above.size >= maxDepth || !(Array.isArray(value) || isPlainObject(value))) return false
      above.add(value)
      stack.push({ value, leave: true })
      for (const child of Object.values(value)) stack.push({ value: child })
    } else if (!isScalar(value)) return false
  }
  return true
}

const isScalar = (value: unknown) =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
