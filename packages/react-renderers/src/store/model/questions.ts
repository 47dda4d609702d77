import type { JsonObject, JsonValue } from '@pf/core'
import { isRecord, parseJson } from '@pf/core/internal'
import { newComponent, putComponent } from './component-previews.ts'
import { findTurn, type Model, patchTurn, upsert } from './model.ts'
import { name, number, object, omitUndefined, text } from './read.ts'
import type { AssistantTurn, QuestionState, QuestionStatus, TurnStatus } from './types.ts'

/** True if the question can be answered. */
export const isOpen = ({ status }: Pick<QuestionState, 'status'>) => status === 'open' || status === 'failed'

/** A question and its turn. */
export interface QuestionInTurn {
  turn: AssistantTurn
  question: QuestionState
}

/** Returns the newest matching question. Questions belong to the turn that asked them, regardless of the run that reports a change. */
export function findQuestion(model: Pick<Model, 'turns'>, fits: (question: QuestionState) => boolean): QuestionInTurn | undefined {
  const turn = findTurn(model, ({ questions }) => questions.some(fits))
  const question = turn?.questions.findLast(fits)
  return turn && question && { turn, question }
}

/** Adds a question and its component to a turn. A question that is asked again becomes open again. */
export function addQuestion(model: Model, turn: AssistantTurn, question: QuestionState, ts: number): void {
  const known = findQuestion(model, ({ id }) => id === question.id)
  if (known) {
    const { status } = known.question
    if (status === 'superseded' || status === 'expired') putQuestion(model, known.turn, { ...known.question, status: 'open' })
    return
  }
  const questions = [...turn.questions, question]
  patchTurn(model, turn, { questions })
  const { tool_call_id, component, props } = question
  const key = tool_call_id || question.id
  model.previews.delete(key)
  const place = { ...newComponent(turn, key, ts), component, props, status: 'ready', question: question.id } as const
  putComponent(model, { ...turn, questions }, omitUndefined({ ...place, tool_call_id: tool_call_id || undefined }))
}

/** Replaces a question. */
export function putQuestion(model: Model, turn: AssistantTurn, question: QuestionState): void {
  const questions = upsert(turn.questions, question, 'id')
  // The user continued elsewhere, so the turn has ended.
  const left = turn.status === 'waiting' && questions.every(({ status }) => status === 'superseded')
  patchTurn(model, turn, { questions, ...(left ? { status: 'done' as const } : {}) })
}

/** Reads a question of a pause or a thread; undefined if it has no id. */
export function readQuestion(item: Record<string, unknown>, turn: AssistantTurn): QuestionState | undefined {
  const id = name(item.id)
  if (id === undefined) return undefined
  const tool_call_id = text(item.tool_call_id)
  const component = text(item.component)
  return omitUndefined({
    id,
    tool_call_id,
    tool_name: turn.toolCalls.find((call) => call.id === tool_call_id)?.name ?? (component ? `ui_${component}` : ''),
    component,
    props: object(item.props),
    message_id: name(item.message_id) ?? turn.id,
    result_schema: isRecord(item.result_schema) ? (item.result_schema as JsonObject) : true,
    deadline: number(item.deadline),
    status: 'open',
  })
}

/**
 * Closes the open questions of a turn whose run has ended and does not wait, because their answers would not be read. In a successful run,
 * they were answered elsewhere.
 */
export function closeQuestions(turn: AssistantTurn, end: TurnStatus): AssistantTurn {
  if (end === 'waiting' || !turn.questions.some(isOpen)) return turn
  const status = end === 'done' ? 'answered_elsewhere' : end === 'cancelled' ? 'cancelled' : 'expired'
  return { ...turn, questions: turn.questions.map((question) => (isOpen(question) ? { ...question, status } : question)) }
}

const outcomes = new Map<string, QuestionStatus>([
  ['cancelled', 'cancelled'],
  ['expired', 'expired'],
  ['lost', 'expired'],
  ['superseded', 'superseded'],
])

/** Applies the result of a question's call, which contains the outcome of the question. A result that does not belong to a question is ignored. */
export function resolveQuestion(model: Model, tool_call_id: string, { content, ts }: { content: string; ts: number }): void {
  const found = tool_call_id === '' ? undefined : findQuestion(model, (question) => question.tool_call_id === tool_call_id)
  if (!found) return
  const { turn, question } = found
  const value = parseJson(content)
  const outcome = outcomeOf(question, value)
  const { issues: _, ...rest } = question
  const status = outcome ?? (isElsewhere(model, question) ? 'answered_elsewhere' : 'answered')
  putQuestion(model, turn, { ...rest, status, answered_at: ts, ...omitUndefined({ value: outcome === undefined ? value : undefined }) })
}

/** Returns the outcome if the value consists only of `{status}`, unless the question itself has a field with that name. */
function outcomeOf(question: QuestionState, value: JsonValue | undefined): QuestionStatus | undefined {
  if (!isRecord(value) || Object.keys(value).length !== 1) return undefined
  const { fields } = question.props
  const own = Array.isArray(fields) && fields.some((field) => isRecord(field) && field.name === 'status')
  return own ? undefined : outcomes.get(text(value.status))
}

const isElsewhere = ({ openAtRestore }: Model, question: QuestionState) =>
  question.status === 'answered_elsewhere' || (openAtRestore.has(question.id) && (isOpen(question) || question.status === 'expired'))
