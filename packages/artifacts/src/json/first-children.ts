/** Returns the first `max` items of an array or property values of an object; none for typed arrays. */
export function firstChildren(value: object, max: number): unknown[] {
  if (ArrayBuffer.isView(value)) return []
  if (!Array.isArray(value)) {
    const keys = Object.keys(value).slice(0, max)
    return keys.map((key) => (value as Record<string, unknown>)[key])
  }
  const children: unknown[] = []
  const length = Math.min(value.length, max)
  for (let index = 0; index < length; index++) children.push(value[index])
  return children
}
