import type { StartedResponse } from '../model/model.ts'
import { commitStep } from '../run/commit-step.ts'
import type { Run } from '../run/run.ts'

/** Stores which response is being received, so that the process that takes the run over asks for it instead of starting another one. */
export async function recordStartedResponse(run: Run, response: StartedResponse): Promise<void> {
  run.state.started_response = response
  await commitStep(run)
}

/** The response that an earlier process of the run was receiving, unless this call does not continue that one. It is handed out once. */
export function takeStartedResponse({ state }: Run, resumable: boolean): StartedResponse | undefined {
  const response = state.started_response
  delete state.started_response
  return resumable ? response : undefined
}
