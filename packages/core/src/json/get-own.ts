/** The value of an own property, or undefined when `target` is no object or has no own property of that name. */
export function getOwn(target: unknown, key: string): unknown {
  return typeof target === 'object' && target !== null && Object.hasOwn(target, key) ? (target as Record<string, unknown>)[key] : undefined
}
