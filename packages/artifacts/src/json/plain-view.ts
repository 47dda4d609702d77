import { isBlob } from './binary.ts'

const views = {
  string: (value: unknown) => value,
  boolean: (value: unknown) => value,
  number: (value: unknown) => (Number.isFinite(value) ? (value === 0 ? 0 : value) : null),
  bigint: (value: unknown) => bigintView(value as bigint),
  object: (value: unknown) => objectView(value as object | null, true),
  undefined: () => undefined,
  function: () => undefined,
  symbol: () => undefined,
}

/**
 * One level of a value as JSON sees it, children untouched: a scalar, an array or a plain object; undefined where JSON has nothing.
 * Arrays and plain objects come back as they are. Throws what a getter, proxy or `toJSON` throws.
 */
export function plainView(value: unknown): unknown {
  return views[typeof value](value)
}

function bigintView(value: bigint): number | string {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value.toString()
}

function objectView(value: object | null, mayCall: boolean): unknown {
  if (value === null || Array.isArray(value)) return value
  if (mayCall && 'toJSON' in value && typeof value.toJSON === 'function') return calledView(value.toJSON())
  const prototype = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return value
  return exoticView(value)
}

function calledView(value: unknown): unknown {
  return typeof value === 'object' ? objectView(value, false) : plainView(value)
}

function exoticView(value: object): unknown {
  if (value instanceof Map) return mapView(value)
  if (value instanceof Set) return [...value]
  if (value instanceof Error) return { name: value.name, message: value.message }
  if (value instanceof RegExp) return String(value)
  if (value instanceof String || value instanceof Number || value instanceof Boolean) return plainView(value.valueOf())
  if (isBlob(value)) return { type: value.type, size: value.size }
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<number>)
  return { ...value }
}

function mapView(map: Map<unknown, unknown>): unknown {
  const pairs = [...map]
  return pairs.every(([key]) => typeof key === 'string' || typeof key === 'number') ? Object.fromEntries(pairs) : pairs
}
