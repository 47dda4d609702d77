import type { AnswerEnvelope, InteractionRecord, InteractionRef, Owner, Scope, ValidationIssue } from '@pf/core'
import { isRecord, mayAnswer } from '@pf/core/internal'
import { approvedScope } from '../approvals/approval-question.ts'
import type { CompiledAgent } from '../run/compiled-agent.ts'
import { findQuestion } from './find-question.ts'

/** A question, and the scope of the owner whose run asked it. */
export interface FoundQuestion {
  scope: Scope
  record: InteractionRecord
}

/** Maximum number of questions of other owners to search. */
const maxWaiting = 1_000

/** Finds a question of the caller, or an open question that waits for one of the caller's roles; undefined for any other. */
export async function findAnswerable(agent: CompiledAgent, scope: Scope, ref: InteractionRef): Promise<FoundQuestion | undefined> {
  const own = await findQuestion(agent, scope, ref)
  if (own) return { scope, record: own }
  if (!isRecord(ref) || !('interaction_id' in ref) || !scope.owner.roles?.length) return undefined
  const waiting = (await agent.ports.pending.waiting?.(scope, maxWaiting)) ?? []
  const found = waiting.find((each) => each.record.id === ref.interaction_id && mayAnswer(scope.owner, each))
  return found && { scope: { owner: found.owner }, record: found.record }
}

/**
 * Returns the issues if a user may not answer a question because it requires a role that the user does not have. The owner of the run may
 * always cancel. The question stays open, and the attempt is written to the audit log.
 */
export async function refusedAnswer(
  agent: CompiledAgent,
  { scope, record }: FoundQuestion,
  { by, envelope }: { by: Owner; envelope: AnswerEnvelope },
): Promise<ValidationIssue[] | undefined> {
  const role = record.approval?.role
  const cancels = isRecord(envelope) && 'cancelled' in envelope && envelope.cancelled === true
  if (role === undefined || cancels || mayAnswer(by, { owner: scope.owner, record })) return undefined
  await agent.ports.audit?.append(scope, { type: 'refused', interaction_id: record.id, by: by.id, reason: 'role' })
  return [{ code: 'role_required', pointer: '', expected: `an answer from someone with the role ${role}` }]
}

/** Writes an accepted answer to a question about a call to the audit log. */
export async function recordAnswer(agent: CompiledAgent, { scope, record }: FoundQuestion, by: Owner): Promise<void> {
  if (!record.approval) return
  const approved = record.state === 'answered' ? approvedScope(record.component, record.value) : undefined
  const decision = record.state === 'cancelled' ? 'cancelled' : approved ? 'approved' : 'denied'
  const entry = { type: 'answered', interaction_id: record.id, by: by.id, hash: record.hash ?? '', decision } as const
  await agent.ports.audit?.append(scope, { ...entry, ...(approved ? { scope: approved } : {}) })
}
