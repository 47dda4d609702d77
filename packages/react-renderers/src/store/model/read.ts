import type { JsonObject, JsonValue } from '@pf/core'
import { arrayOrEmpty, isRecord } from '@pf/core/internal'

/** Returns the value if it is a string, otherwise ''. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns the value if it is a non-empty string, otherwise undefined. */
export const name = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Returns the value if it is a finite number, otherwise undefined. */
export const number = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)

/** Returns the value if it is an object, otherwise an empty object. Wire data was parsed from JSON, so all its values are JSON. */
export const object = (value: unknown): JsonObject => (isRecord(value) ? (value as JsonObject) : {})

/** Returns wire data as JSON; `undefined` becomes null. */
export const json = (value: unknown): JsonValue => (value === undefined ? null : (value as JsonValue))

type OmitUndefined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** Returns the defined fields, so that optional fields without a value are absent, as exactOptionalPropertyTypes requires. */
export const omitUndefined = <const T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as OmitUndefined<T>

/** Returns the text of a message or result: a string, or the texts of its parts. */
export const contentText = (content: unknown): string =>
  text(content) ||
  arrayOrEmpty(content)
    .map((part) => text(object(part).text))
    .join('')
