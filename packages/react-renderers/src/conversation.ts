// The public entry @pf/react-renderers/conversation: stores, restores and sends a conversation. Not every page needs it.
export { restoreStore, serializeStore } from './conversation/stored-conversation.ts'
export { toMessages } from './conversation/to-messages.ts'
export type {
  ArtifactState,
  AssistantTurn,
  ComponentState,
  ComponentStatus,
  ComponentStore,
  OutgoingMessage,
  PartRef,
  QuestionState,
  QuestionStatus,
  ReasoningState,
  RunState,
  SegmentState,
  StoreState,
  TimelineEvent,
  ToolCallState,
  ToolCallStatus,
  Turn,
  TurnStatus,
  UserTurn,
} from './store/model/types.ts'
