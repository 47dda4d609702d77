import { isBlob } from './binary.ts'
import { maxNodes, tooLarge } from './limits.ts'

const typedArray: object = Object.getPrototypeOf(Uint8Array.prototype)

/**
 * Number of items of a Map, Set or typed array, whatever the object says itself; undefined for anything else.
 * Throws for what only pretends to be one.
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
 * One level of a value as JSON sees it, children untouched: a scalar, an array or a plain object; undefined where JSON has nothing.
 * Arrays and plain objects come back as they are; a Map, Set or typed array of more than `max` items, which would have to be copied,
 * as `[too large]`. Throws what a getter, proxy or `toJSON` throws.
 */
export function plainView(value: unknown, max: number = maxNodes): unknown {
  const shown = represented(value)
  return typeof shown === 'object' && shown !== null ? listed(shown, max) : shown
}

/** What stands for a value in JSON, nothing copied: as `plainView`, but Maps, Sets, typed arrays and instances stay what they are. */
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

/** By the language's own iteration: a subclass may say anything of itself. */
function copied(value: object, size: number): unknown {
  if (value instanceof Map) {
    const pairs = [...Map.prototype.entries.call(value)] as [PropertyKey, unknown][]
    return hasPlainKeys(value) ? Object.fromEntries(pairs) : pairs
  }
  if (value instanceof Set) return [...Set.prototype.values.call(value)]
  return Array.from({ length: size }, (_, index) => (value as ArrayLike<number>)[index])
}

/** Whether a Map becomes an object: all keys are text or numbers. */
export function hasPlainKeys(map: Map<unknown, unknown>): boolean {
  for (const key of Map.prototype.keys.call(map)) if (typeof key !== 'string' && typeof key !== 'number') return false
  return true
}
