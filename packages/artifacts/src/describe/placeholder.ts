import type { ArtifactKind } from './describe-value.ts'
import { encodeSegment } from './ref.ts'

const kilobyte = 1024

/** Formats a size as `12B`, `42KB` or `3MB`; KB = 1024 bytes, rounded up. */
export function formatSize(bytes: number): string {
  if (bytes < kilobyte) return `${bytes}B`
  const kilobytes = Math.ceil(bytes / kilobyte)
  return kilobytes < kilobyte ? `${kilobytes}KB` : `${Math.ceil(bytes / kilobyte / kilobyte)}MB`
}

/** Maximum number of placeholders in one list. If there are more, only the first few are shown, followed by a count. */
export const maxSiblings = 20

/** The parts of a placeholder. A stream id is used instead of the size. */
export interface PlaceholderParts {
  kind: ArtifactKind
  bytes?: number | undefined
  items?: number | undefined
  keys?: number | undefined
  stream_id?: string | undefined
  ref?: string | undefined
}

/** Returns the text that a model receives instead of large data: `<artifact:KIND [size=…] [stream=ID] [ref=REF]>`. */
export function placeholder(parts: PlaceholderParts): string {
  const measure = parts.stream_id === undefined ? sizePart(parts) : ` stream=${encodeSegment(parts.stream_id)}`
  return `<artifact:${parts.kind}${measure}${refPart(parts.ref)}>`
}

/** Returns the placeholder for the rest of a list whose first placeholders are shown. */
export function morePlaceholder(more: number, ref?: string): string {
  return `<artifact:list … ${more} more${refPart(ref)}>`
}

/** True for a text that is exactly one placeholder. */
export function isPlaceholder(value: unknown): boolean {
  return typeof value === 'string' && /^<artifact:[^>]*>$/.test(value)
}

/** Prefixes a backslash to a tool's own text that looks like a placeholder; undefined for any other text. Removing one backslash restores the text. */
export function escapeLookalike(text: string): string | undefined {
  return /^[\s\\]*<artifact:[^>]*>\s*$/.test(text) ? `\\${text}` : undefined
}

function sizePart({ kind, bytes, items, keys }: PlaceholderParts): string {
  if (kind === 'number' || kind === 'bool') return ''
  if (items !== undefined) return ` size=${items} items`
  if (bytes !== undefined) return ` size=${formatSize(bytes)}`
  return keys === undefined ? '' : ` keys=${keys}`
}

const refPart = (ref: string | undefined): string => (ref === undefined ? '' : ` ref=${ref}`)
