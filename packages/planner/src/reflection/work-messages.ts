import type { ModelMessage } from '../model/model.ts'
import type { Run } from '../run/run.ts'
import { respondMessage } from '../strategies/plan-execute/messages.ts'
import { allReports } from '../strategies/plan-execute/run-calls.ts'

/** What the run has done so far, as its model reads it behind the conversation. */
export function workMessages(run: Run): ModelMessage[] {
  const { agent } = run
  const { planned, transcript } = run.state
  return planned ? [...transcript, respondMessage(planned, allReports(run, planned), agent.limits.observationChars * 4)] : transcript
}
