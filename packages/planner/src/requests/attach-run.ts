import type { PlannerEvent, RunRecord, Scope } from '@pf/core'
import { statusOf } from '../state/read-run-state.ts'
import type { Engine } from '../threads/engine.ts'
import { recover } from '../threads/recover-thread.ts'
import { loadRunStatus } from '../threads/thread-status.ts'
import { unref } from '../util/race-abort.ts'

/** The owner of the log and the position from which it is read. */
export interface Attached {
  after: number
  scope: Scope
  signal?: AbortSignal
}

/** Interval in milliseconds at which a reader checks if the process of a run is still alive. It is well below the duration of a lease. */
const checkIntervalMs = 2_500

/**
 * Returns the stored events after `after`, followed by new ones. While a reader is attached, a run whose process has ended, or whose answer
 * was not used by any process, continues here. The log of a run that continued under another id ends with its stored events.
 */
export async function attachRun(engine: Engine, run_id: string, { after, scope, signal }: Attached): Promise<AsyncIterable<PlannerEvent> | undefined> {
  const { storage, events } = engine.agent.ports
  await engine.runs.get(scope, run_id)?.started
  const record = await storage.load(scope, run_id)
  if (!record || record.last_seq === 0) return undefined
  if (record.finished) return events.read(scope, run_id, after, signal)
  const stop = new AbortController()
  const read = events.read(scope, run_id, after, signal ? AbortSignal.any([signal, stop.signal]) : stop.signal)
  return watchLog(read, { after, end: endOf(record), check: () => check(engine, scope, run_id), stop: () => stop.abort() })
}

/** Returns the last seq that the log will have; infinity while it is unknown. */
const endOf = (record: RunRecord | undefined) => (record && statusOf(record.state) === 'moved' ? record.last_seq : Number.POSITIVE_INFINITY)

/** Continues the run if possible and returns the last seq of its log. Never rejects, because a failed recovery must not fail the reader. */
async function check(engine: Engine, scope: Scope, run_id: string): Promise<number> {
  try {
    if (engine.runs.get(scope, run_id)) return Number.POSITIVE_INFINITY
    await recover(engine, scope, await loadRunStatus(engine.agent, scope, run_id))
    return endOf(await engine.agent.ports.storage.load(scope, run_id))
  } catch {
    // The next check follows after the interval.
    return Number.POSITIVE_INFINITY
  }
}

interface Watching {
  after: number
  end: number
  check(): Promise<number>
  /** Stops the reader. */
  stop(): void
}

function watchLog(read: AsyncIterable<PlannerEvent>, { after, end: known, check, stop }: Watching): AsyncIterable<PlannerEvent> {
  return {
    [Symbol.asyncIterator]: () => {
      const inner = read[Symbol.asyncIterator]()
      let [seen, end, checking] = [after, known, false]
      const checkOnce = async () => {
        if (checking) return
        checking = true
        end = Math.min(end, await check())
        checking = false
        if (seen >= end) stop()
      }
      void checkOnce()
      const timer = setInterval(checkOnce, checkIntervalMs)
      unref(timer)
      const over = (): IteratorResult<PlannerEvent, undefined> => {
        clearInterval(timer)
        return { done: true, value: undefined }
      }
      return {
        next: async () => {
          if (seen >= end) stop()
          const step = await inner.next().catch((error: unknown) => {
            over()
            throw error
          })
          if (step.done) return over()
          seen = step.value.seq
          return step
        },
        return: async () => {
          over()
          await inner.return?.()
          return { done: true, value: undefined }
        },
      }
    },
  }
}
