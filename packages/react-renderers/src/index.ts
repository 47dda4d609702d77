// The public entry @pf/react-renderers. No file of the package imports it.

export type { ArtifactViewProps } from './component-renderer/artifact-view.tsx'
export { ArtifactView } from './component-renderer/artifact-view.tsx'
export type { AnyComponents, ComponentOverrides } from './component-renderer/component-overrides.ts'
export { ComponentRenderer } from './component-renderer/component-renderer.tsx'
export { InteractionHost } from './component-renderer/interaction-host.tsx'
export { MessageFiles } from './component-renderer/message-files.tsx'
export { defaultRenderers } from './component-renderer/renderer-table.ts'
export type { LibraryLoaders } from './context/pf-context.ts'
export type { NestedComponent, RendererInteraction, RendererProps, RendererTable, UploadedFile } from './context/renderer-props.ts'
export type { DefaultView, Limited } from './data/default-view.ts'
export { defaultView } from './data/default-view.ts'
export type { ChosenFile, FileLimits, FileListActions } from './files/create-file-list.ts'
export type { MessageFilesHandle, MessageFilesOptions } from './files/use-message-files.ts'
export { useMessageFiles } from './files/use-message-files.ts'
export { useInteraction } from './hooks/use-interaction.ts'
export type { RunHandle } from './hooks/use-run.ts'
export { useRun } from './hooks/use-run.ts'
export { type SharedStateUpdate, useSharedState } from './hooks/use-shared-state.ts'
export type { Interaction } from './hooks/use-store-interaction.ts'
export { useComponents, useTurns } from './hooks/use-turns.ts'
export type { Inbox, InboxState } from './inbox/create-inbox.ts'
export type { InboxHandle } from './inbox/use-inbox.ts'
export { useInbox } from './inbox/use-inbox.ts'
export type { accordionMessages } from './messages/accordion.ts'
export type { calloutMessages } from './messages/callout.ts'
export type { cardMessages } from './messages/cards.ts'
export type { chartSummaryMessages } from './messages/chart-summary.ts'
export type { chartTableMessages } from './messages/chart-table.ts'
export type { chatMessages } from './messages/chat.ts'
export type { codeMessages } from './messages/code.ts'
export type { confirmMessages } from './messages/confirm.ts'
export type { dataMessages } from './messages/data.ts'
export type { datagridMessages, RowCount } from './messages/datagrid.ts'
export type { draftMessages } from './messages/drafts.ts'
export type { FormattedLimit } from './messages/drawing.ts'
export type { echartsMessages } from './messages/echarts.ts'
export type { embedMessages } from './messages/embed.ts'
export type { FigureBasis, figureMessages, ResultPlace } from './messages/figures.ts'
export type { formMessages } from './messages/form.ts'
export type { htmlMessages } from './messages/html.ts'
export type { imageMessages } from './messages/image.ts'
export type { jsonMessages } from './messages/json.ts'
export type { labMessages } from './messages/lab.ts'
export type { latexMessages } from './messages/latex.ts'
export type { markdownMessages } from './messages/markdown.ts'
export type { mermaidMessages } from './messages/mermaid.ts'
export type { MessageOverrides, Messages } from './messages/messages.ts'
export type { metricMessages } from './messages/metric.ts'
export type { partMessages } from './messages/parts.ts'
export type { plotlyMessages, TraceStatistics } from './messages/plotly.ts'
export type { plotlyToolMessages } from './messages/plotly-tools.ts'
export type { questionMessages } from './messages/questions.ts'
export type { reportMessages } from './messages/report.ts'
export type { ChoiceBounds, selectMessages } from './messages/select.ts'
export type { tabsMessages } from './messages/tabs.ts'
export type { taskMessages } from './messages/tasks.ts'
export type { threadMessages } from './messages/threads.ts'
export type { videoMessages } from './messages/video.ts'
export { ReasoningFold } from './parts/reasoning-fold.tsx'
export { SourcesList } from './parts/sources-list.tsx'
export { StreamingCaret } from './parts/streaming-caret.tsx'
export type { SuggestedActionsProps } from './parts/suggested-actions.tsx'
export { SuggestedActions } from './parts/suggested-actions.tsx'
export { ToolCallLine } from './parts/tool-call-line.tsx'
export { Warnings } from './parts/warnings.tsx'
export type { PfProviderProps } from './provider/pf-provider.tsx'
export { PfProvider } from './provider/pf-provider.tsx'
export { sandboxDocument } from './renderers/html/sandbox-document.ts'
export type { MarkdownTextProps } from './renderers/markdown/markdown-text.tsx'
export { MarkdownText } from './renderers/markdown/markdown-text.tsx'
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
export type { ThreadListActions, ThreadListQuery, ThreadListState } from './threads/create-thread-list.ts'
export type { ThreadListHandle } from './threads/use-threads.ts'
export { useThreads } from './threads/use-threads.ts'
