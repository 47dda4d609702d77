import { decodeBase64, encodeBase64 } from '@pf/core/internal'

/** Raw bytes as tools return them. */
export type Binary = ArrayBuffer | DataView | Uint8Array | Uint8ClampedArray

const byteViews = new Set(['[object Uint8Array]', '[object Uint8ClampedArray]', '[object DataView]'])
const tag = (value: unknown): string => Object.prototype.toString.call(value)

/** True for ArrayBuffer, DataView and byte arrays; other typed arrays are lists of numbers. */
export function isBinary(value: unknown): value is Binary {
  if (typeof value !== 'object' || value === null) return false
  return ArrayBuffer.isView(value) ? byteViews.has(tag(value)) : value instanceof ArrayBuffer
}

/** True for a Blob or File. */
export function isBlob(value: unknown): value is Blob {
  return typeof Blob !== 'undefined' && value instanceof Blob
}

/** Returns the number of bytes of a binary or Blob, without reading it. */
export function binarySize(value: Binary | Blob): number {
  return isBlob(value) ? value.size : value.byteLength
}

/** Returns a copy of the bytes, which later changes of the source do not affect. */
export function copyBytes(value: Binary): Uint8Array<ArrayBuffer> {
  const view = value instanceof ArrayBuffer ? new Uint8Array(value) : new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  return new Uint8Array(view)
}

/** Returns the base64 text of a binary. */
export function binaryToText(value: Binary): string {
  return encodeBase64(copyBytes(value))
}

/** Decodes base64 text or a base64 data: URI. Returns undefined for anything else. */
export function readBase64(text: string): { data: Uint8Array<ArrayBuffer>; media_type?: string } | undefined {
  const comma = text.startsWith('data:') ? text.indexOf(',') : -1
  if (comma === -1) return text.startsWith('data:') ? undefined : wrap(decodeBase64(text))
  const [media_type, ...parameters] = text.slice(5, comma).split(';')
  if (comma > 200 || !parameters.includes('base64')) return undefined
  return wrap(decodeBase64(text.slice(comma + 1)), media_type)
}

function wrap(data: Uint8Array<ArrayBuffer> | undefined, media_type?: string) {
  if (!data) return undefined
  return { data, ...(media_type ? { media_type } : {}) }
}
