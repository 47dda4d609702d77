import type { Report } from '../checks/check-turns.ts'
import type { Cluster } from '../driver/cluster.ts'

/** What was counted in a scenario, and what violates an invariant. */
export interface Outcome {
  figures: Readonly<Record<string, number>>
  violations: string[]
}

/** What every scenario with users counts. Takeovers are those of runs that a killed or paused node had worked on. */
export function outcomeOf({ figures, violations }: Report, { takeoversMs }: Cluster, counted: Record<string, number>): Outcome {
  const sorted = takeoversMs.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  return { figures: { ...counted, ...figures, takeovers: sorted.length, medianTakeoverMs: at(0.5), longestTakeoverMs: at(1) }, violations }
}
