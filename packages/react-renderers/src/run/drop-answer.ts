import { modelOf } from '../store/model/model-of.ts'
import { given } from '../store/model/read.ts'
import type { ComponentStore } from '../store/model/types.ts'

/** Removes every assistant turn after the last user turn, for another attempt. */
export function dropAnswer(store: ComponentStore): void {
  const model = modelOf(store)
  model.turns = model.turns.slice(0, model.turns.findLastIndex((turn) => turn.kind === 'user') + 1)
  model.run = given({ status: 'idle', thread_id: model.run.thread_id })
  model.wake()
}
