// The public API of @pf/testing. Nothing inside the package imports this file.

export { type FaultName, faultNames } from './model-server/faults/fault-modes.ts'
export type { FaultOptions } from './model-server/faults/fault-options.ts'
export type { LoggedRequest, Outcome } from './model-server/log/logged-request.ts'
export type { ModelServer, ModelServerOptions } from './model-server/server/create-model-server.ts'
export { createModelServer } from './model-server/server/create-model-server.ts'
export type {
  Conversation,
  ConversationMessage,
  Reply,
  ReplyFinish,
  ScriptedToolCall,
  Story,
  StoryInput,
  StoryReply,
  ToolResult,
} from './model-server/story/story.ts'
export { readSse } from './sse/read-sse.ts'
export type { SseFrame } from './sse/sse-block.ts'
