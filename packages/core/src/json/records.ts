/** Returns the JSON type of a value: `null` and `array` for these values, otherwise its `typeof`. */
export function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** Adds an own property, even if an assignment to the key would change the prototype. */
export function setOwn<Value>(target: Record<string, Value>, key: string, value: Value): void {
  if (key !== '__proto__') target[key] = value
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
}

/** Returns the value of an own property, or undefined if `target` is not an object or has no own property with that name. */
export function getOwn(target: unknown, key: string): unknown {
  return typeof target === 'object' && target !== null && Object.hasOwn(target, key) ? (target as Record<string, unknown>)[key] : undefined
}

/** Returns the value if it is an array, otherwise an empty array. */
export function arrayOrEmpty(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** True for JSON objects, i.e. for objects other than arrays. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** True for object literals and objects created by JSON.parse, in any realm. False for dates, maps, errors and other instances. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
