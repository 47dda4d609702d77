import { PfError } from '@pf/core'
import type { Model, ModelCallRun, ModelChunk, ModelRequest } from './model.ts'

/** Limits of one model call, in milliseconds and UTF-16 units. */
export interface StreamGuard {
  signal: AbortSignal
  /** Maximum time without output before the call counts as stalled. */
  idleMs: number
  /** Maximum length of text and reasoning together. Beyond it, the call ends as if the model had reached its own limit. */
  maxChars: number
  /** Passed to the model. */
  run?: ModelCallRun
}

/** Maximum time to wait for trailing usage after the finish reason, regardless of further chunks. */
const tailMs = 1_000

type Next = IteratorResult<ModelChunk> | 'idle'

/**
 * Streams a model call and detects stalls, cuts and aborts: throws PfError `model_stalled` or `model_cut`, or the signal's reason. The
 * client of the endpoint would report all of these as success.
 */
export async function* guardedStream(model: Model, request: ModelRequest, guard: StreamGuard): AsyncGenerator<ModelChunk, void, undefined> {
  guard.signal.throwIfAborted()
  const inner = new AbortController()
  const abort = () => inner.abort(guard.signal.reason)
  guard.signal.addEventListener('abort', abort, { once: true })
  const iterator = model.stream(request, { signal: inner.signal, ...(guard.run ? { run: guard.run } : {}) })[Symbol.asyncIterator]()
  let tailEnds: number | undefined
  let size = 0
  try {
    while (true) {
      guard.signal.throwIfAborted()
      const waitMs = tailEnds === undefined ? guard.idleMs : tailEnds - performance.now()
      if (tailEnds !== undefined && waitMs <= 0) break
      const next = await nextOrIdle(iterator, guard.signal, waitMs)
      if (next === 'idle' && tailEnds === undefined)
        throw new PfError('model_stalled', `The model sent nothing for ${guard.idleMs} ms; ask again or raise modelIdleMs.`)
      if (next === 'idle' || next.done) break
      const chunk = next.value
      if (tailEnds !== undefined && chunk.type !== 'usage') continue
      size += sizeOf(chunk)
      if (size > guard.maxChars) {
        yield { type: 'finish', reason: 'length' }
        return
      }
      if (chunk.type === 'finish') tailEnds = performance.now() + Math.min(tailMs, guard.idleMs)
      yield chunk
    }
    guard.signal.throwIfAborted()
    if (tailEnds === undefined) throw new PfError('model_cut', 'The model stream ended without a finish reason, so its text may be incomplete; ask again.')
  } finally {
    guard.signal.removeEventListener('abort', abort)
    inner.abort()
    // Not awaited, because an iterator that is blocked in a read would block the run forever.
    Promise.resolve()
      .then(() => iterator.return?.())
      .catch(() => undefined)
  }
}

const sizeOf = (chunk: ModelChunk) => (chunk.type === 'text' || chunk.type === 'reasoning' ? chunk.text.length : 0)

function nextOrIdle(iterator: AsyncIterator<ModelChunk>, signal: AbortSignal, ms: number): Promise<Next> {
  return new Promise<Next>((resolve, reject) => {
    const timer = setTimeout(() => settle(() => resolve('idle')), ms)
    const onAbort = () => settle(() => reject(signal.reason))
    const settle = (then: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      then()
    }
    signal.addEventListener('abort', onAbort, { once: true })
    iterator.next().then(
      (value) => settle(() => resolve(value)),
      (error) => settle(() => reject(signal.aborted ? signal.reason : error)),
    )
  })
}
