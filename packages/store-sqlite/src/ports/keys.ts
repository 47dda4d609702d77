import type { JsonValue } from '@pf/core'

/** Converts an id to its stored form: a JSON string, which can represent U+0000 and lone surrogates. */
export const toKey = (id: string): string => JSON.stringify(id)

/** Returns the id of a stored key. */
export const fromKey = (key: string): string => JSON.parse(key) as string

/** Parses a stored text. Each caller receives its own value, so changing it does not change stored data. */
export const parse = <T>(text: string): T => JSON.parse(text) as T

/** Converts a value to JSON text. `freezeJson` has copied it before, so it can be represented as JSON. */
export const toText = (value: JsonValue | object): string => JSON.stringify(value)
