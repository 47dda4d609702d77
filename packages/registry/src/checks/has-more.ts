/** True if an object has more than `max` properties. Does not create a list of them. */
export function hasMore(record: object, max: number): boolean {
  let count = 0
  for (const _ in record) if (++count > max) return true
  return false
}
