import type { PlannerAction } from '@pf/core'
import type { Run } from '../run/run.ts'
import { errorOutcome, type ToolOutcome } from '../tools/tool-outcome.ts'

/** Returns the outcome of a repeated call that does not run again. */
export function repeatedCall(note = 'This call was already made.'): ToolOutcome {
  return { ...errorOutcome('repeated_call', note), status: 'skipped' }
}

/** The decision on a repeated call, and the note for the model. */
export interface Repetition {
  refused: boolean
  note?: string
}

/** Maximum number of runs of the same call in consecutive steps. */
const maxTimes = 2

/** Detects repeated calls. A second identical call in a row runs with a note. A third one does not run, nor does the second call of a tool that must not run twice. */
export function repetitionOf(run: Run, action: PlannerAction, idempotent: boolean): Repetition {
  const { step } = run.state
  const key = JSON.stringify([action.next_node, action.args])
  const last = run.state.last_call
  const times = last?.key === key && last.step === step - 1 ? last.times + 1 : 1
  run.state.last_call = { key, step, times }
  if (times === 1) return { refused: false }
  const before = `You made this call in step ${step - 1} with the same arguments`
  if (times <= maxTimes && idempotent) return { refused: false, note: `${before}. Use what you have, or change the arguments.` }
  return { refused: true, note: `${before}; it was not run again. Use the earlier result, change the arguments, or answer.` }
}
