import { errorOutcome, type ToolOutcome } from '../tools/tool-outcome.ts'

/** The outcome of a call that wants to ask while another call of the same plan already waits for the user. */
export function questionOpen(): ToolOutcome {
  return { ...errorOutcome('question_open', 'Another call of this plan waits for the user. Ask again once that is answered.'), status: 'skipped' }
}
