import { isBinary, isBlob } from './binary.ts'
import { represented } from './plain-view.ts'

/** Whether JSON has anything but null for a value; looks at nothing inside. Throws what its `toJSON` throws. */
export function isPresent(value: unknown): boolean {
  return isBinary(value) || isBlob(value) || (represented(value) ?? null) !== null
}

/** A list with more holes than this claims more than it holds; it counts as too large, which is known after that many. */
const maxHoles = 10_000

/** Counts the holes of a list while it is walked from its start: true once there are too many. */
export function createHoleCounter(items: readonly unknown[]): (index: number, item: unknown) => boolean {
  let holes = 0
  return (index, item) => item === undefined && !Object.hasOwn(items, index) && ++holes > maxHoles
}
