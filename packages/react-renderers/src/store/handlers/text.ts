import { currentTurn, type Handler, putSegment } from '../model/model.ts'
import { name, text } from '../model/read.ts'
import type { AssistantTurn } from '../model/types.ts'

const find = (turn: AssistantTurn, id: string) => turn.segments.findLast((segment) => segment.id === id)
const foreign = (role: unknown) => typeof role === 'string' && role !== 'assistant'

export const textStart: Handler = (model, { fields }) => {
  const id = name(fields.messageId)
  if (id === undefined || foreign(fields.role)) return
  const turn = currentTurn(model)
  putSegment(model, turn, { ...(find(turn, id) ?? { id, text: '' }), done: false })
}

export const textContent: Handler = (model, { fields }) => {
  const id = name(fields.messageId)
  const delta = text(fields.delta)
  if (id === undefined || foreign(fields.role)) return
  const turn = currentTurn(model)
  const segment = find(turn, id) ?? { id, text: '', done: false }
  putSegment(model, turn, { ...segment, text: segment.text + delta })
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
