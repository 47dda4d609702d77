import { type ConnectionStatus, PfError, type WireEvent } from '@pf/core'
import { permanent, unreachable } from './failure.ts'
import type { RunClientOptions, Send } from './options.ts'
import { readEvents } from './read-events.ts'

/** A run to follow: the request that begins it, or only where to go on. */
export interface Following {
  run_id: string
  begin?: RequestInit
  after?: string
  signal?: AbortSignal | undefined
  onStatus?: ((status: ConnectionStatus) => void) | undefined
}

/** What outlives one connection. */
interface Progress {
  after: string | undefined
  attempts: number
  retryMs: number
  over: boolean
}

/**
 * The events of a run up to its end, over as many connections as it takes: each goes on after the last event seen, and a request that
 * found no answer is sent again, which attaches where the first one arrived after all. Ends silently when the signal aborts.
 */
export async function* followRun(send: Send, options: RunClientOptions, following: Following): AsyncGenerator<WireEvent, void, undefined> {
  const { onStatus = () => {}, signal, after } = following
  const progress: Progress = { after, attempts: 0, retryMs: options.retryMs ?? 500, over: false }
  try {
    onStatus('connecting')
    while (!progress.over && !signal?.aborted) {
      yield* connect(send, options, { following, progress, onStatus })
      if (!progress.over && !signal?.aborted) await pause(progress, options, { signal, onStatus })
    }
  } finally {
    onStatus('closed')
  }
}

type Attempt = { following: Following; progress: Progress; onStatus: (status: ConnectionStatus) => void }

/** One connection. Throws what no further attempt could mend; ends quietly on anything else. */
async function* connect(send: Send, options: RunClientOptions, { following, progress, onStatus }: Attempt): AsyncGenerator<WireEvent, void, undefined> {
  const line = createLine(options.idleMs ?? 45_000, following.signal)
  try {
    const response = await ask(send, { following, progress, signal: line.signal })
    if (!response) return
    onStatus('open')
    const notes = {
      onBytes: line.alive,
      onPing() {
        progress.attempts = 0
      },
      onRetry(ms: number) {
        progress.retryMs = ms
      },
    }
    for await (const wire of readEvents(response, notes)) {
      progress.after = wire.id ?? progress.after
      progress.attempts = 0
      progress.over = wire.event.type === 'RUN_FINISHED' || wire.event.type === 'RUN_ERROR'
      yield wire
      if (progress.over) return
    }
  } catch (error) {
    if (PfError.isInstance(error)) throw error
  } finally {
    line.close()
  }
}

async function ask(send: Send, { following, progress, signal }: { following: Following; progress: Progress; signal: AbortSignal }) {
  const response = await request(send, { following, progress, signal })
  if (response.status === 204) progress.over = true
  if (response.status === 204) return undefined
  if (!response.ok) {
    const failure = await permanent(response)
    if (failure) throw failure
    return undefined
  }
  if (response.body && response.headers.get('content-type')?.startsWith('text/event-stream')) return response.body
  await response.body?.cancel()
  throw new PfError('protocol', 'The server answered without an event stream.')
}

/** Until the first event is seen the run may not have begun, so the request itself is sent again. */
function request(send: Send, { following: { begin, run_id }, progress: { after }, signal }: { following: Following; progress: Progress; signal: AbortSignal }) {
  const accept = { accept: 'text/event-stream' }
  if (begin && after === undefined) return send('/agui/agent', { ...begin, signal, headers: { ...accept, ...(begin.headers as Record<string, string>) } })
  const headers = after === undefined ? accept : { ...accept, 'last-event-id': after }
  return send(`/agui/runs/${encodeURIComponent(run_id)}/events`, { signal, headers })
}

const maxDelay = 10_000

/** Waits before the next attempt, longer each time and never in step with others. Throws PfError `network` when there were too many. */
async function pause(
  progress: Progress,
  { maxAttempts = 8 }: RunClientOptions,
  { signal, onStatus }: Pick<Following, 'signal'> & { onStatus: Attempt['onStatus'] },
) {
  progress.attempts += 1
  if (progress.attempts >= maxAttempts) throw unreachable()
  onStatus('reconnecting')
  const delay = Math.min(maxDelay, progress.retryMs * 2 ** (progress.attempts - 1))
  await sleep(delay * (0.5 + Math.random() / 2), signal)
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
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

/** A signal that also aborts when nothing is heard for `ms`: a half-open connection says nothing by itself. */
function createLine(ms: number, outer: AbortSignal | undefined) {
  const abort = new AbortController()
  const stop = () => abort.abort()
  let timer = setTimeout(stop, ms)
  outer?.addEventListener('abort', stop)
  if (outer?.aborted) stop()
  return {
    signal: abort.signal,
    alive() {
      clearTimeout(timer)
      timer = setTimeout(stop, ms)
    },
    close() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', stop)
    },
  }
}
