import type { JsonValue, Scope, TaskChangeResult } from '@pf/core'
import { hashJson } from '@pf/core/internal'
import type { CompiledAgent } from '../run/compiled-agent.ts'

/**
 * Approves or rejects the results of a group. A decision that applies is written to the audit log, with the hash of the results that were
 * decided.
 */
export async function decideGroup(
  { ports, tasks: settings }: Pick<CompiledAgent, 'ports' | 'tasks'>,
  scope: Scope,
  { group_id, verdict }: { group_id: string; verdict: 'approve' | 'reject' },
): Promise<TaskChangeResult> {
  if (!ports.tasks) return { status: 'unknown' }
  const decided = await ports.tasks.change(scope, group_id, { kind: 'decide', verdict })
  settings?.changed.notify()
  if (decided.status !== 'applied') return decided
  const { run_id, thread_id, tasks } = decided.group
  const results = tasks.map(({ task_id, status, result = null }) => ({ task_id, status, result }))
  await ports.audit?.append(scope, {
    type: 'group_decided',
    task_group_id: group_id,
    run_id,
    thread_id,
    by: scope.owner.id,
    hash: await hashJson(results satisfies JsonValue),
    decision: verdict === 'approve' ? 'approved' : 'denied',
  })
  return decided
}
