import { isRecord, parseJson } from '@pf/core/internal'
import { followRun } from '../follow-run.ts'
import type { RunClientOptions, Send } from '../options.ts'
import { createEventsBody } from './events-body.ts'
import { toGetInit, withHeaders } from './requests.ts'

/** Options of createResumingFetch. */
export interface ResumingFetchOptions extends Pick<RunClientOptions, 'maxAttempts' | 'retryMs' | 'idleMs'> {
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  /**
   * URL of a run's events. For `connectAgent` it is by default the URL of the agent with its last path segment replaced by
   * `runs/{run_id}/events`. A run that the agent has started is continued by its own POST, and by a GET of this URL only if it is
   * specified.
   */
  eventsUrl?: (runId: string) => string
  /** URL of a thread, for `connectAgent`. Default: the URL of the agent with its last path segment replaced by `threads/{thread_id}`. */
  threadUrl?: (threadId: string) => string
}

/** The `fetch` option of HttpAgent. */
export type FetchRun = (url: string, init: RequestInit) => Promise<Response>

/**
 * Creates a `fetch` for the HttpAgent of any AG-UI client. It POSTs a run and returns its events as one response, reconnecting as often as
 * necessary. Error responses are returned unchanged. If reconnecting fails, the run ends with RUN_ERROR and the code `network`.
 */
export function createResumingFetch({ fetch: customFetch, eventsUrl, threadUrl: _, ...options }: ResumingFetchOptions = {}): FetchRun {
  return async (url, init) => {
    const request: FetchRun = customFetch ?? ((...args) => fetch(...args))
    const run_id = runIdOf(init.body)
    if (run_id === undefined) return request(url, init)
    const lastError: LastError = {}
    const send = rememberError(createSender(request, { url, init, events: eventsUrl?.(run_id) }), lastError)
    const { promise: opened, resolve } = Promise.withResolvers<void>()
    const onStatus = (status: string) => void (status === 'open' && resolve())
    const signal = init.signal ?? undefined
    const events = followRun(send, options, { runId: run_id, begin: init, signal, onStatus })[Symbol.asyncIterator]()
    const first = events.next()
    first.catch(() => {})
    try {
      await Promise.race([opened, first])
    } catch (error) {
      if (lastError.response) return lastError.response
      throw error
    }
    signal?.throwIfAborted()
    return new Response(createEventsBody({ events, first, signal }), { headers: { 'content-type': 'text/event-stream' } })
  }
}

function runIdOf(body: unknown): string | undefined {
  const input = typeof body === 'string' ? parseJson(body) : undefined
  return isRecord(input) && typeof input.runId === 'string' ? input.runId : undefined
}

/**
 * Creates the function that sends the requests of a run, with the headers and options of the agent's request. The run is continued by the
 * same POST with Last-Event-ID, because its messages tell the server which messages the agent has, or by a GET of `events` if the host
 * specifies that URL.
 */
function createSender(request: FetchRun, { url, init, events }: { url: string; init: RequestInit; events: string | undefined }): Send {
  return (_path, own = {}) => {
    const signal = own.signal ? { signal: own.signal } : {}
    if (events !== undefined && own.method !== 'POST') return request(events, { ...toGetInit(init, own.headers), ...signal })
    return request(url, { ...init, headers: withHeaders(init.headers, own.headers), ...signal })
  }
}

interface LastError {
  response?: Response
}

/** Remembers the last error response, so that the agent can read its status and body. */
function rememberError(send: Send, lastError: LastError): Send {
  return async (path, init) => {
    const response = await send(path, init)
    void lastError.response?.body?.cancel().catch(() => {})
    delete lastError.response
    if (!response.ok) lastError.response = response.clone()
    return response
  }
}
