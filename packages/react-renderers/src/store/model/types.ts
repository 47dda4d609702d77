import type { FinalPayload, InteractionAnnouncement, JsonObject, JsonValue, MessageFile, ValidationIssue, WireEvent } from '@pf/core'

/** The status of a turn or run. */
export type TurnStatus = 'running' | 'done' | 'error' | 'cancelled' | 'waiting'

/** A message of the user. */
export interface UserTurn {
  kind: 'user'
  id: string
  text: string
  run_id?: string
  /** The files of the message, as references. `MessageFiles` shows them. */
  files?: readonly MessageFile[]
}

/** Reasoning of a turn. `ms` is its duration, if it is known. */
export interface ReasoningState {
  text: string
  done: boolean
  ms?: number
}

/** A part of the answer text. Withdrawn text must not be shown. */
export interface SegmentState {
  id: string
  text: string
  done: boolean
  withdrawn?: true
  /** Set if the run was stopped or failed while the text was being written, so that it is incomplete. */
  cut?: true
}

/** `streaming`: the arguments are arriving; `running`: they are complete; `withdrawn`: the call was withdrawn. */
export type ToolCallStatus = 'streaming' | 'running' | 'ok' | 'error' | 'skipped' | 'withdrawn' | 'cancelled'

/** One tool call with its arguments and its result, which the server has redacted. */
export interface ToolCallState {
  id: string
  name: string
  /** JSON text of the arguments received so far. */
  args: string
  status: ToolCallStatus
  result?: string
  code?: string
  /** Id of the AG-UI message that contains the call. */
  parent_id?: string
  /** Milliseconds since the epoch, according to the timestamps of the events. */
  started?: number
  ms?: number
}

/**
 * `skeleton`: there is nothing to draw yet. `streaming`: props are a valid prefix. `ready`: the final state of the server. `rejected`: the
 * component will not be shown.
 */
export type ComponentStatus = 'skeleton' | 'streaming' | 'ready' | 'rejected'

/** One component of a turn. */
export interface ComponentState {
  /** Stable from preview to final component. Use it as React key. */
  key: string
  /** Artifact id, unique within a turn. */
  id: string
  /** Registry name; '' while a preview does not know it yet. */
  component: string
  title?: string
  props: JsonObject
  status: ComponentStatus
  /** The reasons for a rejection. */
  errors?: ValidationIssue[]
  tool_call_id?: string
  /** Id of the question that the component asks. Answers are sent to it. */
  question?: string
  message_id: string
  seq: number
  ts: number
  version: number
  meta?: JsonObject
}

/** An artifact that is not a component: streamed by a tool (`value` is the value received so far) or announced as stored. */
export interface ArtifactState {
  stream_id: string
  artifact_type: string
  value?: JsonValue
  done: boolean
  seq: number
  tool_call_id?: string
  source_tool?: string
  stored?: { artifact_id: string; media_type: string; bytes: number; sha256: string; url?: string }
}

/**
 * `submitting`: an answer is being sent. `failed`: the answer was not accepted, and the question is still open. `answered_elsewhere`: the
 * question was answered in another window. `superseded`: the user continued without answering.
 */
export type QuestionStatus = 'open' | 'submitting' | 'failed' | 'answered' | 'answered_elsewhere' | 'expired' | 'cancelled' | 'superseded'

/** A question to the user, with the tool that asked it and its outcome. */
export type QuestionState = InteractionAnnouncement & {
  tool_name: string
  status: QuestionStatus
  /** The answer as returned by the server, without secrets. */
  value?: JsonValue
  /** Milliseconds since the epoch. */
  answered_at?: number
  /** The faults found by the server. Their pointers refer to the answer. */
  issues?: ValidationIssue[]
}

/** A part of a turn, in order of appearance. */
export interface PartRef {
  kind: 'text' | 'tool' | 'component'
  id: string
}

/**
 * A message to a run at work. `sending`: on its way. `sent`: stored, and not read yet. `read`: taken up by the run. `late`: the run ended
 * without reading it. `failed`: not stored.
 */
export interface RunMessageState {
  id: string
  /** As in `RunMessage`: `inject`, `redirect`, `pause` or `resume`. */
  kind: string
  /** Empty for `pause` and `resume`. */
  text: string
  status: 'sending' | 'sent' | 'read' | 'late' | 'failed'
}

/** Everything the assistant did in response to one message. A turn may span several runs if it contains questions. */
export interface AssistantTurn {
  kind: 'assistant'
  /** Turn message id, `t:{run}`. */
  id: string
  /** The newest run of the turn. */
  run_id: string
  runs: readonly string[]
  status: TurnStatus
  reasoning: ReasoningState
  toolCalls: readonly ToolCallState[]
  segments: readonly SegmentState[]
  components: readonly ComponentState[]
  parts: readonly PartRef[]
  artifacts: readonly ArtifactState[]
  /** The questions to the user, oldest first, including those that have ended. */
  questions: readonly QuestionState[]
  warnings: readonly { code: string; text: string }[]
  /** Messages to the run while it was at work, in order. */
  messages?: readonly RunMessageState[]
  /** The spending of the run and the remaining amount of each budget, as in the event `budget`. Present if the agent has budgets. */
  budget?: { spent: JsonObject; limits: readonly JsonObject[] }
  payload?: FinalPayload
  /** The origin of the figures, as the server sent it and not validated. `FigureSources` of `@pf/react-renderers/provenance` reads it. */
  provenance?: JsonValue
  error?: { code: string; message: string; trace_id?: string }
  started?: number
  ended?: number
}

export type Turn = UserTurn | AssistantTurn

/** The run that was started or attached last. */
export interface CurrentRun {
  status: 'idle' | TurnStatus
  run_id?: string
  thread_id?: string
}

/** One event for an inspector. `id` is `seq.k`, or a local number if the server sends no id. */
export interface TimelineEvent {
  id: string
  run_id: string
  seq: number
  /** Milliseconds since the epoch. */
  ts: number
  type: string
  summary: string
}

/** An immutable snapshot. Unchanged parts keep their identity. */
export interface StoreState {
  turns: readonly Turn[]
  run: CurrentRun
  /** The newest 2,000 events, if the store was created with a timeline. */
  events: readonly TimelineEvent[]
  /** The shared state after the last STATE_SNAPSHOT and STATE_DELTA. */
  shared?: JsonValue
}

/** An AG-UI message as sent with the next request. */
export type OutgoingMessage = { id: string; role: string; [key: string]: unknown }

/** Converts wire events to turns. It does not depend on React and opens no connections. */
export interface ComponentStore {
  /** Applies one event. `run_id` names the log of the event, if it is not that of the most recently started run. Never throws. */
  apply(wire: WireEvent, source?: { runId?: string }): void
  /** Adds a user turn and returns its id. Has no effect if the id already exists. */
  addUserMessage(text: string, id?: string, run_id?: string, files?: readonly MessageFile[]): string
  /** Shows an assistant turn as running before the server's first event. `question` is the id of the question whose answer started the run. */
  beginRun(run_id: string, thread_id?: string, question?: string): void
  /** Ends a running turn with an error, or as cancelled. Its text is kept. */
  endRun(run_id: string, end: { error: { code: string; message: string } } | 'cancelled'): void
  getSnapshot(): StoreState
  /** Calls `listener` at most once per frame. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** Returns the event id (`seq.k`) after which a run continues, if its events had ids. */
  cursor(run_id: string): string | undefined
  /** Clears the store. */
  reset(): void
}
