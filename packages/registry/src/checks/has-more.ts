/** Whether an object has more than `most` properties; makes no list of them. */
export function hasMore(record: object, max: number): boolean {
  let count = 0
  for (const _ in record) if (++count > max) return true
  return false
}
