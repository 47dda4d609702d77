import type { JsonValue } from '@pf/core'
import { binaryToText, isBinary } from './binary.ts'
import { type Conversion, convert } from './convert.ts'

const plain: Conversion<undefined> = {
  replace: (value) => (isBinary(value) ? binaryToText(value) : undefined),
  key: () => undefined,
  item: () => undefined,
}

/**
 * Any value as JSON, by one rule (README, "Values JSON cannot carry"): what is JSON already comes back as the same object,
 * the rest is copied where it must be. Never throws; a part that cannot be read becomes null.
 */
export function toJson(value: unknown): JsonValue {
  return convert(value, undefined, plain)
}
