import type { EventPosition } from '@pf/core'

/** A wire event with what handlers need beside it. */
export interface Incoming {
  type: string
  fields: Record<string, unknown>
  ts: number
  cursor: EventPosition | undefined
}
