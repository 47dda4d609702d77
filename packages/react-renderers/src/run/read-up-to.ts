import { turnOfRun } from '../store/model/model.ts'
import { modelOf } from '../store/model/model-of.ts'
import type { ComponentStore } from '../store/model/types.ts'

/** The seq up to which a run has been read, where its turn ended with it or went on in another run; undefined while more of it is to come. */
export function readUpTo(store: ComponentStore, run_id: string): number | undefined {
  const model = modelOf(store)
  const turn = turnOfRun(model, run_id)
  const over = turn && (turn.run_id !== run_id || (turn.status !== 'running' && turn.error?.code !== 'network'))
  return over ? model.cursors.get(run_id)?.seq : undefined
}
