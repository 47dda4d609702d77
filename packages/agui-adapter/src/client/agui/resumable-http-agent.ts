import { HttpAgent, type HttpAgentConfig, runHttpRequest, transformHttpEventStream } from '@ag-ui/client'
import { type JsonValue, type MessageFile, PfError, type ThreadView } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { followRun } from '../follow-run.ts'
import { readResult } from '../response.ts'
import { createResumingFetch, type FetchRun, type ResumingFetchOptions } from './create-resuming-fetch.ts'
import { createEventsBody } from './events-body.ts'
import { siblingUrl, toGetInit } from './requests.ts'

/** The connect request of an agent. */
interface ConnectRequest {
  url: string
  init: RequestInit
  threadId: string
  /** The run to read if the thread has it; otherwise the last run of the thread is read. */
  runId: string
}

type ShownThread = Pick<ThreadView, 'messages' | 'runs' | 'last_run_id'>

/**
 * Streams a thread as the events of one run: the earlier messages as a snapshot, then the run from its start, and live while it continues. The
 * stream is empty for an unknown thread. Error responses are returned unchanged.
 */
async function connectThread(request: FetchRun, { url, init, threadId, runId }: ConnectRequest, options: ResumingFetchOptions): Promise<Response> {
  const { eventsUrl, threadUrl, fetch: _, ...more } = options
  const signal = init.signal ?? undefined
  const threadAddress = threadUrl?.(threadId) ?? siblingUrl(url, `threads/${encodeURIComponent(threadId)}`)
  const response = await request(threadAddress, toGetInit(init, { accept: 'application/json' }))
  if (response.status === 404 || response.status === 204) return eventStreamResponse('')
  if (!response.ok) return response
  const view = await readResult<ShownThread>(Promise.resolve(response), { messages: 'list' })
  const id = view.runs?.includes(runId) ? runId : view.last_run_id
  if (id === undefined) return eventStreamResponse('')
  const events = eventsUrl?.(id) ?? siblingUrl(url, `runs/${encodeURIComponent(id)}/events`)
  const send = (_path: string, own: RequestInit = {}) => request(events, { ...toGetInit(init, own.headers), ...(own.signal ? { signal: own.signal } : {}) })
  const run = followRun(send, more, { runId: id, signal })
  return eventStreamResponse(
    createEventsBody({ events: run[Symbol.asyncIterator](), inserted: [{ type: 'MESSAGES_SNAPSHOT', messages: messagesBefore(view, { id, url }) }], signal }),
  )
}

const eventStreamResponse = (body: ReadableStream<Uint8Array> | '') => new Response(body, { headers: { 'content-type': 'text/event-stream' } })

/**
 * Returns the messages before the run, up to the last user message. The messages after it belong to the turn of the run, which may have
 * started in an earlier run that paused, and the events of the run repeat them.
 */
function messagesBefore({ messages, runs = [] }: ShownThread, { id: run_id, url }: { id: string; url: string }) {
  const laterRuns = new Set(runs.slice(runs.indexOf(run_id) + 1))
  if (!messages.every(isRecord)) throw new PfError('protocol', 'The response of the server has an unexpected structure.')
  const shown = messages.filter((message) => !laterRuns.has(message.run_id))
  return shown
    .slice(0, shown.findLastIndex(({ role }) => role === 'user') + 1)
    .map(({ id, role, content, files }) => ({ id, role, content: withFiles(content, files, url) }))
}

/**
 * Returns the content of a message with its files as parts that both generations of the protocol have: the address of a file, which the
 * server recognizes when it is sent back. A file without an address is named in a text.
 */
function withFiles(content: string, files: readonly MessageFile[] | undefined, agentUrl: string): JsonValue {
  const shown: readonly MessageFile[] = Array.isArray(files) ? files.filter((file): file is MessageFile => isRecord(file)) : []
  if (shown.length === 0) return content
  const parts = shown.map(({ kind, media_type: mimeType, name, url }: MessageFile): JsonValue => {
    if (url === undefined) return { type: 'text', text: `(${kind}: ${name ?? mimeType})` }
    const value = URL.parse(url, agentUrl)?.href ?? url
    return { type: kind, source: { type: 'url', value, mimeType }, ...(name === undefined ? {} : { metadata: { filename: name } }) }
  })
  return [...(content === '' ? [] : [{ type: 'text', text: content }]), ...parts]
}

/** Options of HttpAgent and of reconnection. */
export interface ResumableHttpAgentConfig extends HttpAgentConfig, Omit<ResumingFetchOptions, 'fetch'> {}

/** Options by the fetch that was created from them, because a clone of an agent keeps the fetch and no further fields. */
const optionsOf = new WeakMap<FetchRun, ResumingFetchOptions>()

/**
 * An HttpAgent of `@ag-ui/client` (1.0 or 0.0.59) that reconnects: after a lost connection it continues after the last event received,
 * without lost or repeated events. `connectAgent()` loads a thread from the server. `abortRun()` stops a run, as in HttpAgent.
 */
export class ResumableHttpAgent extends HttpAgent {
  constructor({ eventsUrl, threadUrl, maxAttempts, retryMs, idleMs, fetch, ...config }: ResumableHttpAgentConfig) {
    const defined = Object.entries({ eventsUrl, threadUrl, maxAttempts, retryMs, idleMs, fetch }).filter(([, value]) => value !== undefined)
    const options: ResumingFetchOptions = Object.fromEntries(defined)
    const resuming = createResumingFetch(options)
    optionsOf.set(resuming, options)
    super({ ...config, fetch: resuming })
  }

  /** Used by `connectAgent`: streams the messages of the thread and its last run, or the requested one, and continues live. */
  protected override connect(input: Parameters<HttpAgent['run']>[0]): ReturnType<HttpAgent['run']> {
    // The controller that abortRun() has aborted is still set.
    if (this.abortController.signal.aborted) this.abortController = new AbortController()
    const options = optionsOf.get(this.fetch) ?? {}
    const request: FetchRun = options.fetch ?? ((...args) => fetch(...args))
    const connectRequest = { url: this.url, init: this.requestInit(input), threadId: input.threadId, runId: input.runId }
    return transformHttpEventStream(runHttpRequest(() => connectThread(request, connectRequest, options)))
  }
}
