/** Resolves after `ms`, or as soon as the signal aborts. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done)
    if (signal?.aborted) done()
  })
}

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
    else timer = setTimeout(look, left)
  }
  let timer = setTimeout(look, ms)
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
