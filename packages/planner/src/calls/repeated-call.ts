import { errorOutcome, type ToolOutcome } from '../tools/tool-outcome.ts'

/** The outcome of a repeated call that does not run again. */
export function repeatedCall(note = 'This call was already made.'): ToolOutcome {
  return { ...errorOutcome('repeated_call', note), status: 'skipped' }
}
