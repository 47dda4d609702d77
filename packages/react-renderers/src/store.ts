// The public entry @pf/react-renderers/store: the store without React, for any framework.
export type { ComponentStoreOptions } from './conversation/create-component-store.ts'
export { createComponentStore } from './conversation/create-component-store.ts'
export type { StoreOptions } from './store/create-store.ts'
export type { Incoming } from './store/model/incoming.ts'
export type { PathStateLookup, PreviewRules } from './store/model/preview.ts'
export type { Timeline } from './store/model/timeline.ts'
export type {
  ArtifactState,
  AssistantTurn,
  ComponentState,
  ComponentStatus,
  ComponentStore,
  CurrentRun,
  PartRef,
  QuestionState,
  QuestionStatus,
  ReasoningState,
  RunMessageState,
  SegmentState,
  StoreState,
  TimelineEvent,
  ToolCallState,
  ToolCallStatus,
  Turn,
  TurnStatus,
  UserTurn,
} from './store/model/types.ts'
