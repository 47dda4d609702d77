import { modelOf } from '../store/model/model-of.ts'
import { findQuestion, putQuestion } from '../store/model/questions.ts'
import type { ComponentStore, QuestionState, QuestionStatus } from '../store/model/types.ts'

/** What may be noted of a question from outside of the stream. */
export type QuestionNote = Pick<QuestionState, 'status'> & Partial<Pick<QuestionState, 'answered_at' | 'issues'>>

/** Notes how far the answer of a question is; only while it is in one of the states `from`, where those are given. */
export function noteQuestion(store: ComponentStore, id: string, { from, ...note }: QuestionNote & { from?: readonly QuestionStatus[] }): void {
  const model = modelOf(store)
  const found = findQuestion(model, (question) => question.id === id)
  if (!found || (from && !from.includes(found.question.status))) return
  const { issues: _, ...question } = found.question
  putQuestion(model, found.turn, { ...question, ...note })
  model.wake()
}
