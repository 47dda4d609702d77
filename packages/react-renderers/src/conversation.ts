// The public entry @pf/react-renderers/conversation, which stores, restores and sends a conversation. It is separate because not every page needs it.
export { restoreStore, serializeStore } from './conversation/stored-conversation.ts'
export { toMessages } from './conversation/to-messages.ts'
export type {
  ArtifactState,
  AssistantTurn,
  ComponentState,
  ComponentStatus,
  ComponentStore,
  CurrentRun,
  OutgoingMessage,
  PartRef,
  QuestionState,
  QuestionStatus,
  ReasoningState,
  SegmentState,
  StoreState,
  TimelineEvent,
  ToolCallState,
  ToolCallStatus,
  Turn,
  TurnStatus,
  UserTurn,
} from './store/model/types.ts'
