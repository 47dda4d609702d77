import { isRecord } from './is-record.ts'

/** True for object literals and what JSON.parse makes, also from another realm; false for dates, maps, errors and other instances. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
