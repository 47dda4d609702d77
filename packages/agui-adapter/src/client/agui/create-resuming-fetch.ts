import { isRecord, PfError, type WireEvent } from '@pf/core'
import { followRun } from '../follow-run.ts'
import type { RunClientOptions, Send } from '../options.ts'

/** How a run is asked for again. */
export interface ResumingFetchOptions extends Pick<RunClientOptions, 'maxAttempts' | 'retryMs' | 'idleMs'> {
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Where a run's events are. Default: the agent's own address with `runs/{run_id}/events` in place of its last part. */
  eventsUrl?: (run_id: string) => string
}

type FetchRun = (url: string, init: RequestInit) => Promise<Response>

/**
 * A `fetch` for the HttpAgent of any AG-UI client: POSTs a run, and gives its events as one response over as many connections as it takes.
 * Refusals come as they are; when reconnecting did not help, the run ends with RUN_ERROR and the code `network`.
 */
export function createResumingFetch({ fetch: given, eventsUrl, ...options }: ResumingFetchOptions = {}): FetchRun {
  return async (url, init) => {
    const ask: FetchRun = given ?? ((...request) => fetch(...request))
    const run_id = runIdOf(init.body)
    if (run_id === undefined) return ask(url, init)
    const refusal: Refusal = {}
    const send = keepingRefusal(senderOf(ask, { url, init, events: eventsUrl?.(run_id) ?? eventsOf(url, run_id) }), refusal)
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
    return new Response(bodyOf(events, { first, signal }), { headers: { 'content-type': 'text/event-stream' } })
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

/** Only the path changes: an address without one must not become that of another host. */
function eventsOf(url: string, run_id: string): string {
  const origin = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i.exec(url)?.[0] ?? ''
  const path = url.slice(origin.length).replace(/[^/?#]*\/?(?=$|[?#])/, `runs/${encodeURIComponent(run_id)}/events`)
  return `${origin}${origin !== '' && !path.startsWith('/') ? '/' : ''}${path}`
}

/** Both requests carry what the agent put into its own; only the first has a body. */
function senderOf(ask: FetchRun, { url, init, events }: { url: string; init: RequestInit; events: string }): Send {
  return (_path, own = {}) => {
    const signal = own.signal ? { signal: own.signal } : {}
    if (own.method === 'POST') return ask(url, { ...init, ...signal })
    const { body: _body, method: _method, ...rest } = init
    const headers = new Headers(init.headers)
    headers.delete('content-type')
    for (const [name, value] of new Headers(own.headers)) headers.set(name, value)
    return ask(events, { ...rest, ...signal, headers: Object.fromEntries(headers) })
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

type Events = AsyncIterator<WireEvent>
type Told = { event?: WireEvent['event']; over: boolean }

const toEvent = (step: IteratorResult<WireEvent>): Told => (step.done ? { over: true } : { event: step.value.event, over: false })

/** An event and not a broken body: the agents throw a broken body once more, where nobody can catch it. */
const toError = (error: unknown): Told => {
  const { code, message } = PfError.isInstance(error) ? error : new PfError('network', 'The stream broke.')
  return { event: { type: 'RUN_ERROR', message, code }, over: true }
}

function bodyOf(events: Events, { first, signal }: { first: Promise<IteratorResult<WireEvent>>; signal: AbortSignal | undefined }): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder()
  let next: Promise<IteratorResult<WireEvent>> | undefined = first
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { event, over } = await (next ?? events.next()).then(toEvent, toError)
        next = undefined
        if (signal?.aborted) return controller.error(signal.reason)
        if (event) controller.enqueue(bytes.encode(`data: ${JSON.stringify(event)}\n\n`))
        if (over) controller.close()
      },
      async cancel() {
        await events.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
