/** A list with more holes than this claims more than it holds; it counts as too large, which is known after that many. */
const maxHoles = 10_000

/** Counts the holes of a list while it is walked from its start: true once there are too many. */
export function createHoleCounter(items: readonly unknown[]): (index: number, item: unknown) => boolean {
  let holes = 0
  return (index, item) => item === undefined && !Object.hasOwn(items, index) && ++holes > maxHoles
}
