import type { JsonValue, OwnedTaskGroup, Owner, Scope, TaskChangeResult } from '@pf/core'
import { hashJson, mayApprove } from '@pf/core/internal'
import type { CompiledAgent } from '../run/compiled-agent.ts'
import { groupInteractionId } from '../tasks/group-approval.ts'

/** A decision about the results of a group. `role_required`: only users with the role of the group approve it. */
export type DecideResult = TaskChangeResult | { status: 'role_required'; role: string }

/** Maximum number of groups of other owners to search. */
const maxWaiting = 1_000

/**
 * Approves or rejects the results of a group of the caller, or of one that waits for one of the caller's roles. The owner of a group with a
 * role can only reject it. Refused approvals and decisions that apply are written to the audit log of the owner, the latter with the hash of the results.
 */
export async function decideGroup(
  agent: Pick<CompiledAgent, 'ports' | 'tasks'>,
  scope: Scope,
  { group_id, verdict }: { group_id: string; verdict: 'approve' | 'reject' },
): Promise<DecideResult> {
  const { ports, tasks: settings } = agent
  const found = await findGroup(agent, scope, group_id)
  if (!ports.tasks || !found) return { status: 'unknown' }
  const role = found.group.approval_role
  if (verdict === 'approve' && role !== undefined && !mayApprove(scope.owner, found)) {
    await ports.audit?.append({ owner: found.owner }, { type: 'refused', interaction_id: groupInteractionId(group_id), by: scope.owner.id, reason: 'role' })
    return { status: 'role_required', role }
  }
  const decided = await ports.tasks.change({ owner: found.owner }, group_id, { kind: 'decide', verdict })
  settings?.changed.notify()
  if (decided.status === 'applied') await record(agent, found.owner, { group: decided.group, by: scope.owner.id, verdict })
  return decided
}

async function findGroup({ ports }: Pick<CompiledAgent, 'ports'>, scope: Scope, group_id: string): Promise<OwnedTaskGroup | undefined> {
  const own = await ports.tasks?.get(scope, group_id)
  if (own) return { owner: scope.owner, group: own }
  if (!scope.owner.roles?.length) return undefined
  const waiting = (await ports.tasks?.waiting?.(scope, maxWaiting)) ?? []
  return waiting.find((each) => each.group.group_id === group_id && mayApprove(scope.owner, each))
}

async function record(
  { ports }: Pick<CompiledAgent, 'ports'>,
  owner: Owner,
  { group, by, verdict }: Pick<OwnedTaskGroup, 'group'> & { by: string; verdict: 'approve' | 'reject' },
): Promise<void> {
  const { group_id, run_id, thread_id, tasks } = group
  const results = tasks.map(({ task_id, status, result = null }) => ({ task_id, status, result }))
  await ports.audit?.append(
    { owner },
    {
      type: 'group_decided',
      task_group_id: group_id,
      run_id,
      thread_id,
      by,
      hash: await hashJson(results satisfies JsonValue),
      decision: verdict === 'approve' ? 'approved' : 'denied',
    },
  )
}
