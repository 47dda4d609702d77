import type { StartedResponse } from '../model/model.ts'
import { snapshotState } from '../run/commit-step.ts'
import type { Run } from '../run/run.ts'

/** Stores the id of the response being received, so that a process that takes the run over requests it again instead of starting a new one. */
export async function recordStartedResponse(run: Run, response: StartedResponse): Promise<void> {
  run.state.started_response = response
  // Without spending, because a commit with spending would end the reservation of the call that is being made.
  await run.segment.writer.commit({ state: snapshotState(run) })
}

/** Returns the response that an earlier process of the run was receiving, unless this call does not continue it. The response is returned only once. */
export function takeStartedResponse({ state }: Run, resumable: boolean): StartedResponse | undefined {
  const response = state.started_response
  delete state.started_response
  return resumable ? response : undefined
}
