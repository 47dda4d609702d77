import type { Run } from '../../run/run.ts'
import type { PlannedRun } from '../../state/planned-run.ts'
import type { InFlightCall } from '../../state/waiting.ts'
import { errorOutcome } from '../../tools/tool-outcome.ts'
import { recordCall } from './run-calls.ts'

/** A call that must not run twice and was under way when its process ended: it counts as failed, and ends the plan. */
export function failInterruptedCall(run: Run, planned: PlannedRun, lost: readonly InFlightCall[]): void {
  if (lost.length === 0) return
  recordCall(run, planned, errorOutcome('outcome_unknown', 'The process that ran this call ended. Whether it took effect is unknown; it was not run again.'))
}
