import { type ByteRange, PfError } from '@pf/core'

/** The bytes from `start` to before `stop`. */
export interface Span {
  start: number
  stop: number
}

/** Returns the span of a range, both of whose ends are inclusive. Throws PfError `invalid_input` if an end is not an integer of at least 0. */
export function spanOf(range: ByteRange | undefined, bytes: number): Span {
  const { start, end = bytes - 1 } = range ?? { start: 0 }
  if (!isOffset(start) || !(isOffset(end) || end === -1)) throw new PfError('invalid_input', 'The ends of a byte range must be integers of at least 0.')
  return { start, stop: Math.min(end + 1, bytes) }
}

const isOffset = (value: number) => Number.isSafeInteger(value) && value >= 0
