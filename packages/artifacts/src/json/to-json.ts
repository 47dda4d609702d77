import type { JsonValue } from '@pf/core'
import { toJsonWith } from './to-json-with.ts'

/**
 * Any value as JSON, by one rule (README, "Values JSON cannot carry"): what is JSON already comes back as the same object,
 * the rest is copied where it must be. Never throws; a part that cannot be read becomes null.
 */
export function toJson(value: unknown): JsonValue {
  return toJsonWith(value, {})
}
