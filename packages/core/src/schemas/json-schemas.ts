import { z } from 'zod'
import type { JsonObject, JsonSchema, JsonValue } from '../contracts/json.ts'
import { isPlainObject, isRecord } from '../json/records.ts'

const maxDepth = 1_000

/** True for a JSON value with at most 1,000 levels. Works without recursion and refuses cycles. */
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

/** Any JSON value with at most 1,000 levels. The output is the value itself, not a copy. */
export const jsonValueSchema = z.custom<JsonValue>(isJson, 'expected a JSON value')

/** A JSON object. Keys such as `__proto__` are kept as data. */
export const jsonObjectSchema = z.custom<JsonObject>((value) => isRecord(value) && isJson(value), 'expected a JSON object')

/** A JSON Schema: a boolean or an object. */
export const jsonSchemaSchema = z.custom<JsonSchema>(
  (value) => typeof value === 'boolean' || (isRecord(value) && isJson(value)),
  'expected a JSON Schema: an object or a boolean',
)

/** Any JSON value, for members that the contract does not restrict. */
export const anyJsonSchema = z.custom<unknown>(isJson, 'expected a JSON value')

/** Arguments of a node: an unmodified JSON object, including keys such as `__proto__`, which a zod record would drop. */
export const membersSchema = z.custom<Record<string, unknown>>((value) => isRecord(value) && isJson(value), 'expected a JSON object')
