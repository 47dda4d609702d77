/**
 * The position of a reader in a run's log: the reader has received the wire events up to index `k` of the planner event `seq`. `k` counts
 * from 0; Infinity stands for all wire events of that planner event.
 */
export interface EventPosition {
  seq: number
  k: number
}

/** The position before the first event of a log. */
export const logStart: EventPosition = { seq: 0, k: Number.POSITIVE_INFINITY }

/**
 * Parses the SSE id `seq.k`, or `seq` alone for all wire events of a planner event. Returns undefined for anything else. `seq` has at most
 * 15 digits and `k` at most 5.
 */
export function parseEventId(text: unknown): EventPosition | undefined {
  if (typeof text !== 'string') return undefined
  const dot = text.indexOf('.')
  const seq = readDigits(text, { from: 0, end: dot < 0 ? text.length : dot, maxDigits: 15 })
  const k = dot < 0 ? Number.POSITIVE_INFINITY : readDigits(text, { from: dot + 1, end: text.length, maxDigits: 5 })
  return seq === undefined || k === undefined ? undefined : { seq, k }
}

/** Parses digit by digit, because a client parses an id with every event and a regular expression takes several times as long. */
function readDigits(text: string, { from, end, maxDigits }: { from: number; end: number; maxDigits: number }): number | undefined {
  if (end <= from || end - from > maxDigits) return undefined
  let value = 0
  for (let at = from; at < end; at++) {
    const digit = text.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return undefined
    value = value * 10 + digit
  }
  return value
}

/** Returns the SSE id of wire event `k` of planner event `seq`. `k` is omitted if it is Infinity. */
export const formatEventId = (seq: number, k: number) => (k === Number.POSITIVE_INFINITY ? `${seq}` : `${seq}.${k}`)

/** True if wire event `k` of planner event `seq` follows the events that a reader at `position` has received. */
export function isAfter(position: EventPosition, seq: number, k: number): boolean {
  return seq > position.seq || (seq === position.seq && k > position.k)
}
