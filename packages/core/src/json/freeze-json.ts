import { PfError } from '../errors/pf-error.ts'
import { isPlainObject, setOwn } from './records.ts'

const maxDepth = 1_000

/**
 * Returns a deep, frozen copy with the values that JSON would transport: undefined members are omitted, NaN and the infinities become null.
 * Throws PfError `too_deep` beyond 1,000 levels and `invalid_input` for values that JSON cannot represent.
 */
export function freezeJson<T>(value: T): T {
  return copyOf(value, 0) as T
}

function copyOf(value: unknown, depth: number): unknown {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null
  if (depth >= maxDepth) throw new PfError('too_deep', `The value is nested deeper than ${maxDepth} levels. Flatten it.`)
  if (Array.isArray(value)) return Object.freeze(value.map((item) => (item === undefined ? null : copyOf(item, depth + 1))))
  if (!isPlainObject(value)) throw new PfError('invalid_input', `JSON cannot represent ${describe(value)}. Store plain JSON only.`)
  return Object.freeze(copyMembers(value, depth))
}

const describe = (value: unknown) => (typeof value === 'object' ? 'an instance of a class' : `a ${typeof value}`)

function copyMembers(value: object, depth: number): object {
  const copy: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) setOwn(copy, key, copyOf(member, depth + 1))
  }
  return copy
}
