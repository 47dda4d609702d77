import type { PlannerEvent } from '../contracts/events.ts'
import type { MemoryRun } from './memory-run.ts'

type Step = IteratorResult<PlannerEvent, undefined>
const done: Step = { done: true, value: undefined }

/**
 * Reads a run from a position: what is stored, then what comes. A reader is only a number, so a slow one holds no copies;
 * `return()` and the signal end it also while it waits.
 */
export function readRun(run: MemoryRun, after: number, signal?: AbortSignal): AsyncIterator<PlannerEvent, undefined> {
  let position = after
  let closed = false
  let wake = () => {}
  let turn: Promise<Step> = Promise.resolve(done)

  const nextCommit = () =>
    new Promise<void>((resolve) => {
      wake = () => {
        run.waiting.delete(wake)
        signal?.removeEventListener('abort', wake)
        resolve()
      }
      run.waiting.add(wake)
      signal?.addEventListener('abort', wake, { once: true })
    })

  const step = async (): Promise<Step> => {
    while (!closed && !signal?.aborted) {
      const event = run.events[position]
      if (event) {
        position += 1
        return { done: false, value: event }
      }
      if (run.finished) break
      await nextCommit()
    }
    return done
  }

  return {
    next() {
      turn = turn.then(step)
      return turn
    },
    async return() {
      closed = true
      wake()
      return done
    },
  }
}
