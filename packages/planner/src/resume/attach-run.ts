import type { PlannerEvent, Scope } from '@pf/core'
import { unref } from '../run/unref.ts'
import type { Engine } from './engine.ts'
import { runNow } from './thread-now.ts'
import { touch } from './touch-thread.ts'

/** Whose log is read, and from where. */
export interface Attached {
  after: number
  scope: Scope
  signal?: AbortSignal
}

/** How often a reader of a run that is not ours looks whether its process is still there. Well under a lease. */
const lookMs = 2_500

/** Stored events after `after`, then live ones. While somebody reads, a run whose process died goes on here, as does one whose answer nobody went on with. */
export async function attachRun(engine: Engine, run_id: string, { after, scope, signal }: Attached): Promise<AsyncIterable<PlannerEvent> | undefined> {
  const { storage, events } = engine.agent.ports
  await engine.runs.get(scope, run_id)?.started
  const record = await storage.load(scope, run_id)
  if (!record || record.last_seq === 0) return undefined
  const read = events.read(scope, run_id, after, signal)
  return record.finished ? read : watched(read, () => look(engine, scope, run_id))
}

/** Never rejects: a reader must not fail for what somebody else should have done. */
async function look(engine: Engine, scope: Scope, run_id: string): Promise<void> {
  try {
    if (engine.runs.get(scope, run_id)) return
    await touch(engine, scope, await runNow(engine.agent, scope, run_id))
  } catch {
    // The next look comes soon.
  }
}

function watched(read: AsyncIterable<PlannerEvent>, look: () => Promise<void>): AsyncIterable<PlannerEvent> {
  return {
    [Symbol.asyncIterator]: () => {
      const inner = read[Symbol.asyncIterator]()
      let looking = false
      const lookOnce = () => {
        if (looking) return
        looking = true
        void look().then(() => {
          looking = false
        })
      }
      lookOnce()
      const timer = setInterval(lookOnce, lookMs)
      unref(timer)
      const stop = <T>(result: T): T => {
        clearInterval(timer)
        return result
      }
      return {
        next: async () => {
          const step = await inner.next().catch((error: unknown) => {
            throw stop(error)
          })
          return step.done ? stop(step) : step
        },
        return: async () => {
          stop(undefined)
          await inner.return?.()
          return { done: true, value: undefined }
        },
      }
    },
  }
}
