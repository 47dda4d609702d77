import { errorOutcome, type ToolOutcome } from '../tools/tool-outcome.ts'

/** The answer to a call that is not run again. */
export function repeatedCall(note = 'This call was already made.'): ToolOutcome {
  return { ...errorOutcome('repeated_call', note), status: 'skipped' }
}
