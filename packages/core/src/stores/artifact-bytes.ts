import type { ByteRange } from '../contracts/artifact-store.ts'
import { PfError } from '../errors/pf-error.ts'

/** Returns the pieces of a body, which is given as a whole or in pieces. */
export function piecesOf(body: unknown): AsyncIterable<unknown> | readonly unknown[] {
  const isStream = typeof body === 'object' && body !== null && Symbol.asyncIterator in body
  return isStream ? (body as AsyncIterable<unknown>) : [body]
}

/** Returns the error for an artifact that has more than `maxBytes` bytes. */
export const artifactTooLarge = (maxBytes: number) =>
  new PfError('too_large', `The artifact exceeds ${maxBytes} bytes. Store less, or raise maxArtifactBytes.`, { fields: { limit: maxBytes } })

/** The bytes from `start` to before `stop`. */
export interface ByteSpan {
  start: number
  stop: number
}

/**
 * Returns the span of a range of `bytes` bytes. Both ends of a range are inclusive, and an end after the last byte is treated as the last
 * byte. Throws PfError `invalid_input` if an end is not an integer of at least 0.
 */
export function spanOf(range: ByteRange | undefined, bytes: number): ByteSpan {
  const { start, end = bytes - 1 } = range ?? { start: 0 }
  if (!isOffset(start) || !(isOffset(end) || end === -1)) throw new PfError('invalid_input', 'The ends of a byte range must be integers of at least 0.')
  return { start, stop: Math.min(end + 1, bytes) }
}

const isOffset = (value: number) => Number.isSafeInteger(value) && value >= 0
