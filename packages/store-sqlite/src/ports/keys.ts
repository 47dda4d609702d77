import type { JsonValue } from '@pf/core'

/** An id as it is stored: a JSON string, which has a form for U+0000 and for lone surrogates. */
export const toKey = (id: string): string => JSON.stringify(id)

/** The id of a stored key. */
export const fromKey = (key: string): string => JSON.parse(key) as string

/** A stored text as a value. Nobody else holds the value, so changing it changes nothing that is stored. */
export const parse = <T>(text: string): T => JSON.parse(text) as T

/** A value as JSON text; `value` was copied by `freezeJson` before, so it has a form. */
export const toText = (value: JsonValue | object): string => JSON.stringify(value)
