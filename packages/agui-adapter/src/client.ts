// The public API of @pf/agui-adapter/client.

export { createRunClient } from './client/create-run-client.ts'
export { createDraftClient } from './client/drafts/create-draft-client.ts'
export type { DraftClientOptions } from './client/drafts/follow-draft.ts'
export type { RunClientOptions } from './client/options.ts'
export { createFileClient, createInboxClient, createTaskClient, createThreadClient } from './client/route-clients.ts'
