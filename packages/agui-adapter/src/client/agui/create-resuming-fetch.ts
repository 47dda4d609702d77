import { isRecord } from '@pf/core/internal'
import { followRun } from '../follow-run.ts'
import type { RunClientOptions, Send } from '../options.ts'
import { besideAgent } from './beside-agent.ts'
import { eventsBody } from './events-body.ts'
import { readingInit } from './reading-init.ts'

/** How a run is asked for again. */
export interface ResumingFetchOptions extends Pick<RunClientOptions, 'maxAttempts' | 'retryMs' | 'idleMs'> {
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Where a run's events are. Default: the agent's own address with `runs/{run_id}/events` in place of its last part. */
  eventsUrl?: (run_id: string) => string
  /** Where a thread is, for `connectAgent`. Default: likewise, with `threads/{thread_id}`. */
  threadUrl?: (thread_id: string) => string
}

/** A `fetch` as HttpAgent takes it. */
export type FetchRun = (url: string, init: RequestInit) => Promise<Response>

/**
 * A `fetch` for the HttpAgent of any AG-UI client: POSTs a run, and gives its events as one response over as many connections as it takes.
 * Refusals come as they are; when reconnecting did not help, the run ends with RUN_ERROR and the code `network`.
 */
export function createResumingFetch({ fetch: given, eventsUrl, threadUrl: _, ...options }: ResumingFetchOptions = {}): FetchRun {
  return async (url, init) => {
    const ask: FetchRun = given ?? ((...request) => fetch(...request))
    const run_id = runIdOf(init.body)
    if (run_id === undefined) return ask(url, init)
    const refusal: Refusal = {}
    const send = keepingRefusal(
      senderOf(ask, { url, init, events: eventsUrl?.(run_id) ?? besideAgent(url, `runs/${encodeURIComponent(run_id)}/events`) }),
      refusal,
    )
    const { promise: opened, resolve } = Promise.withResolvers<void>()
    const onStatus = (status: string) => void (status === 'open' && resolve())
    const signal = init.signal ?? undefined
    const events = followRun(send, options, { run_id, begin: init, signal, onStatus })[Symbol.asyncIterator]()
    const first = events.next()
    first.catch(() => {})
    try {
      await Promise.race([opened, first])
    } catch (error) {
      if (refusal.last) return refusal.last
      throw error
    }
    signal?.throwIfAborted()
    return new Response(eventsBody({ events, first, signal }), { headers: { 'content-type': 'text/event-stream' } })
  }
}

function runIdOf(body: unknown): string | undefined {
  try {
    const input: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
    return isRecord(input) && typeof input.runId === 'string' ? input.runId : undefined
  } catch {
    return undefined
  }
}

/** Both requests carry what the agent put into its own; only the first has a body. */
function senderOf(ask: FetchRun, { url, init, events }: { url: string; init: RequestInit; events: string }): Send {
  return (_path, own = {}) => {
    const signal = own.signal ? { signal: own.signal } : {}
    if (own.method === 'POST') return ask(url, { ...init, ...signal })
    return ask(events, { ...readingInit(init, own.headers), ...signal })
  }
}

interface Refusal {
  last?: Response
}

/** Remembers what was refused last, so that the agent reads status and body as if it had asked itself. */
function keepingRefusal(send: Send, refusal: Refusal): Send {
  return async (path, init) => {
    const response = await send(path, init)
    void refusal.last?.body?.cancel().catch(() => {})
    delete refusal.last
    if (!response.ok) refusal.last = response.clone()
    return response
  }
}
