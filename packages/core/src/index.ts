// The public API of @pf/core. Modules of this package do not import this file.
export { normalizeAction } from './action/normalize/normalize-action.ts'
export type { ActionSchemaOptions } from './action/prompt/action-json-schema.ts'
export { actionJsonSchema } from './action/prompt/action-json-schema.ts'
export type { ActionPromptOptions, PromptTool } from './action/prompt/action-prompt.ts'
export { buildActionPrompt } from './action/prompt/action-prompt.ts'
export type { ActionReader, ActionReaderState } from './action/reader/action-reader.ts'
export { createActionReader } from './action/reader/action-reader.ts'
export type { AnswerExtractor, ExtractedRest } from './action/reader/answer-extractor.ts'
export { createAnswerExtractor } from './action/reader/answer-extractor.ts'
export type { ActionReaderEvent, EndEvent } from './action/reader/reader-events.ts'
export type { ActionOptions } from './action/shape/action-options.ts'
export type { ActionOf } from './action/shape/guards.ts'
export { getAnswer, getPlanJoin, getPlanSteps, isFinalResponse, isPlan, isTask, isToolCall } from './action/shape/guards.ts'
export type { LegacyAction } from './action/shape/legacy-action.ts'
export { toLegacyAction } from './action/shape/legacy-action.ts'
export type { ActionErrorCode, ActionErrorDetails } from './action/shape/shape-result.ts'
export { ActionError } from './action/shape/shape-result.ts'
export { blockPrompt, correctivePrompt } from './blocks/block-prompt.ts'
export type { BlockContractReason } from './blocks/block-stages.ts'
export type { RandomBytes } from './blocks/block-tags.ts'
export { newNonce } from './blocks/block-tags.ts'
export type { BlockDelta, BlockFilter, BlockFilterOptions, BlockFilterState, BlockVerdict } from './blocks/create-block-filter.ts'
export { createBlockFilter } from './blocks/create-block-filter.ts'
export type { Blocks } from './blocks/parse-blocks.ts'
export { BlockContractError, parseBlocks } from './blocks/parse-blocks.ts'
export { sanitizeForBlocks } from './blocks/sanitize-for-blocks.ts'
export type {
  ActionDoubt,
  ActionFormat,
  BesideMembers,
  FinalResponseArgs,
  MergeStrategy,
  NormalizedAction,
  Opcode,
  PlanArgs,
  PlanJoin,
  PlannerAction,
  PlanStep,
  Repair,
  TaskArgs,
} from './contracts/action.ts'
export type {
  AgentInput,
  AgentPort,
  AnswerEnvelope,
  AnswerResult,
  ChatMessage,
  ComponentFailure,
  ErrorContext,
  InteractionRef,
  StartResult,
  TaskClient,
  TaskDecision,
  TaskGroupDecision,
  TaskGroupView,
  TaskPort,
  TaskVerb,
  TaskView,
  ThreadView,
} from './contracts/agent-port.ts'
export type {
  ApprovalGrant,
  ApprovalScope,
  AuditEntry,
  AuditRecord,
  AuditStore,
  GrantStore,
  InboxItem,
} from './contracts/approvals.ts'
export type { ArtifactPage, ArtifactStore, ByteRange } from './contracts/artifact-store.ts'
export type { ArtifactChunk, ArtifactMeta, ArtifactMode, ArtifactReference, ComponentChunk, DataReference } from './contracts/artifacts.ts'
export type {
  BudgetScope,
  BudgetStatus,
  ReservationResult,
  Spending,
  SpendingEntry,
  SpendingReservation,
  SpendingStore,
  SpendingUnit,
} from './contracts/budgets.ts'
export type { CatalogComponent, CatalogView } from './contracts/catalog.ts'
export type { DraftChange, DraftClient, DraftConfirmation, DraftInput, DraftPort, DraftStarted, DraftStreamEvent } from './contracts/draft-port.ts'
export type { DraftRecord, DraftStore, DraftVersion } from './contracts/draft-store.ts'
export type { EventPosition } from './contracts/event-id.ts'
export { formatEventId, parseEventId } from './contracts/event-id.ts'
export type {
  ApprovalRequest,
  ClientInfo,
  EventEnvelope,
  InteractionAnnouncement,
  PlannerEvent,
  PlannerEventBody,
  PlannerEventType,
  TokenUsage,
  UncommittedEvent,
  ValidationIssue,
} from './contracts/events.ts'
export { activityId, messageId, resultMessageId, thinkingId, toolCallId, turnMessageId } from './contracts/ids.ts'
export type { JsonObject, JsonSchema, JsonValue } from './contracts/json.ts'
export type { Lease, LeaseOptions, LeaseResource, LeaseResult } from './contracts/leases.ts'
export type { Logger } from './contracts/logger.ts'
export type { MessageFile, ModelMedia } from './contracts/message-files.ts'
export type {
  KeptReasoning,
  Model,
  ModelCallOptions,
  ModelCallRun,
  ModelChunk,
  ModelMessage,
  ModelRequest,
  ModelTool,
  ReasoningEffort,
  ReceivedOutput,
  ResponseFormat,
  StartedResponse,
} from './contracts/model.ts'
export type { Owner, Scope } from './contracts/owner.ts'
export type { FinalPayload, FinishReason, Source, SuggestedAction } from './contracts/payload.ts'
export type {
  AbandonedRun,
  AnswerOutcome,
  CancelRequestResult,
  CommitInput,
  CommitResult,
  EventLog,
  InteractionRecord,
  InteractionStore,
  RunAddress,
  RunRecord,
  RunStore,
  StorePorts,
  ThreadEntry,
  ThreadStore,
  WaitingInteraction,
} from './contracts/ports.ts'
export type {
  Figure,
  FigureCounts,
  FigureSource,
  Provenance,
  ProvenanceOperation,
  ProvenanceResult,
  ResultLocation,
} from './contracts/provenance.ts'
export type { RateLimit, RateLimitResult, RateLimitStore } from './contracts/rate-limits.ts'
export type { ConnectionStatus, FileClient, InboxClient, RunClient, RunRequest, WireEvent } from './contracts/run-client.ts'
export type { NewRunMessage, RunMessage, RunMessageKind, RunMessageResult, SendMessageResult } from './contracts/run-messages.ts'
export type { ExportedRecord, PrunePolicy, PruneResult, StoreOperations } from './contracts/store-operations.ts'
export type {
  ClaimedTask,
  GroupReport,
  NewTask,
  NewTaskGroup,
  OwnedTaskGroup,
  TaskChange,
  TaskChangeResult,
  TaskGroup,
  TaskMode,
  TaskOutcome,
  TaskProgress,
  TaskRecord,
  TaskReport,
  TaskStatus,
  TaskStore,
  TaskWrite,
} from './contracts/tasks.ts'
export type { ThreadClient, ThreadDeletion, ThreadPage, ThreadQuery, ThreadRecord } from './contracts/threads.ts'
export type { EmitArtifact, PauseAnswer, PauseRequest, ToolContext, ToolDefinition } from './contracts/tool.ts'
export type { ErrorCode } from './errors/codes.ts'
export { errorCodes } from './errors/codes.ts'
export { PfError } from './errors/pf-error.ts'
export type { ThreadSources } from './fold/fold-thread.ts'
export { foldThread } from './fold/fold-thread.ts'
export type { PatchResult } from './json/apply-patch.ts'
export { applyPatch } from './json/apply-patch.ts'
export { formatPointer, parsePointer, readPointer } from './json/pointer.ts'
export type { Utf8Decoder } from './json/utf8.ts'
export { createUtf8Decoder } from './json/utf8.ts'
export type { AuditVerification } from './stores/audit-log.ts'
export { exportAudit, parseAudit, verifyAudit } from './stores/audit-log.ts'
export type { PartialJson, PartialJsonOptions, PathState } from './streaming/partial-json.ts'
export { createPartialJson } from './streaming/partial-json.ts'
