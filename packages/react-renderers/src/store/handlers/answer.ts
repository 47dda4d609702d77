import { arrayOrEmpty } from '@pf/core/internal'
import { currentTurn, type Handler, patchTurn, warn } from '../model/model.ts'
import { object, text } from '../model/read.ts'

/** CUSTOM `answer_reset`: withdraws the text of a failed attempt. */
export const answerReset: Handler = (model, { fields }) => {
  const stream_id = text(object(fields.value).stream_id)
  const turn = currentTurn(model)
  // A stream that a tool call interrupted continues with a suffix on its id.
  const isWithdrawn = (id: string) => id === stream_id || id.startsWith(`${stream_id}~`)
  if (stream_id === '') return
  patchTurn(model, turn, { segments: turn.segments.map((segment) => (isWithdrawn(segment.id) ? { ...segment, done: true, withdrawn: true } : segment)) })
}

/** CUSTOM `budget`: the spending of the run and the remaining amounts. */
export const budget: Handler = (model, { fields }) => {
  const { spent, limits } = object(fields.value)
  patchTurn(model, currentTurn(model), { budget: { spent: object(spent), limits: arrayOrEmpty(limits).map(object) } })
}

/** CUSTOM `warning`. */
export const warning: Handler = (model, { fields }) => {
  const value = object(fields.value)
  warn(model, currentTurn(model), { code: text(value.code), text: text(value.text) })
}
