import type { AnswerEnvelope, AnswerResult, Scope } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { CompiledAgent } from '../run/compiled-agent.ts'
import { groupOfInteraction } from '../tasks/group-approval.ts'
import { decideGroup } from './decide-group.ts'

/**
 * Approves or rejects the results of a group with the answer to its question in the inbox; a cancellation decides nothing. Returns undefined
 * for another interaction.
 */
export async function answerGroup(
  agent: CompiledAgent,
  interaction_id: string,
  { envelope, scope }: { envelope: AnswerEnvelope; scope: Scope },
): Promise<AnswerResult | undefined> {
  const group_id = groupOfInteraction(interaction_id)
  if (!agent.ports.tasks || !agent.tasks || group_id === undefined) return undefined
  if ('cancelled' in envelope) return { status: 'invalid', issues: [{ code: 'invalid_input', pointer: '', expected: 'confirmed: true or false' }] }
  const { result } = envelope
  const confirmed = isRecord(result) ? result.confirmed : undefined
  if (typeof confirmed !== 'boolean') return { status: 'invalid', issues: [{ code: 'invalid_input', pointer: '/confirmed', expected: 'true or false' }] }
  const decided = await decideGroup(agent, scope, { group_id, verdict: confirmed ? 'approve' : 'reject' })
  if (decided.status === 'unknown') return { status: 'unknown' }
  if (decided.status === 'role_required')
    return { status: 'invalid', issues: [{ code: 'role_required', pointer: '', expected: `an answer from someone with the role ${decided.role}` }] }
  const { run_id, approval } = decided.group
  if (decided.status === 'applied') return { status: 'accepted', run_id }
  return approval === (confirmed ? 'approved' : 'rejected') ? { status: 'repeated', run_id } : { status: 'gone' }
}
