/** Sets an own property whatever its name is: `__proto__` becomes data, never the prototype. */
export function setOwn<Value>(target: Record<string, Value>, key: string, value: Value): void {
  if (key !== '__proto__') target[key] = value
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
}

/** Reads an own property; undefined for inherited ones. */
export function getOwn(target: object, key: string): unknown {
  return Object.hasOwn(target, key) ? (target as Record<string, unknown>)[key] : undefined
}
