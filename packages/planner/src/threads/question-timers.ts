import { maxTimerMs } from '@pf/core/internal'
import { unref } from '../util/race-abort.ts'

/** Timers for the deadlines of questions that this process has asked. Other processes check the deadline when the thread is used. */
export interface QuestionTimers {
  /** Calls `wake` after `ms` milliseconds. Replaces an earlier timer with the same key. */
  set(key: string, ms: number, wake: () => void): void
  clear(key: string): void
  close(): void
}

/** Creates an empty set of timers. They do not keep the process alive. */
export function createQuestionTimers(): QuestionTimers {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  let closed = false
  const clear = (key: string) => {
    clearTimeout(timers.get(key))
    timers.delete(key)
  }
  const set = (key: string, ms: number, wake: () => void) => {
    clear(key)
    if (closed) return
    const fire = () => {
      timers.delete(key)
      if (ms > maxTimerMs) set(key, ms - maxTimerMs, wake)
      else wake()
    }
    const timer = setTimeout(fire, Math.min(Math.max(0, ms), maxTimerMs))
    unref(timer)
    timers.set(key, timer)
  }
  return {
    set,
    clear,
    close: () => {
      closed = true
      for (const key of [...timers.keys()]) clear(key)
    },
  }
}
