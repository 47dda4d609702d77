import type { JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { Model } from './model.ts'
import { findQuestion, isOpen, putQuestion } from './questions.ts'
import { given, parseJson, text } from './read.ts'
import type { QuestionState, QuestionStatus } from './types.ts'

const outcomes = new Map<string, QuestionStatus>([
  ['cancelled', 'cancelled'],
  ['expired', 'expired'],
  ['lost', 'expired'],
  ['superseded', 'superseded'],
])

/** The result of a question's call says what became of it; a result that belongs to no question changes nothing. */
export function settleQuestion(model: Model, tool_call_id: string, { content, ts }: { content: string; ts: number }): void {
  const found = tool_call_id === '' ? undefined : findQuestion(model, (question) => question.tool_call_id === tool_call_id)
  if (!found) return
  const { turn, question } = found
  const value = parseJson(content)
  const told = outcomeOf(question, value)
  const { issues: _, ...rest } = question
  const status = told ?? (isElsewhere(model, question) ? 'answered_elsewhere' : 'answered')
  putQuestion(model, turn, { ...rest, status, answered_at: ts, ...given({ value: told === undefined ? value : undefined }) })
}

/** `{status}` alone is an outcome, unless the question itself asks for a field of that name. */
function outcomeOf(question: QuestionState, value: JsonValue | undefined): QuestionStatus | undefined {
  if (!isRecord(value) || Object.keys(value).length !== 1) return undefined
  const { fields } = question.props
  const own = Array.isArray(fields) && fields.some((field) => isRecord(field) && field.name === 'status')
  return own ? undefined : outcomes.get(text(value.status))
}

const isElsewhere = ({ seen }: Model, question: QuestionState) =>
  question.status === 'answered_elsewhere' || (seen.has(question.id) && (isOpen(question) || question.status === 'expired'))
