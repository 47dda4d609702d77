import { createHash } from 'node:crypto'

/** Maximum length of a text that is used as a key without a hash, because an index entry is limited to about 2,700 bytes. */
const maxChars = 500

/** Converts an id to its form in an index: a JSON string, which can represent U+0000 and lone surrogates. A long id is replaced by its hash. */
export function toKey(id: string): string {
  const text = JSON.stringify(id)
  return text.length <= maxChars ? text : `sha256:${createHash('sha256').update(text).digest('hex')}`
}

/** Returns the key of several parts. */
export const toCompoundKey = (...parts: string[]): string => toKey(JSON.stringify(parts))

/** Parses a stored text. */
export const parse = <T>(text: string): T => JSON.parse(text) as T

/** Returns items by their key, with the last one of each, because one statement must not write a row twice. */
export function lastOfEach<T>(items: readonly T[], keyOf: (item: T) => string): [string, T][] {
  return [...new Map(items.map((item) => [keyOf(item), item]))]
}
