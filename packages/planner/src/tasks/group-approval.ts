import type { AnswerEnvelope, AnswerResult, JsonObject, Scope, TaskGroup } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { CompiledAgent } from '../run/compiled-agent.ts'
import { reportText } from './task-texts.ts'

/** Maximum length of a result in a question to the user, in characters. The task panel shows all of it. */
const questionChars = 4_000
const prefix = 'task-group:'

/** Returns the id with which the approval of a group is answered from the inbox. */
export const groupInteractionId = (group_id: string) => `${prefix}${group_id}`

/** Returns the props of the question about the results of a group, from the stored results. */
export function approvalProps(group: TaskGroup): JsonObject {
  const message = reportText(group, undefined).slice(0, questionChars).toWellFormed()
  return { title: `Use the results of “${group.name}”?`, message, confirmLabel: 'Use them' }
}

/**
 * Approves or rejects the results of a group with the answer to its question in the inbox; a cancellation decides nothing. Returns undefined
 * for another interaction.
 */
export async function answerGroup(
  { ports, tasks: settings }: CompiledAgent,
  interaction_id: string,
  { envelope, scope }: { envelope: AnswerEnvelope; scope: Scope },
): Promise<AnswerResult | undefined> {
  if (!ports.tasks || !settings || !interaction_id.startsWith(prefix)) return undefined
  if ('cancelled' in envelope) return { status: 'invalid', issues: [{ code: 'invalid_input', pointer: '', expected: 'confirmed: true or false' }] }
  const { result } = envelope
  const confirmed = isRecord(result) ? result.confirmed : undefined
  if (typeof confirmed !== 'boolean') return { status: 'invalid', issues: [{ code: 'invalid_input', pointer: '/confirmed', expected: 'true or false' }] }
  const decided = await ports.tasks.change(scope, interaction_id.slice(prefix.length), { kind: 'decide', verdict: confirmed ? 'approve' : 'reject' })
  settings.changed.notify()
  if (decided.status === 'unknown') return { status: 'unknown' }
  const { run_id, approval } = decided.group
  if (decided.status === 'applied') return { status: 'accepted', run_id }
  return approval === (confirmed ? 'approved' : 'rejected') ? { status: 'repeated', run_id } : { status: 'gone' }
}
