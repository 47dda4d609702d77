import { type AnswerEnvelope, type AnswerResult, PfError, type RunClient } from '@pf/core'
import type { QuestionUpdate } from './update-store.ts'

/** What became of an answer, and what is to be done now. */
export interface AnswerOutcome {
  update: QuestionUpdate
  /** The run that goes on with it. */
  run_id?: string
  /** The server knows more of the question than this page. */
  reload?: true
}

/** Sends an answer; whatever happens to it is a note on its question. Never rejects. */
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
