import { PfError } from '../errors/pf-error.ts'

/**
 * The bytes under a view of any kind, of this realm or another, not copied. Throws PfError `invalid_input` for what is no view: a string
 * or a list would be read as no bytes at all.
 */
export function requireBytes(value: unknown): Uint8Array {
  if (!ArrayBuffer.isView(value)) throw new PfError('invalid_input', 'Bytes must come as a Uint8Array or another view of a buffer. Encode text first.')
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
}
