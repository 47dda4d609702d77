import type { AnswerEnvelope, AnswerResult, InboxClient, InboxItem } from '@pf/core'
import { toRunError } from '../run/read-run.ts'
import { createListeners } from '../store/listeners.ts'

/** The state of an inbox. */
export interface InboxState {
  /** The questions that wait for the user over all threads, oldest first. */
  items: readonly InboxItem[]
  status: 'loading' | 'ready' | 'error'
  /** The error of the last attempt to read the inbox. Reading is retried, and the known items are kept. */
  error?: { code: string; message: string }
}

/** Controls one inbox, without React. */
export interface Inbox {
  getSnapshot(): InboxState
  subscribe(listener: () => void): () => void
  /** Answers a question; its run continues on the server. An item that is answered, gone or unknown is removed immediately. */
  answer(interaction_id: string, envelope: AnswerEnvelope): Promise<AnswerResult>
  /** Follows the inbox until the returned function is called, while the page is visible. */
  follow(): () => void
}

const [firstDelayMs, maxDelayMs] = [1_000, 30_000]

/** Creates an inbox. It reads nothing before `follow` is called. */
export function createInbox(client: InboxClient): Inbox {
  const { subscribe, notifyListeners } = createListeners()
  let state: InboxState = { items: [], status: 'loading' }
  const set = (more: InboxState) => {
    state = more
    notifyListeners()
  }
  const run = async (signal: AbortSignal) => {
    let version: string | undefined
    let failures = 0
    while (!signal.aborted) {
      await visible(signal)
      if (signal.aborted) return
      const request = untilHidden(signal)
      try {
        const read = await client.read({ signal: request.signal, ...(version === undefined ? {} : { version }) })
        if (signal.aborted) return
        failures = 0
        version = read.version
        set({ items: read.items, status: 'ready' })
      } catch (error) {
        if (signal.aborted) return
        // The next read begins when the page is visible again.
        if (request.signal.aborted) continue
        failures += 1
        set({ items: state.items, status: 'error', error: toRunError(error) })
        await wait(Math.min(maxDelayMs, firstDelayMs * 2 ** (failures - 1)), signal)
      } finally {
        request.end()
      }
    }
  }
  return {
    getSnapshot: () => state,
    subscribe,
    async answer(interaction_id, envelope) {
      const result = await client.answer(interaction_id, envelope)
      if (result.status !== 'invalid') set({ ...state, items: state.items.filter((item) => item.interaction_id !== interaction_id) })
      return result
    },
    follow() {
      const stop = new AbortController()
      void run(stop.signal)
      return () => stop.abort()
    },
  }
}

const isHidden = () => typeof document !== 'undefined' && document.visibilityState === 'hidden'

/** Resolves once the page is visible, or the signal aborts. */
function visible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (!isHidden() || signal.aborted) return resolve()
    const seen = new AbortController()
    const end = () => {
      if (isHidden() && !signal.aborted) return
      seen.abort()
      resolve()
    }
    document.addEventListener('visibilitychange', end, { signal: seen.signal })
    signal.addEventListener('abort', end, { signal: seen.signal })
  })
}

/** Returns a signal that aborts with the given one, and when the page is hidden, so that hidden pages keep no connection open. `end` removes its listeners. */
function untilHidden(signal: AbortSignal): { signal: AbortSignal; end(): void } {
  const request = new AbortController()
  const abort = () => (signal.aborted || isHidden()) && request.abort()
  signal.addEventListener('abort', abort)
  if (typeof document !== 'undefined') document.addEventListener('visibilitychange', abort)
  return {
    signal: request.signal,
    end() {
      signal.removeEventListener('abort', abort)
      if (typeof document !== 'undefined') document.removeEventListener('visibilitychange', abort)
    },
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}
