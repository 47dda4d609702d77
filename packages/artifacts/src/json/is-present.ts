import { isBinary, isBlob } from './binary.ts'
import { represented } from './plain-view.ts'

/** Whether JSON has anything but null for a value; looks at nothing inside. Throws what its `toJSON` throws. */
export function isPresent(value: unknown): boolean {
  return isBinary(value) || isBlob(value) || (represented(value) ?? null) !== null
}
