import type { JsonValue } from '@pf/core'
import { type Binary, binaryToText, isBinary, isBlob } from './binary.ts'
import { convert } from './convert.ts'
import type { Budget } from './limits.ts'

/** Bytes that were read from Blobs; null where they could not be. */
export type BlobBytes = ReadonlyMap<Blob, Uint8Array | null>

/** Any value as JSON, like `toJson`, within a budget that the caller keeps, and with the bytes of Blobs in their place. */
export function toJsonWith(value: unknown, { budget, blobs }: { budget?: Budget; blobs?: BlobBytes | undefined }): JsonValue {
  const texts = new Map<Binary, string>()
  return convert(value, undefined, {
    replace: (part) => {
      if (isBinary(part)) return textOf(part, texts)
      const bytes = isBlob(part) ? blobs?.get(part) : undefined
      return bytes ? textOf(bytes, texts) : bytes
    },
    key: () => undefined,
    item: () => undefined,
    ...(budget ? { budget } : {}),
  })
}

/** The same bytes in many places are written once. */
function textOf(bytes: Binary, texts: Map<Binary, string>): string {
  const text = texts.get(bytes) ?? binaryToText(bytes)
  texts.set(bytes, text)
  return text
}

/**
 * Any value as JSON, by one rule (README, "Values JSON cannot carry"): what is JSON already comes back as the same object,
 * the rest is copied where it must be. Never throws; a part that cannot be read becomes null.
 */
export function toJson(value: unknown): JsonValue {
  return toJsonWith(value, {})
}
