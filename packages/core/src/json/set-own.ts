/** Adds an own property, also for names that an assignment would send to the prototype. */
export function setOwn<Value>(target: Record<string, Value>, key: string, value: Value): void {
  if (key !== '__proto__') target[key] = value
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
}
