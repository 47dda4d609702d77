// The store on its own: no React, for any framework or none; with it the list of what the package draws, for servers.
export { builtInComponents } from './built-in.ts'
export type { ComponentStoreOptions } from './store/create-component-store.ts'
export { createComponentStore } from './store/create-component-store.ts'
export type { StoreOptions } from './store/create-store.ts'
export type { PreviewRules } from './store/preview.ts'
export type { Timeline } from './store/timeline.ts'
export type {
  ArtifactState,
  AssistantTurn,
  ComponentState,
  ComponentStatus,
  ComponentStore,
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
} from './store/types.ts'
