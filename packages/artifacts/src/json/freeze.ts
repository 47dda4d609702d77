import type { JsonValue } from '@pf/core'

/** Freezes JSON in place, all of it, without recursion. */
export function freeze<Value extends JsonValue>(value: Value): Value {
  const waiting: JsonValue[] = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue
    Object.freeze(next)
    for (const child of Object.values(next)) waiting.push(child)
  }
  return value
}
