import type { PlannerEvent } from '@pf/core'

/** The numbers of events. */
export const seqs = (events: readonly PlannerEvent[]): number[] => events.map(({ seq }) => seq)

/** from, from + 1 … to. */
export const range = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
