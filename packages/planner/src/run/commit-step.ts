import type { JsonValue } from '@pf/core'
import type { StepCommit } from '../log/run-writer-options.ts'
import type { PlannedRun } from '../state/planned-run.ts'
import type { RunState } from '../state/run-state.ts'
import type { ShownComponents } from '../tools/shown-components.ts'
import { charsOf } from '../util/clamp-json.ts'
import type { Run } from './run.ts'

/** Returns the state of a run as stored, including the current artifact snapshot and component budget. */
export function snapshotState({ state, segment }: Run, status: 'running' | 'paused' = 'running'): JsonValue {
  const { collector, components } = segment
  const snapshot: RunState = {
    ...state,
    status,
    // Concurrent calls modify the list while a commit waits to be written.
    in_flight: [...state.in_flight],
    artifacts: collector.snapshot(),
    components: savedComponents(components),
    ...(state.planned ? { planned: savedPlan(state.planned) } : {}),
  }
  return snapshot as unknown as JsonValue
}

/** Returns what a later segment needs of the shown components and the log does not contain. */
function savedComponents({ budget, inline, list }: ShownComponents): RunState['components'] {
  const written = list().flatMap(({ id, written: props }) => (props ? [{ id, props }] : []))
  return { spent: budget?.spent ?? 0, inlined: inline.inlined, ...(written.length > 0 ? { written } : {}) }
}

/**
 * Returns the next commit of a run: its state, and the thread entries, artifact records and spending since the last one. Spending is also
 * reported as an event.
 */
export function takeStepCommit(run: Run, status?: 'running' | 'paused'): StepCommit {
  const { ledger, threadEntries, storedArtifacts } = run.segment
  const spending = ledger?.take()
  const news = ledger?.news()
  if (news) run.emit({ type: 'budget', step: run.state.step, ...news })
  return { state: snapshotState(run, status), thread: threadEntries.splice(0), artifacts: storedArtifacts.splice(0), ...(spending ? { spending } : {}) }
}

/** Commits the state together with the queued events, thread entries and artifact records. Rejects as `RunWriter.commit` does. */
export function commitStep(run: Run): Promise<void> {
  return run.segment.writer.commit(takeStepCommit(run))
}

/** Maximum total size, in characters, of the outputs stored with the state. Larger outputs exist only in this process and are missing in any other. */
const maxSavedOutputChars = 4_000_000

/** Returns the plan as stored in the state of the run. */
function savedPlan(planned: PlannedRun): PlannedRun {
  let left = maxSavedOutputChars
  const outputs = planned.outputs.map((output): JsonValue => {
    if (output === null) return null
    const size = charsOf(output, left)
    if (size > left) return null
    left -= size
    return output
  })
  return { ...planned, outputs }
}
