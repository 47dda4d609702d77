/** Place in a run's log: `seq` of the planner event, `k` of the wire event made from it. */
export interface Cursor {
  seq: number
  k: number
}

/** Reads `seq` or `seq.k`; undefined for any other id. */
export function parseCursor(id: unknown): Cursor | undefined {
  const match = typeof id === 'string' ? /^(\d{1,15})(?:\.(\d{1,5}))?$/.exec(id) : null
  return match ? { seq: Number(match[1]), k: Number(match[2] ?? 0) } : undefined
}

/** True when `a` lies after `b`. */
export const isAfter = (a: Cursor, b: Cursor) => a.seq > b.seq || (a.seq === b.seq && a.k > b.k)

/** The SSE id of a cursor. */
export const formatCursor = ({ seq, k }: Cursor) => `${seq}.${k}`
