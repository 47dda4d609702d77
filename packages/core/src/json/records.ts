/** The type of a value as JSON names it: `null` and `array` are types of their own; other values by `typeof`. */
export function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** Adds an own property, also for names that an assignment would send to the prototype. */
export function setOwn<Value>(target: Record<string, Value>, key: string, value: Value): void {
  if (key !== '__proto__') target[key] = value
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
}

/** The value of an own property, or undefined when `target` is no object or has no own property of that name. */
export function getOwn(target: unknown, key: string): unknown {
  return typeof target === 'object' && target !== null && Object.hasOwn(target, key) ? (target as Record<string, unknown>)[key] : undefined
}

/** True for objects that are no arrays: what JSON calls an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** True for object literals and what JSON.parse makes, also from another realm; false for dates, maps, errors and other instances. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
