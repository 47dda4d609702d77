import type { PlannerEvent } from '@pf/core'

/** Returns the sequence numbers of events. */
export const seqs = (events: readonly PlannerEvent[]): number[] => events.map(({ seq }) => seq)

/** Returns the integers from `from` to `to`, both inclusive. */
export const range = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
