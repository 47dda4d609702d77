/** Any JSON value. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }

/** A JSON object. */
export type JsonObject = { [key: string]: JsonValue }

/** A JSON Schema (draft-07 or 2020-12) as plain data; `true` and `false` are schemas too. */
export type JsonSchema = boolean | { readonly [key: string]: unknown }
