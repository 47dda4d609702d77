import { type AnswerEnvelope, type AnswerResult, PfError, type RunClient } from '@pf/core'
import type { QuestionNote } from './note-question.ts'

/** What became of an answer, and what is to be done now. */
export interface Sent {
  note: QuestionNote
  /** The run that goes on with it. */
  run_id?: string
  /** The server knows more of the question than this page. */
  look?: true
}

/** Sends an answer; whatever happens to it is a note on its question. Never rejects. */
export async function sendAnswer(client: RunClient, interaction_id: string, envelope: AnswerEnvelope): Promise<Sent> {
  try {
    return readResult(await client.answer({ interaction_id }, envelope), envelope)
  } catch (error) {
    const issues = PfError.isInstance(error) && Array.isArray(error.fields.issues) ? { issues: error.fields.issues } : {}
    return { note: { status: 'failed', ...issues } }
  }
}

function readResult(result: AnswerResult, envelope: AnswerEnvelope): Sent {
  if ('run_id' in result) return { note: { status: 'cancelled' in envelope ? 'cancelled' : 'answered' }, run_id: result.run_id }
  if (result.status === 'invalid') return { note: { status: 'failed', issues: result.issues } }
  return { note: { status: result.status === 'conflict' ? 'answered_elsewhere' : 'expired' }, look: true }
}
