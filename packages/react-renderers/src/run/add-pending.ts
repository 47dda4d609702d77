import type { InteractionAnnouncement } from '@pf/core'
import { type Model, patchTurn, turnOfMessage } from '../store/model/model.ts'
import { modelOf } from '../store/model/model-of.ts'
import { ask, findQuestion, readQuestion } from '../store/model/questions.ts'
import { name } from '../store/model/read.ts'
import type { ComponentStore } from '../store/model/types.ts'

/** Adds questions that a thread lists as open: the log that asked them may be gone. */
export function addPending(store: ComponentStore, asked: readonly InteractionAnnouncement[]): void {
  const model = modelOf(store)
  for (const item of asked) add(model, item)
  model.wake()
}

function add(model: Model, item: InteractionAnnouncement) {
  if (findQuestion(model, ({ id }) => id === item.id)) return
  const turn = turnOfMessage(model, name(item.message_id))
  const asked = readQuestion({ ...item }, turn)
  if (!asked) return
  ask(model, turn, asked, model.now())
  const now = turnOfMessage(model, turn.id)
  if (now.parts.length > 1 || now.status !== 'running') return
  patchTurn(model, now, { status: 'waiting' })
  model.run = { ...model.run, status: 'waiting', run_id: now.run_id }
}
