import { createHash } from 'node:crypto'

/** Longest text that is its own key: an index takes at most some 2,700 bytes. */
const maxChars = 500

/** An id in an index: a JSON string, which has a form for U+0000 and lone surrogates; a long one is replaced by its hash. */
export function toKey(id: string): string {
  const text = JSON.stringify(id)
  return text.length <= maxChars ? text : `sha256:${createHash('sha256').update(text).digest('hex')}`
}

/** The key of several parts. */
export const toCompoundKey = (...parts: string[]): string => toKey(JSON.stringify(parts))

/** A stored text as a value. */
export const parse = <T>(text: string): T => JSON.parse(text) as T

/** Items by their key, the last one of each: one statement must not write a row twice. */
export function lastOfEach<T>(items: readonly T[], keyOf: (item: T) => string): [string, T][] {
  return [...new Map(items.map((item) => [keyOf(item), item]))]
}
