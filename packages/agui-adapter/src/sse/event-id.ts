/** Where a reader is in a log: `k` is the index of the wire event made from planner event `seq`; Infinity when all of it was seen. */
export interface EventPosition {
  seq: number
  k: number
}

/** Before the first event of a log. */
export const logStart: EventPosition = { seq: 0, k: Number.POSITIVE_INFINITY }

/** Reads `seq` or `seq.k`; undefined for anything else. */
export function parseEventId(text: string): EventPosition | undefined {
  const match = /^(\d{1,15})(?:\.(\d{1,5}))?$/.exec(text)
  if (!match) return undefined
  return { seq: Number(match[1]), k: match[2] === undefined ? Number.POSITIVE_INFINITY : Number(match[2]) }
}

/** The SSE id of wire event `k` of planner event `seq`. */
export const formatEventId = (seq: number, k: number) => `${seq}.${k}`

/** True when wire event `k` of planner event `seq` comes after the position. */
export function isAfter(position: EventPosition, seq: number, k: number): boolean {
  return seq > position.seq || (seq === position.seq && k > position.k)
}
