import type { JsonValue } from '@pf/core'
import { type Binary, binaryToText, isBinary, isBlob } from './binary.ts'
import { convert } from './convert.ts'
import type { Budget } from './limits.ts'

/** Bytes that were read from Blobs; null for Blobs that could not be read. */
export type BlobBytes = ReadonlyMap<Blob, Uint8Array | null>

/** Converts any value to JSON, like `toJson`, within a budget of the caller, with the bytes of Blobs. */
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

/** Returns the text of bytes. Bytes that occur several times are encoded once. */
function textOf(bytes: Binary, texts: Map<Binary, string>): string {
  const text = texts.get(bytes) ?? binaryToText(bytes)
  texts.set(bytes, text)
  return text
}

/**
 * Converts any value to JSON by one rule (README, "Values JSON cannot carry"). A value that is already JSON is returned as the same object;
 * other values are copied as far as necessary. Never throws; a part that cannot be read becomes null.
 */
export function toJson(value: unknown): JsonValue {
  return toJsonWith(value, {})
}
