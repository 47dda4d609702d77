import type { FinalPayload, InteractionAnnouncement, JsonObject, JsonValue, ValidationIssue, WireEvent } from '@pf/core'

/** The status of a turn or run. */
export type TurnStatus = 'running' | 'done' | 'error' | 'cancelled' | 'waiting'

/** A message of the user. */
export interface UserTurn {
  kind: 'user'
  id: string
  text: string
  run_id?: string
}

/** Thinking that came with a turn; `ms` is the time spent in it, once known. */
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
  /** The run was stopped or failed while it was written: it ends in the middle. */
  cut?: true
}

/** `streaming`: the arguments are arriving; `running`: they are complete; `withdrawn`: the call was withdrawn. */
export type ToolCallStatus = 'streaming' | 'running' | 'ok' | 'error' | 'skipped' | 'withdrawn' | 'cancelled'

/** One tool call with what it was asked and what came back (redacted by the server). */
export interface ToolCallState {
  id: string
  name: string
  /** JSON text of the arguments, as far as it has come. */
  args: string
  status: ToolCallStatus
  result?: string
  code?: string
  /** Message the call belongs to in AG-UI form. */
  parent_id?: string
  /** Milliseconds since the epoch, by the clock of the events. */
  started?: number
  ms?: number
}

/** `skeleton`: nothing to draw yet; `streaming`: props are a valid prefix; `ready`: the server's final word; `rejected`: will not be shown. */
export type ComponentStatus = 'skeleton' | 'streaming' | 'ready' | 'rejected'

/** One component of a turn. */
export interface ComponentState {
  /** Stable from preview to final component: use it as React key. */
  key: string
  /** Artifact id; unique within a turn. */
  id: string
  /** Registry name; '' while a preview does not know it yet. */
  component: string
  title?: string
  props: JsonObject
  status: ComponentStatus
  /** Why it was rejected. */
  errors?: ValidationIssue[]
  tool_call_id?: string
  /** Id of the question that it asks: answers go there. */
  question?: string
  message_id: string
  seq: number
  ts: number
  version: number
  meta?: JsonObject
}

/** An artifact that is no component: streamed by a tool (`value` as far as it has come) or only announced as stored. */
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
 * `submitting`: an answer is on its way. `failed`: it was not taken, the question is still open. `answered_elsewhere`: another window was
 * faster. `superseded`: the user went on with something else.
 */
export type QuestionStatus = 'open' | 'submitting' | 'failed' | 'answered' | 'answered_elsewhere' | 'expired' | 'cancelled' | 'superseded'

/** A question to the user, with the tool that asked and what became of it. */
export type QuestionState = InteractionAnnouncement & {
  tool_name: string
  status: QuestionStatus
  /** The answer as the server shows it: without secrets. */
  value?: JsonValue
  /** Milliseconds since the epoch. */
  answered_at?: number
  /** What the server found wrong; pointers lead into the answer. */
  issues?: ValidationIssue[]
}

/** One thing of a turn in the order in which it appeared. */
export interface PartRef {
  kind: 'text' | 'tool' | 'component'
  id: string
}

/** Everything the assistant did in answer to one message; it may span several runs when it had to ask. */
export interface AssistantTurn {
  kind: 'assistant'
  /** Turn message id, `t:{run}`. */
  id: string
  /** Newest run of the turn. */
  run_id: string
  runs: readonly string[]
  status: TurnStatus
  reasoning: ReasoningState
  toolCalls: readonly ToolCallState[]
  segments: readonly SegmentState[]
  components: readonly ComponentState[]
  parts: readonly PartRef[]
  artifacts: readonly ArtifactState[]
  /** What the user was asked, oldest first; those that are over stay. */
  questions: readonly QuestionState[]
  warnings: readonly { code: string; text: string }[]
  /** What the run has spent and what is left of each budget, as in the event `budget`. Present when the agent has budgets. */
  budget?: { spent: JsonObject; limits: readonly JsonObject[] }
  payload?: FinalPayload
  error?: { code: string; message: string; trace_id?: string }
  started?: number
  ended?: number
}

export type Turn = UserTurn | AssistantTurn

/** The run that was started or attached last. */
export interface RunState {
  status: 'idle' | TurnStatus
  run_id?: string
  thread_id?: string
}

/** One line for an inspector; `id` is `seq.k`, or a local number where the server gives none. */
export interface TimelineEvent {
  id: string
  run_id: string
  seq: number
  /** Milliseconds since the epoch. */
  ts: number
  type: string
  summary: string
}

/** An immutable snapshot; what did not change keeps its identity. */
export interface StoreState {
  turns: readonly Turn[]
  run: RunState
  /** The newest 2,000 events, where the store was made with a timeline. */
  events: readonly TimelineEvent[]
  /** Shared state as STATE_SNAPSHOT and STATE_DELTA left it. */
  shared?: JsonValue
}

/** An AG-UI message as the next request carries it. */
export type OutgoingMessage = { id: string; role: string; [key: string]: unknown }

/** Turns wire events into turns; knows nothing of React and opens no connection. */
export interface ComponentStore {
  /** Takes one event; `run_id` names the log it comes from when that is not the run started last. Never throws. */
  apply(wire: WireEvent, source?: { run_id?: string }): void
  /** Adds a user turn and returns its id; an id that is there already changes nothing. */
  addUserMessage(text: string, id?: string, run_id?: string): string
  /** Shows an assistant turn as running before the server's first event; `question` names the one whose answer began the run. */
  beginRun(run_id: string, thread_id?: string, question?: string): void
  /** Ends a running turn with an error, or as cancelled; text stays. */
  endRun(run_id: string, end: { error: { code: string; message: string } } | 'cancelled'): void
  getSnapshot(): StoreState
  /** Calls `listener` at most once per frame. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** Id after which a run continues (`seq.k`), when events with ids came. */
  cursor(run_id: string): string | undefined
  /** Clears the store. */
  reset(): void
}
