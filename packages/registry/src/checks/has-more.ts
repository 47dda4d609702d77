/** Whether an object has more than `most` properties; makes no list of them. */
export function hasMore(record: object, most: number): boolean {
  let count = 0
  for (const _ in record) if (++count > most) return true
  return false
}
