// The whole public face of @pf/testing; nothing inside the package imports it.
export type { ModelServer, ModelServerOptions } from './model-server/create-model-server.ts'
export { createModelServer } from './model-server/create-model-server.ts'
export type { FaultName } from './model-server/faults/fault-modes.ts'
export { faultNames } from './model-server/faults/fault-names.ts'
export type { FaultOptions } from './model-server/faults/fault-options.ts'
export type { LoggedRequest, Outcome } from './model-server/logged-request.ts'
export type { Conversation, ConversationMessage, Reply, ReplyFinish, Story, ToolCall, ToolResult } from './model-server/story.ts'
