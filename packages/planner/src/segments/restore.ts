import { applyPatch, type JsonObject, type PlannerEvent } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { readLog } from '../log/read-log.ts'
import { secretsOf } from '../questions/question-outcome.ts'
import type { Run } from '../run/run.ts'
import type { ShownComponent } from '../tools/shown-components.ts'

/** What a run is restored from. */
export interface RestoreOptions {
  /** The runs of its turn. */
  runs: readonly string[]
  sameTurn: boolean
  /** The log of the run itself, if it is known. */
  log?: readonly PlannerEvent[]
}

/**
 * Restores the parts of a run that its state does not contain: open calls, shown components and names of streams from the logs of its turn,
 * and secrets from the interaction store. A run that begins a new turn has no components and streams yet.
 */
export async function restoreRun(run: Run, { runs, sameTurn, log }: RestoreOptions): Promise<void> {
  for (const run_id of runs)
    for (const event of (run_id === run.runId ? log : undefined) ?? (await readLog(run.agent.ports.events, run.scope, run_id))) {
      if (calls.has(event.type)) run.segment.writer.open.observe(event)
      if (sameTurn && event.type === 'artifact_chunk') restoreChunk(run, event)
      if (sameTurn && event.type === 'artifact_update') restoreUpdate(run, event)
    }
  await restoreSecrets(run)
}

const calls: ReadonlySet<PlannerEvent['type']> = new Set(['tool_call_start', 'tool_call_end', 'tool_call_result'])

function restoreChunk(run: Run, { stream_id, chunk, done, artifact_type, tool_call_id }: PlannerEvent<'artifact_chunk'>) {
  if (artifact_type !== 'ui_component') {
    if (tool_call_id !== undefined) run.segment.streamNames.nameFor(stream_id.replace(/#\d+$/, ''), tool_call_id)
    return
  }
  if (!done || !isRecord(chunk) || typeof chunk.id !== 'string' || typeof chunk.component !== 'string' || !isRecord(chunk.props)) return
  putRestored(run, { id: chunk.id, component: chunk.component, props: chunk.props as JsonObject })
}

/** The log does not record the origin of the values, so they are treated as hidden. The state has the props that the model wrote. */
function putRestored(run: Run, component: Pick<ShownComponent, 'id' | 'component' | 'props'>) {
  const written = run.state.components.written?.find(({ id }) => id === component.id)?.props
  run.segment.components.put({ ...component, hidden: true, ...(written ? { written } : {}) })
}

function restoreUpdate(run: Run, { id, patch }: PlannerEvent<'artifact_update'>) {
  const shown = run.segment.components.get(id)
  const patched = shown && applyPatch({ component: shown.component, props: shown.props }, patch)
  if (shown && patched?.ok && isRecord(patched.value) && isRecord(patched.value.props))
    putRestored(run, { id, component: shown.component, props: patched.value.props as JsonObject })
}

/** The state contains references to secrets. Their texts are read from the interaction store. */
async function restoreSecrets(run: Run): Promise<void> {
  for (const interaction_id of new Set(run.state.secret_refs.map((ref) => ref.interaction_id))) {
    const record = await run.agent.ports.pending.get(run.scope, interaction_id)
    for (const [field, secret] of record ? secretsOf(record, run.agent.rich?.policy) : []) {
      run.segment.secretFields.set(field, secret)
      run.segment.secrets.add(secret)
    }
  }
}
