import type { JsonValue } from '../contracts/json.ts'

/** Parses JSON text. Returns undefined if it is invalid. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

/** Parses JSON text. Other text is returned as a string without lone surrogates. */
export function parseJsonOrText(text: string): JsonValue {
  const value = parseJson(text)
  return value === undefined ? text.toWellFormed() : value
}
