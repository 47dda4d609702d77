import { type AnswerEnvelope, type AnswerResult, PfError, type RunClient } from '@pf/core'
import type { QuestionUpdate } from './update-store.ts'

/** The outcome of an answer and the next step. */
export interface AnswerOutcome {
  update: QuestionUpdate
  /** The run that continues after the answer. */
  run_id?: string
  /** True if the server has a newer state of the question. */
  reload?: true
}

/** Sends an answer and stores the outcome with the question. Never rejects. */
export async function sendAnswer(client: RunClient, interaction_id: string, envelope: AnswerEnvelope): Promise<AnswerOutcome> {
  try {
    return readResult(await client.answer({ interaction_id }, envelope), envelope)
  } catch (error) {
    const issues = PfError.isInstance(error) && Array.isArray(error.fields.issues) ? { issues: error.fields.issues } : {}
    return { update: { status: 'failed', ...issues } }
  }
}

function readResult(result: AnswerResult, envelope: AnswerEnvelope): AnswerOutcome {
  if ('run_id' in result) return { update: { status: 'cancelled' in envelope ? 'cancelled' : 'answered' }, run_id: result.run_id }
  if (result.status === 'invalid') return { update: { status: 'failed', issues: result.issues } }
  return { update: { status: result.status === 'conflict' ? 'answered_elsewhere' : 'expired' }, reload: true }
}
