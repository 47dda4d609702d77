import type { JsonValue } from '@pf/core'
import type { StepCommit } from '../log/step-commit.ts'
import type { RunState } from '../state/run-state.ts'
import { savedPlan } from '../state/saved-plan.ts'
import type { Run } from './run.ts'

/** The state of a run as it is stored, with what the collector of artifacts and the component budget hold now. */
export function snapshotState({ state, segment }: Run, status: 'running' | 'paused' = 'running'): JsonValue {
  const { collector, components } = segment
  const snapshot: RunState = {
    ...state,
    status,
    // Calls side by side change the list while a commit waits to be written.
    in_flight: [...state.in_flight],
    artifacts: collector.snapshot(),
    components: { spent: components.budget?.spent ?? 0, inlined: components.inline.inlined },
    ...(state.planned ? { planned: savedPlan(state.planned) } : {}),
  }
  return snapshot as unknown as JsonValue
}

/** The next commit of a run: its state, and the thread entries and artifact records since the last one. */
export function takeStepCommit(run: Run, status?: 'running' | 'paused'): StepCommit {
  return { state: snapshotState(run, status), thread: run.segment.threadEntries.splice(0), artifacts: run.segment.storedArtifacts.splice(0) }
}

/** Commits the state together with the queued events, thread entries and artifact records. Rejects as `RunWriter.commit` does. */
export function commitStep(run: Run): Promise<void> {
  return run.segment.writer.commit(takeStepCommit(run))
}
