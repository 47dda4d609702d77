import type { JsonValue } from '../contracts/json.ts'
import { PfError } from '../errors/pf-error.ts'
import { isPlainObject } from './records.ts'
import { requireBytes } from './utf8.ts'

/**
 * Returns the SHA-256 hash of bytes as 64 lower-case hex digits, computed by Web Crypto. Throws PfError `invalid_input` for a value that is
 * not a view of bytes.
 */
export async function sha256Hex(bytes: Uint8Array): Promise<string> {
  const view = requireBytes(bytes)
  const plain = view.buffer instanceof ArrayBuffer ? new Uint8Array(view.buffer, view.byteOffset, view.byteLength) : new Uint8Array(view)
  const digest = await crypto.subtle.digest('SHA-256', plain)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const maxDepth = 1_000

/**
 * Returns JSON text with the keys of every object in code unit order, so that equal values give equal text. Throws PfError `too_deep`
 * beyond 1,000 levels and `invalid_input` for values that JSON cannot represent, because their text and hash would be those of another
 * value.
 */
export function canonicalJson(value: JsonValue, depth = 0): string {
  if (depth > maxDepth) throw new PfError('too_deep', `The value is nested deeper than ${maxDepth} levels. Flatten it.`)
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join(',')}]`
  if (typeof value !== 'object' || value === null) return scalar(value)
  if (!isPlainObject(value)) throw formless('an instance of a class')
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  members.sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member, depth + 1)}`).join(',')}}`
}

function scalar(value: unknown): string {
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') throw formless(`a ${typeof value}`)
  return JSON.stringify(value) ?? 'null'
}

const formless = (what: string) => new PfError('invalid_input', `JSON cannot represent ${what}. Pass plain JSON only.`)

/**
 * Returns the SHA-256 hash (hex) of a JSON value, independent of the order of keys. Throws PfError `too_deep` beyond 1,000 levels and
 * `invalid_input` for values that JSON cannot represent.
 */
export async function hashJson(value: JsonValue): Promise<string> {
  return sha256Hex(new TextEncoder().encode(canonicalJson(value)))
}
