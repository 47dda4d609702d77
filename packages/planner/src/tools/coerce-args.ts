import { parsePointer } from '@pf/core'
import { isRecord, parseJson, readObject, type SchemaError } from '@pf/core/internal'

/** One corrected argument: its location and the kind of correction. */
export interface Coercion {
  pointer: string
  kind: 'json_string' | 'to_number' | 'to_boolean' | 'to_string' | 'to_array' | 'to_null' | 'null_removed'
}

type ValueLocation = { parent: Record<string, unknown> | unknown[]; key: string }
type Attempt = { kind: Coercion['kind']; value: unknown } | undefined

/**
 * Corrects frequent errors of weak models that have only one interpretation: JSON or numbers given as strings, a single value for a list,
 * null for an optional argument. Changes `args` in place, only at locations with a type error in the schema. Unknown arguments are never
 * dropped, because one of them may be essential for a safe call.
 */
export function coerceArgs(args: Record<string, unknown>, errors: readonly SchemaError[]): Coercion[] {
  const done: Coercion[] = []
  for (const error of errors) {
    const location = error.keyword === 'type' ? locate(args, error.instancePath) : undefined
    const attempt = location && coerce(readAt(location), typesOf(error))
    if (!location || !attempt || (attempt.kind === 'null_removed' && Array.isArray(location.parent))) continue
    writeAt(location, attempt)
    done.push({ pointer: error.instancePath, kind: attempt.kind })
  }
  return done
}

function typesOf(error: SchemaError): string[] {
  const type: unknown = error.params.type
  return (Array.isArray(type) ? type : String(type).split(',')).map(String)
}

function coerce(value: unknown, types: readonly string[]): Attempt {
  for (const type of types) {
    const attempt = byType.get(type)?.(value)
    if (attempt) return attempt
  }
  return value === null || isNullText(value) ? { kind: 'null_removed', value: undefined } : undefined
}

const byType = new Map<string, (value: unknown) => Attempt>([
  ['number', toNumber],
  ['integer', toNumber],
  ['null', (value) => (isNullText(value) ? { kind: 'to_null', value: null } : undefined)],
  ['boolean', toBoolean],
  ['object', (value) => parsed(value, isRecord)],
  ['array', (value) => parsed(value, Array.isArray) ?? (isScalar(value) ? { kind: 'to_array', value: [value] } : undefined)],
  ['string', (value) => (typeof value === 'boolean' || isExact(value) ? { kind: 'to_string', value: String(value) } : undefined)],
])

/** True for a number that was read digit by digit. An identifier beyond 2^53 is rounded, and 3.10 has lost its zero. */
const isExact = (value: unknown) => Number.isSafeInteger(value)

/** True for null in JSON, or in Python as written by some models. */
const isNullText = (value: unknown) => value === 'null' || value === 'None'

function toBoolean(value: unknown): Attempt {
  const name = typeof value === 'string' ? value.trim().toLowerCase() : ''
  return name === 'true' || name === 'false' ? { kind: 'to_boolean', value: name === 'true' } : undefined
}

const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

function toNumber(value: unknown): Attempt {
  if (typeof value !== 'string' || !/^-?\d{1,15}(\.\d{1,15})?$/.test(value.trim())) return undefined
  return { kind: 'to_number', value: Number(value) }
}

/** Returns the object or list in a text, written as JSON or as in Python. */
function parsed(value: unknown, accepts: (parsed: unknown) => boolean): Attempt {
  if (typeof value !== 'string') return undefined
  const result = parseJson(value) ?? (/^\s*[{[]/.test(value) ? parsePython(value) : undefined)
  return accepts(result) ? { kind: 'json_string', value: result } : undefined
}

/** Parses the text as the first of two members of an object, so that it must end where the second one begins. */
function parsePython(value: string): unknown {
  const read = readObject(`{"value":${value},"end":true}`)
  return read && Object.keys(read).join() === 'value,end' ? read.value : undefined
}

function locate(root: Record<string, unknown>, pointer: string): ValueLocation | undefined {
  const tokens = parsePointer(pointer)
  const key = tokens?.pop()
  if (!tokens || key === undefined) return undefined
  let parent: unknown = root
  for (const token of tokens) parent = typeof parent === 'object' && parent !== null && Object.hasOwn(parent, token) ? Reflect.get(parent, token) : undefined
  return (isRecord(parent) || Array.isArray(parent)) && Object.hasOwn(parent, key) ? { parent, key } : undefined
}

const readAt = ({ parent, key }: ValueLocation): unknown => Reflect.get(parent, key)

function writeAt({ parent, key }: ValueLocation, { kind, value }: NonNullable<Attempt>) {
  if (kind === 'null_removed') Reflect.deleteProperty(parent, key)
  else Reflect.set(parent, key, value)
}
