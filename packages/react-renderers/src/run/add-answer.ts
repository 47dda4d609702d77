import { addTurn, emptyTurn, turnOfRun } from '../store/model/model.ts'
import { modelOf } from '../store/model/model-of.ts'
import type { ComponentStore } from '../store/model/types.ts'

/** Adds a finished assistant turn that is known only as text. */
export function addAnswer(store: ComponentStore, run_id: string, text: string): void {
  const model = modelOf(store)
  if (turnOfRun(model, run_id)) return
  const turn = emptyTurn(run_id)
  const id = `${turn.id}:answer`
  addTurn(model, { ...turn, status: 'done', segments: [{ id, text, done: true }], parts: [{ kind: 'text', id }] })
  model.wake()
}
