import type { ToolOutcome } from '../tools/tool-outcome.ts'

/** The result of one branch of a plan. */
export interface BranchResult {
  branch: number
  node: string
  status: 'ok' | 'error'
  outcome: ToolOutcome
}
