import { toJson } from '@pf/artifacts'
import type { JsonValue } from '@pf/core'
import type { CompletedBranch, RemainingPlan } from '../state/waiting.ts'
import type { BranchResult, JoinInput } from './inject.ts'

/** Maximum total size, in characters, of the results that are kept for a join. Beyond it, the plan continues without its join. */
const maxValueChars = 4_000_000

/** Returns the part of a plan that is stored while one of its calls waits. */
export function remainingPlan({ plan_id, join, branches, planned }: JoinInput, joining: boolean): RemainingPlan {
  const needed = join !== undefined && !joining
  let left = maxValueChars
  let lost = false
  const done = branches
    .filter(({ outcome }) => outcome.status !== 'paused')
    .map((result): CompletedBranch => {
      const value = needed && result.outcome.value !== undefined ? toJson(result.outcome.value) : undefined
      left -= value === undefined ? 0 : JSON.stringify(value).length
      lost ||= left < 0
      return toCompletedBranch(result, left < 0 ? undefined : value)
    })
  return { plan_id, planned, branches: done, joining, ...(lost ? { lost } : {}), ...(join === undefined ? {} : { join: toJson(join) }) }
}

function toCompletedBranch({ branch, node, status, outcome }: BranchResult, value: JsonValue | undefined): CompletedBranch {
  const { observation, code } = outcome
  return { branch, node, status, observation, ...(code === undefined ? {} : { code }), ...(value === undefined ? {} : { value }) }
}

/** Returns the branches of a plan that continues, including the one that waited. */
export function branchesOf(plan: RemainingPlan, ended: BranchResult | undefined): BranchResult[] {
  const done = plan.branches.map(({ branch, node, status, observation, code, value }): BranchResult => {
    const outcome = { status, observation, ...(code === undefined ? {} : { code }), ...(value === undefined ? {} : { value }) }
    return { branch, node, status, outcome }
  })
  return [...done, ...(ended ? [ended] : [])].sort((one, other) => one.branch - other.branch)
}
