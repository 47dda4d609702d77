import { HttpAgent, type HttpAgentConfig } from '@ag-ui/client'
import { createResumingFetch, type ResumingFetchOptions } from './create-resuming-fetch.ts'

/** What HttpAgent takes, and how it reconnects. */
export interface ResumableHttpAgentConfig extends HttpAgentConfig, Omit<ResumingFetchOptions, 'fetch'> {}

/**
 * An HttpAgent of `@ag-ui/client`, 1.0 or 0.0.59, that survives the network: a dropped connection goes on after the last event seen, no event
 * is lost, none comes twice. Stop stays what it was: `abortRun()`.
 */
export class ResumableHttpAgent extends HttpAgent {
  constructor({ eventsUrl, maxAttempts, retryMs, idleMs, fetch, ...config }: ResumableHttpAgentConfig) {
    const given = Object.entries({ eventsUrl, maxAttempts, retryMs, idleMs, fetch }).filter(([, value]) => value !== undefined)
    super({ ...config, fetch: createResumingFetch(Object.fromEntries(given)) })
  }
}
