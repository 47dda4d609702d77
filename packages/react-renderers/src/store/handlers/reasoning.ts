import { currentTurn, type Handler, type Model, patchTurn } from '../model/model.ts'
import { text } from '../model/read.ts'
import type { AssistantTurn } from '../model/types.ts'

function openReasoning(model: Model, ts: number): AssistantTurn {
  const turn = currentTurn(model)
  if (!turn.reasoning.done) return turn
  model.thinkingSince.set(turn.id, ts)
  const before = turn.reasoning.text
  const next = { ...turn, reasoning: { ...turn.reasoning, text: before === '' ? '' : `${before}\n\n`, done: false } }
  patchTurn(model, turn, next)
  return next
}

export const reasoningStart: Handler = (model, { ts }) => {
  openReasoning(model, ts)
}

export const reasoningContent: Handler = (model, { fields, ts }) => {
  const turn = openReasoning(model, ts)
  patchTurn(model, turn, { reasoning: { ...turn.reasoning, text: turn.reasoning.text + text(fields.delta) } })
}

export const reasoningEnd: Handler = (model, { ts }) => {
  const turn = currentTurn(model)
  if (turn.reasoning.done) return
  const since = model.thinkingSince.get(turn.id) ?? ts
  const elapsed = Math.max(0, ts - since)
  patchTurn(model, turn, { reasoning: { text: turn.reasoning.text.trimEnd(), done: true, ms: (turn.reasoning.ms ?? 0) + elapsed } })
}
