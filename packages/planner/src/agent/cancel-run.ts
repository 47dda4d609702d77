import type { Scope } from '@pf/core'
import { PfError } from '@pf/core'
import type { ActiveRuns } from './active-runs.ts'
import type { AgentCore } from './agent-core.ts'
import { endOrphan } from './find-unfinished.ts'

/** Cancels a run and returns once its finish is written, so that a new run on its thread can follow at once. False for an unknown, foreign or finished run. */
export async function cancelRun(agent: AgentCore, runs: ActiveRuns, { run_id, scope }: { run_id: string; scope: Scope }): Promise<boolean> {
  const active = runs.get(scope, run_id)
  if (active) {
    const finished = await agent.ports.storage.load(scope, run_id).then(
      (record) => record?.finished === true,
      // A store that cannot be read must not keep a run from being stopped.
      () => false,
    )
    active.abort(new PfError('cancelled', 'The run was cancelled.'))
    await active.done
    return !finished
  }
  const record = await agent.ports.storage.load(scope, run_id)
  return record && !record.finished && record.last_seq > 0 ? endOrphan(agent, scope, record, 'cancelled') : false
}
