import type { BranchResult } from './branch-result.ts'

/** A plan whose branches are completed or wait. */
export interface JoinInput {
  plan_id: string
  join: unknown
  branches: readonly BranchResult[]
  planned: number
  lost?: boolean
}
