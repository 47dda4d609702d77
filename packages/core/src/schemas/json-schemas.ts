import { z } from 'zod'
import type { JsonObject, JsonSchema, JsonValue } from '../contracts/json.ts'
import { isPlainObject, isRecord } from '../json/records.ts'

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

/** Any JSON value, up to 1,000 levels; the value itself comes out, not a copy. */
export const jsonValueSchema = z.custom<JsonValue>(isJson, 'expected a JSON value')

/** A JSON object; keys such as `__proto__` stay data. */
export const jsonObjectSchema = z.custom<JsonObject>((value) => isRecord(value) && isJson(value), 'expected a JSON object')

/** A JSON Schema as data: a boolean or an object. */
export const jsonSchemaSchema = z.custom<JsonSchema>(
  (value) => typeof value === 'boolean' || (isRecord(value) && isJson(value)),
  'expected a JSON Schema: an object or a boolean',
)

/** Any JSON value where the contract says no more. */
export const anyJsonSchema = z.custom<unknown>(isJson, 'expected a JSON value')

/** Arguments of a node: a JSON object as it is, keys such as `__proto__` included. A record of zod would drop those. */
export const membersSchema = z.custom<Record<string, unknown>>((value) => isRecord(value) && isJson(value), 'expected a JSON object')
