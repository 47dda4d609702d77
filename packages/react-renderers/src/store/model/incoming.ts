import type { EventPosition } from '@pf/core'

/** A wire event with additional data for handlers. */
export interface Incoming {
  type: string
  fields: Record<string, unknown>
  ts: number
  cursor: EventPosition | undefined
}
