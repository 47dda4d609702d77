import type { FaultMode } from './fault-mode.ts'

/** A table of faults that keeps its names as types and hides how each is made. */
export function defineFaults<Name extends string>(table: Record<Name, FaultMode>): Record<Name, FaultMode> {
  return table
}
