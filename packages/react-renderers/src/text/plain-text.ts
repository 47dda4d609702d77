import { truncateText } from '@pf/core/internal'

/** Control characters that reorder or hide text: embeddings, overrides, isolates, and the C0 and C1 sets. */
const CONTROLS = /[\u202a-\u202e\u2066-\u2069\p{Cc}]/gu

/** Returns untrusted text for one line of the page, without control characters that reorder it, and with at most `limit` characters. */
export function plainText(value: string, limit: number): string {
  const head = value
    .slice(0, limit * 4)
    .replace(CONTROLS, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return truncateText(head, limit).toWellFormed()
}

/** Returns the `plainText` of a value that should be text. Returns '' for any other value. */
export const plainLine = (value: unknown, limit: number): string => (typeof value === 'string' ? plainText(value, limit) : '')

/** Returns the text without control characters that reorder the surrounding text. Line breaks and tabs are kept. */
export const withoutBidi = (value: string) => value.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
