import { errorOutcome, type ToolOutcome } from '../tools/tool-outcome.ts'

/** The answer to a call that would ask while another one of the same plan already does. */
export function questionOpen(): ToolOutcome {
  return { ...errorOutcome('question_open', 'Another call of this plan waits for the user. Ask again once that is answered.'), status: 'skipped' }
}
