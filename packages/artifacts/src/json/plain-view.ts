import { isBlob } from './binary.ts'
import { maxNodes, tooLarge } from './limits.ts'

const typedArray: object = Object.getPrototypeOf(Uint8Array.prototype)

/**
 * Returns the number of items of a Map, Set or typed array, regardless of overridden members; undefined for anything else. Throws for an
 * object that only imitates one.
 */
export function sizeOf(value: object): number | undefined {
  if (value instanceof Map) return Number(Reflect.get(Map.prototype, 'size', value))
  if (value instanceof Set) return Number(Reflect.get(Set.prototype, 'size', value))
  return ArrayBuffer.isView(value) ? Number(Reflect.get(typedArray, 'length', value)) : undefined
}

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
 * Returns one level of a value as JSON represents it, with its children unchanged: a scalar, an array or a plain object; undefined if JSON
 * cannot represent it. Arrays and plain objects are returned unchanged. A Map, Set or typed array of more than `max` items, which would
 * have to be copied, becomes `[too large]`. Throws the errors of getters, proxies and `toJSON`.
 */
export function plainView(value: unknown, max: number = maxNodes): unknown {
  const shown = represented(value)
  return typeof shown === 'object' && shown !== null ? listed(shown, max) : shown
}

/**
 * Returns the representation of a value in JSON without copying: like `plainView`, except that Maps, Sets, typed arrays and instances are
 * returned unchanged.
 */
export function represented(value: unknown): unknown {
  return views[typeof value](value)
}

function bigintView(value: bigint): number | string {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value.toString()
}

function objectView(value: object | null, mayCall: boolean): unknown {
  if (value === null || Array.isArray(value)) return value
  if (mayCall && 'toJSON' in value && typeof value.toJSON === 'function') return calledView(value.toJSON())
  if (value instanceof Error) return { name: value.name, message: value.message }
  if (value instanceof RegExp) return String(value)
  if (value instanceof String || value instanceof Number || value instanceof Boolean) return represented(value.valueOf())
  return isBlob(value) ? { type: value.type, size: value.size } : value
}

function calledView(value: unknown): unknown {
  return typeof value === 'object' ? objectView(value, false) : represented(value)
}

function listed(value: object, max: number): unknown {
  if (Array.isArray(value)) return value
  const size = sizeOf(value)
  if (size !== undefined) return size > max ? tooLarge : copied(value, size)
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null ? value : { ...value }
}

/** Copies the items with the built-in iteration, because a subclass may override it. */
function copied(value: object, size: number): unknown {
  if (value instanceof Map) {
    const pairs = [...Map.prototype.entries.call(value)] as [PropertyKey, unknown][]
    return hasPlainKeys(value) ? Object.fromEntries(pairs) : pairs
  }
  if (value instanceof Set) return [...Set.prototype.values.call(value)]
  return Array.from({ length: size }, (_, index) => (value as ArrayLike<number>)[index])
}

/** True if a Map becomes an object because all of its keys are texts or numbers. */
export function hasPlainKeys(map: Map<unknown, unknown>): boolean {
  for (const key of Map.prototype.keys.call(map)) if (typeof key !== 'string' && typeof key !== 'number') return false
  return true
}
