/** Where a reader is in a log: `k` is the index of the wire event made from planner event `seq`; Infinity when all of it was seen. */
export interface EventPosition {
  seq: number
  k: number
}

/** Before the first event of a log. */
export const logStart: EventPosition = { seq: 0, k: Number.POSITIVE_INFINITY }

/** Reads `seq` or `seq.k`; undefined for anything else. */
export function parseEventId(text: string): EventPosition | undefined {
  const dot = text.indexOf('.')
  const seq = readDigits(text, { from: 0, end: dot < 0 ? text.length : dot, most: 15 })
  const k = dot < 0 ? Number.POSITIVE_INFINITY : readDigits(text, { from: dot + 1, end: text.length, most: 5 })
  return seq === undefined || k === undefined ? undefined : { seq, k }
}

/** Code by code: a client reads an id with each event, and a pattern takes several times as long. */
function readDigits(text: string, { from, end, most }: { from: number; end: number; most: number }): number | undefined {
  if (end <= from || end - from > most) return undefined
  let value = 0
  for (let at = from; at < end; at++) {
    const digit = text.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return undefined
    value = value * 10 + digit
  }
  return value
}

/** The SSE id of wire event `k` of planner event `seq`. */
export const formatEventId = (seq: number, k: number) => `${seq}.${k}`

/** True when wire event `k` of planner event `seq` comes after the position. */
export function isAfter(position: EventPosition, seq: number, k: number): boolean {
  return seq > position.seq || (seq === position.seq && k > position.k)
}
