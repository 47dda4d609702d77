// The public API of @pf/agui-adapter/client.

export { createInboxClient } from './client/create-inbox-client.ts'
export { createRunClient } from './client/create-run-client.ts'
export { createTaskClient } from './client/create-task-client.ts'
export { createThreadClient } from './client/create-thread-client.ts'
export { createDraftClient } from './client/drafts/create-draft-client.ts'
export type { DraftClientOptions } from './client/drafts/follow-draft.ts'
export type { RunClientOptions } from './client/options.ts'
