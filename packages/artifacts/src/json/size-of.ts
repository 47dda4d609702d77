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
