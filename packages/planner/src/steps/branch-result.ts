import type { ToolOutcome } from '../tools/tool-outcome.ts'

/** What came of one branch of a plan. */
export interface BranchResult {
  branch: number
  node: string
  status: 'ok' | 'error'
  outcome: ToolOutcome
}
