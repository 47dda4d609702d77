import { isBinary, isBlob } from './binary.ts'
import { represented } from './plain-view.ts'

/** True if JSON represents a value by anything other than null. Does not read its children. Throws the errors of its `toJSON`. */
export function isPresent(value: unknown): boolean {
  return isBinary(value) || isBlob(value) || (represented(value) ?? null) !== null
}

/** Maximum number of holes in a list. A list with more holes counts as too large, because its length exceeds its content. */
const maxHoles = 10_000

/** Creates a function that counts the holes of a list from its start. It returns true once there are too many. */
export function createHoleCounter(items: readonly unknown[]): (index: number, item: unknown) => boolean {
  let holes = 0
  return (index, item) => item === undefined && !Object.hasOwn(items, index) && ++holes > maxHoles
}
