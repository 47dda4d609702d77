import { HttpAgent, type HttpAgentConfig, runHttpRequest, transformHttpEventStream } from '@ag-ui/client'
import { connectThread } from './connect-thread.ts'
import { createResumingFetch, type FetchRun, type ResumingFetchOptions } from './create-resuming-fetch.ts'

/** What HttpAgent takes, and how it reconnects. */
export interface ResumableHttpAgentConfig extends HttpAgentConfig, Omit<ResumingFetchOptions, 'fetch'> {}

/** By the fetch that was made of them: a clone of an agent takes over its fetch and nothing that the agent does not know of. */
const optionsOf = new WeakMap<FetchRun, ResumingFetchOptions>()

/**
 * An HttpAgent of `@ag-ui/client`, 1.0 or 0.0.59, that survives the network: a dropped connection goes on after the last event seen, no event
 * is lost, none comes twice. `connectAgent()` shows a thread as the server has it. Stop stays what it was: `abortRun()`.
 */
export class ResumableHttpAgent extends HttpAgent {
  constructor({ eventsUrl, threadUrl, maxAttempts, retryMs, idleMs, fetch, ...config }: ResumableHttpAgentConfig) {
    const given = Object.entries({ eventsUrl, threadUrl, maxAttempts, retryMs, idleMs, fetch }).filter(([, value]) => value !== undefined)
    const options: ResumingFetchOptions = Object.fromEntries(given)
    const resuming = createResumingFetch(options)
    optionsOf.set(resuming, options)
    super({ ...config, fetch: resuming })
  }

  /** What `connectAgent` reads: the thread's messages and its last run, or the one that is asked for, live where it goes on. */
  protected override connect(input: Parameters<HttpAgent['run']>[0]): ReturnType<HttpAgent['run']> {
    // Of a run that was stopped the controller stays behind.
    if (this.abortController.signal.aborted) this.abortController = new AbortController()
    const options = optionsOf.get(this.fetch) ?? {}
    const ask: FetchRun = options.fetch ?? ((...request) => fetch(...request))
    const connecting = { url: this.url, init: this.requestInit(input), thread_id: input.threadId, run_id: input.runId }
    return transformHttpEventStream(runHttpRequest(() => connectThread(ask, connecting, options)))
  }
}
