import type { Cursor } from './cursor.ts'

/** A wire event with what handlers need beside it. */
export interface Incoming {
  type: string
  fields: Record<string, unknown>
  ts: number
  cursor: Cursor | undefined
}
