import { isRecord } from '@pf/core/internal'
import { plainView } from '../json/plain-view.ts'
import { type MarkPlan, markOf } from '../marking/mark-plan.ts'

/** Name that a result which is itself an artifact or a list gets in the payload. */
export const rootName = 'result'

/** Whether a result's artifacts stand under `result` because it is no object with fields. */
export function needsRootName(observation: unknown, plan: MarkPlan): boolean {
  if (markOf(plan.root, observation)) return true
  try {
    return !isRecord(plainView(observation))
  } catch {
    return true
  }
}
