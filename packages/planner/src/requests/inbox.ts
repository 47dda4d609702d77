import type { InboxItem, InteractionAnnouncement, OwnedTaskGroup, Owner, Scope, WaitingInteraction } from '@pf/core'
import { ownerKey } from '@pf/core/internal'
import type { CompiledAgent } from '../run/compiled-agent.ts'
import { approvalProps, groupInteractionId } from '../tasks/group-approval.ts'

/** Maximum number of questions in one inbox. */
const maxItems = 200
/** Maximum number of remembered questions. Beyond it, entries may be written to the audit log again. */
const maxSeen = 10_000

/** Provides the questions that wait for users. */
export interface Inbox {
  /** Reads the inbox of an owner. */
  read(scope: Scope): Promise<InboxItem[]>
  /** Records in the audit log of `owner` that the caller has seen questions about calls. Each is recorded once per process. */
  noteSeen(scope: Scope, owner: Owner, questions: readonly Pick<InteractionAnnouncement, 'id' | 'approval'>[]): Promise<void>
}

/** Creates the inbox of an agent. */
export function createInbox(agent: CompiledAgent): Inbox {
  const seen = new Set<string>()
  const noteSeen: Inbox['noteSeen'] = async (scope, owner, questions) => {
    for (const { id, approval } of questions) {
      const key = JSON.stringify([ownerKey(scope), ownerKey({ owner }), id])
      if (!approval || !agent.ports.audit || seen.has(key)) continue
      if (seen.size >= maxSeen) seen.clear()
      seen.add(key)
      await agent.ports.audit.append({ owner }, { type: 'seen', interaction_id: id, by: scope.owner.id })
    }
  }
  return {
    noteSeen,
    async read(scope) {
      const waiting = (await agent.ports.pending.waiting?.(scope, maxItems)) ?? []
      for (const { owner, record } of waiting) await noteSeen(scope, owner, [record])
      const groups = agent.tasks ? ((await agent.ports.tasks?.waiting?.(scope, maxItems)) ?? []) : []
      const items = [...waiting.map((each) => toItem(scope, each)), ...groups.map((each) => groupItem(scope, each))]
      return items.sort((a, b) => a.created - b.created).slice(0, maxItems)
    },
  }
}

function toItem(scope: Scope, { owner, record }: WaitingInteraction): InboxItem {
  const { id, run_id, thread_id, component, props, created, deadline, approval } = record
  const isOwn = ownerKey(scope) === ownerKey({ owner })
  return {
    interaction_id: id,
    run_id,
    thread_id,
    component,
    props,
    created,
    ...(deadline === undefined ? {} : { deadline }),
    ...(approval ? { tool: approval.tool } : {}),
    ...(approval?.role === undefined ? {} : { role: approval.role }),
    ...(isOwn ? {} : { asked_by: owner.id }),
  }
}

function groupItem(scope: Scope, { owner, group }: OwnedTaskGroup): InboxItem {
  const { group_id, run_id, thread_id, changed, approval_role } = group
  return {
    interaction_id: groupInteractionId(group_id),
    run_id,
    thread_id,
    component: 'confirm',
    props: approvalProps(group),
    created: changed,
    task_group_id: group_id,
    ...(approval_role === undefined ? {} : { role: approval_role }),
    ...(ownerKey(scope) === ownerKey({ owner }) ? {} : { asked_by: owner.id }),
  }
}
