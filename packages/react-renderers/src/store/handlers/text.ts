import { currentTurn, type Handler, type Model, putSegment, putTurn } from '../model/model.ts'
import { name, text } from '../model/read.ts'
import type { AssistantTurn } from '../model/types.ts'
import { putUserTurn } from './messages.ts'

const find = (turn: AssistantTurn, id: string) => turn.segments.findLast((segment) => segment.id === id)
/** Texts of the user, and of roles that are not shown, do not belong to the answer. Only their start event contains the role. */
const isAnswer = (role: unknown) => typeof role !== 'string' || role === 'assistant'

export const textStart: Handler = (model, { fields }) => {
  const id = name(fields.messageId)
  if (id === undefined) return
  if (fields.role === 'user') return putUserTurn(model, { id, text: '' })
  if (!isAnswer(fields.role)) return void model.unshown.add(id)
  const turn = currentTurn(model)
  putSegment(model, turn, { ...(find(turn, id) ?? { id, text: '' }), done: false })
}

export const textContent: Handler = (model, { fields }) => {
  const id = name(fields.messageId)
  const delta = text(fields.delta)
  if (id === undefined || model.unshown.has(id)) return
  const said = fields.role === 'user' ? userTurn(model, id) : model.turns.find((turn) => turn.kind === 'user' && turn.id === id)
  if (said?.kind === 'user') return void putTurn(model, { ...said, text: said.text + delta })
  if (!isAnswer(fields.role)) return
  const turn = currentTurn(model)
  const segment = find(turn, id) ?? { id, text: '', done: false }
  putSegment(model, turn, { ...segment, text: segment.text + delta })
}

function userTurn(model: Model, id: string) {
  putUserTurn(model, { id, text: '' })
  return model.turns.find((turn) => turn.kind === 'user' && turn.id === id)
}

export const textEnd: Handler = (model, { fields }) => {
  const turn = currentTurn(model)
  const segment = find(turn, text(fields.messageId))
  if (segment && !segment.done) putSegment(model, turn, { ...segment, done: true })
}

/** A chunk without an id continues the open text. */
export const textChunk: Handler = (model, event) => {
  const open = currentTurn(model).segments.findLast((segment) => !segment.done)
  const messageId = name(event.fields.messageId) ?? open?.id
  textContent(model, { ...event, fields: { ...event.fields, messageId } })
}
