import { maxTimerMs } from '@pf/core/internal'

/** Resolves after `ms`, when the signal aborts, or when the browser is online again. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  const page: Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>> = globalThis
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      page.removeEventListener?.('online', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done)
    page.addEventListener?.('online', done)
    if (signal?.aborted) done()
  })
}

/**
 * Creates a signal that aborts with `outer`, or if `reset` was not called for `ms`. It detects half-open connections, which report no
 * error. `reset` only records the time, so that a busy stream sets no timers.
 */
export function createIdleTimeout(ms: number, outer: AbortSignal | undefined) {
  const abort = new AbortController()
  const stop = () => abort.abort()
  let lastActivity = performance.now()
  const check = () => {
    const remaining = lastActivity + ms - performance.now()
    if (remaining <= 0) stop()
    else timer = setTimeout(check, Math.min(remaining, maxTimerMs))
  }
  let timer = setTimeout(check, Math.min(ms, maxTimerMs))
  outer?.addEventListener('abort', stop)
  if (outer?.aborted) stop()
  return {
    signal: abort.signal,
    reset() {
      lastActivity = performance.now()
    },
    close() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', stop)
    },
  }
}
