import { unref } from './race-abort.ts'

/** Notifies waiting callers that something has changed. They read the change themselves. */
export interface Signal {
  notify(): void
  /** Resolves at the next `notify`, after `ms` milliseconds, or when `abort` aborts. */
  wait(ms: number, abort?: AbortSignal): Promise<void>
}

/** Creates a signal. Its timers do not keep the process alive. */
export function createSignal(): Signal {
  const waiting = new Set<() => void>()
  return {
    notify: () => {
      for (const wake of [...waiting]) wake()
    },
    wait: (ms, abort) =>
      new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          waiting.delete(wake)
          abort?.removeEventListener('abort', wake)
          resolve()
        }
        const timer = setTimeout(wake, ms)
        unref(timer)
        waiting.add(wake)
        abort?.addEventListener('abort', wake, { once: true })
        if (abort?.aborted) wake()
      }),
  }
}
