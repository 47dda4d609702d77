import { unref } from '../util/unref.ts'

/** Wakes up when questions end that this process has asked. Another process looks when its thread is touched. */
export interface QuestionTimers {
  /** Calls `wake` after `ms`, in place of an earlier one under the key. */
  set(key: string, ms: number, wake: () => void): void
  clear(key: string): void
  close(): void
}

/** Longest delay that timers know. */
const maxDelayMs = 2 ** 31 - 1

/** Creates an empty set of timers; they do not keep the process alive. */
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
      if (ms > maxDelayMs) set(key, ms - maxDelayMs, wake)
      else wake()
    }
    const timer = setTimeout(fire, Math.min(Math.max(0, ms), maxDelayMs))
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
