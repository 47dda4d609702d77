// The public API of @pf/agui-adapter/client/agui.
export { createResumingFetch, type FetchRun, type ResumingFetchOptions } from './client/agui/create-resuming-fetch.ts'
export { ResumableHttpAgent, type ResumableHttpAgentConfig } from './client/agui/resumable-http-agent.ts'
export type { RunClientOptions } from './client/options.ts'
