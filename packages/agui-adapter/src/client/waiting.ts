/** Resolves after `ms`, as soon as the signal aborts, or when a browser says that its network is back. */
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

/** A timer of more than this many milliseconds fires at once. */
const maxTimer = 2 ** 31 - 1

/**
 * A signal that also aborts when nothing is heard for `ms`: a half-open connection says nothing by itself. What is heard only notes the
 * time, so a busy stream sets no timers.
 */
export function createLine(ms: number, outer: AbortSignal | undefined) {
  const abort = new AbortController()
  const stop = () => abort.abort()
  let heard = performance.now()
  const look = () => {
    const left = heard + ms - performance.now()
    if (left <= 0) stop()
    else timer = setTimeout(look, Math.min(left, maxTimer))
  }
  let timer = setTimeout(look, Math.min(ms, maxTimer))
  outer?.addEventListener('abort', stop)
  if (outer?.aborted) stop()
  return {
    signal: abort.signal,
    alive() {
      heard = performance.now()
    },
    close() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', stop)
    },
  }
}
