import { HttpAgent, type HttpAgentConfig, runHttpRequest, transformHttpEventStream } from '@ag-ui/client'
import { connectThread } from './connect-thread.ts'
import { createResumingFetch, type FetchRun, type ResumingFetchOptions } from './create-resuming-fetch.ts'

/** The options of HttpAgent, and how the agent reconnects. */
export interface ResumableHttpAgentConfig extends HttpAgentConfig, Omit<ResumingFetchOptions, 'fetch'> {}

/** The options by the fetch created from them, because a clone of an agent keeps the fetch and no further fields. */
const optionsOf = new WeakMap<FetchRun, ResumingFetchOptions>()

/**
 * An HttpAgent of `@ag-ui/client` (1.0 or 0.0.59) that reconnects: after a lost connection it continues after the last event received, without
 * lost or repeated events. `connectAgent()` loads a thread from the server. `abortRun()` stops a run, as in HttpAgent.
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
    // After abortRun() the aborted controller is still set.
    if (this.abortController.signal.aborted) this.abortController = new AbortController()
    const options = optionsOf.get(this.fetch) ?? {}
    const request: FetchRun = options.fetch ?? ((...args) => fetch(...args))
    const connectRequest = { url: this.url, init: this.requestInit(input), threadId: input.threadId, runId: input.runId }
    return transformHttpEventStream(runHttpRequest(() => connectThread(request, connectRequest, options)))
  }
}
