import { type ByteRange, PfError } from '@pf/core'

/** Bytes from `start` to before `stop`. */
export interface Span {
  start: number
  stop: number
}

/** The span of a range, both of whose ends are inclusive. Throws PfError `invalid_input` for one that counts no whole bytes. */
export function spanOf(range: ByteRange | undefined, bytes: number): Span {
  const { start, end = bytes - 1 } = range ?? { start: 0 }
  if (!isOffset(start) || !(isOffset(end) || end === -1)) throw new PfError('invalid_input', 'A byte range counts whole bytes from 0.')
  return { start, stop: Math.min(end + 1, bytes) }
}

const isOffset = (value: number) => Number.isSafeInteger(value) && value >= 0
