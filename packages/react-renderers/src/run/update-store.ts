import type { InteractionAnnouncement, JsonValue } from '@pf/core'
import { addTurn, emptyTurn, type Model, patchTurn, putRunMessage, turnOfMessage, turnOfRun } from '../store/model/model.ts'
import { modelOf } from '../store/model/model-of.ts'
import { addQuestion, findQuestion, putQuestion, readQuestion } from '../store/model/questions.ts'
import { name, omitUndefined } from '../store/model/read.ts'
import type { ComponentStore, QuestionState, QuestionStatus, RunMessageState, StoreState } from '../store/model/types.ts'

/** Fields of a question that are set outside of the stream. */
export type QuestionUpdate = Pick<QuestionState, 'status'> & Partial<Pick<QuestionState, 'answered_at' | 'issues'>>

/** Updates the state of a question. With `from`, only if the question is in one of these states. */
export function updateQuestion(store: ComponentStore, id: string, { from, ...update }: QuestionUpdate & { from?: readonly QuestionStatus[] }): void {
  const model = modelOf(store)
  const found = findQuestion(model, (question) => question.id === id)
  if (!found || (from && !from.includes(found.question.status))) return
  const { issues: _, ...question } = found.question
  putQuestion(model, found.turn, { ...question, ...update })
  model.notify()
}

/** Returns all questions of a conversation, oldest first. */
export const allQuestions = ({ turns }: Pick<StoreState, 'turns'>): QuestionState[] =>
  turns.flatMap((turn) => (turn.kind === 'assistant' ? turn.questions : []))

/**
 * Adds a message to the turn of a run, or updates its status. A status that the stream has reported is kept, because the response to the
 * request may arrive after it.
 */
export function putMessage(store: ComponentStore, run_id: string, message: RunMessageState): void {
  const model = modelOf(store)
  const turn = turnOfRun(model, run_id)
  if (!turn || turn.messages?.some(({ id, status }) => id === message.id && (status === 'read' || status === 'late'))) return
  putRunMessage(model, turn, message)
  model.notify()
}

/** Adds a finished assistant turn for which only the text is known. */
export function addAnswer(store: ComponentStore, run_id: string, text: string): void {
  const model = modelOf(store)
  if (turnOfRun(model, run_id)) return
  const turn = emptyTurn(run_id)
  const id = `${turn.id}:answer`
  addTurn(model, { ...turn, status: 'done', segments: [{ id, text, done: true }], parts: [{ kind: 'text', id }] })
  model.notify()
}

/** Adds the open questions of a thread, whose run log may no longer exist. */
export function addOpenQuestions(store: ComponentStore, interactions: readonly InteractionAnnouncement[]): void {
  const model = modelOf(store)
  for (const item of interactions) add(model, item)
  model.notify()
}

function add(model: Model, item: InteractionAnnouncement) {
  if (findQuestion(model, ({ id }) => id === item.id)) return
  const turn = turnOfMessage(model, name(item.message_id))
  const question = readQuestion({ ...item }, turn)
  if (!question) return
  addQuestion(model, turn, question, model.now())
  const now = turnOfMessage(model, turn.id)
  if (now.parts.length > 1 || now.status !== 'running') return
  patchTurn(model, now, { status: 'waiting' })
  model.run = { ...model.run, status: 'waiting', run_id: now.run_id }
}

/** Removes the assistant turns after the last user turn, before another attempt. */
export function removeAnswer(store: ComponentStore): void {
  const model = modelOf(store)
  model.turns = model.turns.slice(0, model.turns.findLastIndex((turn) => turn.kind === 'user') + 1)
  model.run = omitUndefined({ status: 'idle', thread_id: model.run.thread_id })
  model.notify()
}

/** Returns the seq up to which a run has been read, if its turn has ended or continues in another run; undefined while more events are expected. */
export function lastReadSeq(store: ComponentStore, run_id: string): number | undefined {
  const model = modelOf(store)
  const turn = turnOfRun(model, run_id)
  const over = turn && (turn.run_id !== run_id || (turn.status !== 'running' && turn.error?.code !== 'network'))
  return over ? model.cursors.get(run_id)?.seq : undefined
}

/** Changes the shared state in the page. `unsentState` returns it until a run has received it. */
export function setSharedState(store: ComponentStore, value: JsonValue): void {
  const model = modelOf(store)
  model.shared = value
  model.unsent = {}
  model.notify()
}

/** Makes `unsentState` return undefined, after a snapshot of the agent has replaced the state of the page. */
export function forgetUnsentState(store: ComponentStore): void {
  modelOf(store).unsent = undefined
}

/** Returns the shared state if the page has changed it and no run has received it, and a function to call when one has. */
export function unsentState(store: ComponentStore): { state: JsonValue; received: () => void } | undefined {
  const model = modelOf(store)
  const { shared, unsent } = model
  if (!unsent || shared === undefined) return undefined
  const received = () => {
    if (model.unsent === unsent) model.unsent = undefined
  }
  return { state: shared, received }
}
