import type { PlannerAction } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { repeatedCall } from '../calls/repeated-call.ts'
import { repetitionOf } from '../calls/repetition.ts'
import type { Run } from '../run/run.ts'
import type { ToolOutcome } from '../tools/tool-outcome.ts'
import { runPlan } from './run-plan.ts'

/** Runs the plan of a step; the same plan again and again is answered as the same call is. */
export async function callPlan(run: Run, { action }: { action: PlannerAction }): Promise<{ observed: ToolOutcome; note?: string }> {
  const { note, refused } = repetitionOf(run, action, isIdempotent(run, action.args))
  if (refused) return { observed: repeatedCall(note) }
  return { observed: await runPlan(run, action.args), ...(note === undefined ? {} : { note }) }
}

/** No tool of the plan is one that must not run twice. */
function isIdempotent({ tools }: Run, { steps, join }: Record<string, unknown>): boolean {
  const wanted: unknown[] = [...(Array.isArray(steps) ? steps : []), join]
  return wanted.every((step) => !isRecord(step) || typeof step.node !== 'string' || tools.get(step.node)?.idempotent !== false)
}
