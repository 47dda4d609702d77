import type { JsonValue } from '../contracts/json.ts'
import { PfError } from '../errors/pf-error.ts'
import { isPlainObject } from './records.ts'
import { requireBytes } from './utf8.ts'

/** SHA-256 of bytes as 64 lower-case hex digits, by Web Crypto. Throws PfError `invalid_input` for what is no bytes. */
export async function sha256Hex(bytes: Uint8Array): Promise<string> {
  const view = requireBytes(bytes)
  const plain = view.buffer instanceof ArrayBuffer ? new Uint8Array(view.buffer, view.byteOffset, view.byteLength) : new Uint8Array(view)
  const digest = await crypto.subtle.digest('SHA-256', plain)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const maxDepth = 1_000

/**
 * JSON text with the keys of every object in code unit order, so equal values give equal text. Throws PfError `too_deep` beyond 1,000 levels
 * and `invalid_input` for what JSON has no form for: it would have the text, and the hash, of something else.
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

const formless = (what: string) => new PfError('invalid_input', `JSON has no form for ${what}. Give plain JSON only.`)

/** SHA-256 (hex) of a JSON value; the order of keys does not matter. Throws PfError `too_deep` beyond 1,000 levels, `invalid_input` for no JSON. */
export async function hashJson(value: JsonValue): Promise<string> {
  return sha256Hex(new TextEncoder().encode(canonicalJson(value)))
}
