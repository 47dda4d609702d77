import type { Report } from '../checks/check-turns.ts'
import type { Cluster } from '../driver/cluster.ts'

/** What was counted in a scenario, and what violates an invariant. */
export interface Outcome {
  figures: Readonly<Record<string, number>>
  violations: string[]
}

/** What every scenario with users counts. Takeovers are those of runs that a killed or paused node had worked on. */
export function outcomeOf({ figures, violations }: Report, { takeoversMs }: Cluster, counted: Record<string, number>): Outcome {
  return { figures: { ...counted, ...figures, takeovers: takeoversMs.length, longestTakeoverMs: Math.round(Math.max(0, ...takeoversMs)) }, violations }
}
