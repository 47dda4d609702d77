import type { Run } from '../run/run.ts'
import type { Engine } from './engine.ts'
import { runKey } from './run-key.ts'

/** A store's clock may be behind ours, or the store away. */
const againMs = 1_000

/** Lets a run that has just paused go on when nobody answers in time. */
export function watchQuestion(engine: Engine, { agent, scope, run_id, thread_id, state: { waiting, resolution } }: Run): void {
  const deadline = resolution ? undefined : waiting?.asked?.deadline
  if (deadline === undefined) return
  const key = runKey(scope, run_id)
  const again = () => engine.timers.set(key, againMs, wake)
  const wake = () => {
    engine.recover(scope, thread_id).then((waits) => {
      if (waits === run_id) again()
    }, again)
  }
  engine.timers.set(key, deadline - agent.now(), wake)
}
