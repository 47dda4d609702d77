import type { JsonObject, JsonValue } from '@pf/core'
import type { Run } from './run.ts'
import type { StepCommit } from './step-commit.ts'

/** What another node needs to know of a run; written with every step. */
export function stateOf(run: Run): JsonObject {
  return {
    version: 1,
    step: run.place.step,
    model_calls: run.place.modelCalls,
    transcript: run.transcript as unknown as JsonValue,
    in_flight: [...run.inFlight].map(([tool_call_id, tool]) => ({ tool_call_id, tool })),
  }
}

/** Takes what has gathered since the last step commit. */
export function takeStepCommit(run: Run): StepCommit {
  return { state: stateOf(run), thread: run.entries.splice(0), artifacts: run.storedArtifacts.splice(0) }
}

/** Writes state, events, thread entries and artifact records together. */
export function saveState(run: Run): Promise<void> {
  return run.writer.commit(takeStepCommit(run))
}
