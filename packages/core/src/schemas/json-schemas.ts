import { z } from 'zod'
import type { JsonObject, JsonSchema, JsonValue } from '../contracts/json.ts'
import { isRecord } from '../json/is-record.ts'
import { isJson } from './is-json.ts'

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
