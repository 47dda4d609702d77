import { truncateText } from '@pf/core/internal'

/** Controls that reorder or hide text: embeddings, overrides, isolates, and the C0 and C1 sets. */
const CONTROLS = /[\u202a-\u202e\u2066-\u2069\p{Cc}]/gu

/** Foreign text for one line of our own: no control that reorders it, at most `limit` characters. */
export function plainText(value: string, limit: number): string {
  const head = value
    .slice(0, limit * 4)
    .replace(CONTROLS, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return truncateText(head, limit).toWellFormed()
}

/** The text without controls that reorder what stands around it; line breaks and tabs stay. */
export const withoutBidi = (value: string) => value.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
