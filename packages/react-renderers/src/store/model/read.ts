import type { JsonObject, JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'

/** The value when it is a string, else ''. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The value when it is a non-empty string. */
export const name = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** The value when it is a finite number. */
export const number = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)

/** The value when it is an array, else an empty one. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The value when it is an object, else an empty one. Wire data comes from JSON, so its leaves are JSON. */
export const object = (value: unknown): JsonObject => (isRecord(value) ? (value as JsonObject) : {})

/** Wire data as JSON; `undefined` becomes null. */
export const json = (value: unknown): JsonValue => (value === undefined ? null : (value as JsonValue))

type OmitUndefined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** The fields that have a value, so that optional ones without are absent under exactOptionalPropertyTypes. */
export const omitUndefined = <const T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as OmitUndefined<T>

/** Text of a message or result: a string, or the texts of its parts. */
export const contentText = (content: unknown): string =>
  text(content) ||
  list(content)
    .map((part) => text(object(part).text))
    .join('')

/** JSON text as a value; undefined where it is none. */
export function parseJson(source: string): JsonValue | undefined {
  try {
    return JSON.parse(source) as JsonValue
  } catch {
    return undefined
  }
}
