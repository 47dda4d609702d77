// The public entry @pf/react-renderers/lab.
export type { ComponentLabProps } from './lab/component-lab.tsx'
export { ComponentLab } from './lab/component-lab.tsx'
export type { RunPlayerProps } from './lab/run-player.tsx'
export { RunPlayer } from './lab/run-player.tsx'
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
  SegmentState,
  StoreState,
  TimelineEvent,
  ToolCallState,
  ToolCallStatus,
  Turn,
  TurnStatus,
  UserTurn,
} from './store/model/types.ts'
