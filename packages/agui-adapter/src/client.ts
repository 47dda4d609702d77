// The public face of @pf/agui-adapter/client.
export { createRunClient } from './client/create-run-client.ts'
export type { RunClientOptions } from './client/options.ts'
