import type { ArtifactChunk } from './artifacts.ts'
import type { BudgetStatus, Spending } from './budgets.ts'
import type { JsonObject, JsonSchema, JsonValue } from './json.ts'
import type { FinalPayload, FinishReason } from './payload.ts'
import type { RunMessageKind } from './run-messages.ts'

/** Properties of the client that the mapping to AG-UI needs. They are stored in `run_start`, so that every node produces the same wire events. */
export interface ClientInfo {
  protocol_version?: string
  /** Present if the client is the one of this library. */
  pf?: { tool_results?: boolean }
  client_tools: string[]
  /** Ids of the tool calls whose results are among the messages of the input. */
  answered: string[]
}

/** A question that pauses a run until the user answers it. */
export interface InteractionAnnouncement {
  id: string
  tool_call_id: string
  component: string
  props: JsonObject
  message_id: string
  result_schema: JsonSchema
  /** Milliseconds since the epoch. */
  deadline?: number
  /** Present if the question asks for the approval of a call. */
  approval?: ApprovalRequest
}

/** The call that waits for an approval. */
export interface ApprovalRequest {
  tool_call_id: string
  tool: string
  /** The rule that requires the approval. */
  rule: string
  /** SHA-256 of the arguments. The call runs with exactly these arguments. */
  args_hash: string
  /** The role that has to answer. Absent if the owner of the run answers. */
  role?: string
}

/** A fault in external data, described so that a person or a model can correct it. */
export interface ValidationIssue {
  code: string
  /** JSON Pointer to the invalid value. */
  pointer: string
  expected?: string
  /** The type of the value, or at most 40 characters of it. */
  received?: string
  suggestion?: string
}

/** Token counts of one model call. `cached` is included in `input` and `reasoning` in `output`; counts that the provider did not report are absent. */
export interface TokenUsage {
  model?: string
  provider?: string
  input?: number
  output?: number
  cached?: number
  reasoning?: number
}

/** The fields of each planner event, by event type. */
export interface PlannerEventBody {
  run_start: { registry_version: string; registry_digest: string; message_id: string; client: ClientInfo }
  step_start: { node?: string; branch?: number }
  step_complete: { node: string; status: 'ok' | 'error' | 'paused'; latency_ms: number; branch?: number; thought?: string }
  llm_stream_chunk: {
    stream_id: string
    text: string
    channel: 'answer' | 'thinking'
    phase: 'action' | 'answer' | 'revision'
    attempt: number
    action_seq: number
    done: boolean
  }
  answer_reset: { stream_id: string; attempt: number; reason: string }
  tool_call_start: { tool_call_id: string; name: string; plan_id?: string; branch?: number; interactive: boolean; owner: 'server' | 'client' }
  tool_call_args: { tool_call_id: string; delta: string }
  tool_call_end: { tool_call_id: string }
  tool_call_progress: { tool_call_id: string; fraction?: number; text?: string }
  tool_call_result: { tool_call_id: string; status: 'ok' | 'error' | 'skipped' | 'unknown'; content: string; code?: string }
  /** Without the `seq` of the artifact stream: chunks are in the order of the log, and the mapping numbers them from 0 for each stream. */
  artifact_chunk: Omit<ArtifactChunk, 'seq'>
  artifact_stored: { artifact_id: string; media_type: string; bytes: number; sha256: string; source_tool: string }
  artifact_update: { id: string; message_id: string; patch: JsonObject[]; version: number }
  artifact_rejected: { tool_call_id: string; errors: ValidationIssue[] }
  pause: { interactions: InteractionAnnouncement[] }
  resume: { interaction_id: string; status: 'answered' | 'cancelled' | 'expired' }
  state_snapshot: { state: JsonValue }
  state_delta: { patch: JsonObject[] }
  repair: { kind: string; attempt: number }
  usage: TokenUsage
  /**
   * Emitted with the commit of a step if the agent has budgets. `spent` is the spending of this run with its subagents; `cost` is in the
   * currency of the prices.
   */
  budget: { spent: Spending; limits: BudgetStatus[] }
  warning: { code: string; text: string }
  /** A message to the run. `read`: the model receives it with this step. `late`: the run ends without having read it. */
  run_message: { message_id: string; kind: RunMessageKind; status: 'read' | 'late'; text?: string }
  draft_delta: { draft_id: string; block: 'artifact' | 'user'; text: string; attempt: number }
  draft_done: { draft_id: string; version?: number; ok: boolean; parse_ok: boolean; error?: string }
  task_start: { task_id: string; name: string; group_id?: string }
  task_progress: { task_id: string; fraction?: number; text?: string }
  task_pause: { task_id: string; interactions: InteractionAnnouncement[] }
  task_result: { task_id: string; status: 'ok' | 'error' | 'cancelled'; summary: string }
  task_group_start: { group_id: string; name: string }
  task_group_result: { group_id: string; status: 'ok' | 'error' | 'cancelled'; summary: string }
  finish: { reason: FinishReason; payload: FinalPayload; error?: { code: string; message: string; trace_id: string } }
}

/** The name of a planner event. */
export type PlannerEventType = keyof PlannerEventBody

/** The fields of every committed event. */
export interface EventEnvelope {
  run_id: string
  thread_id: string
  /** Counts from 1 in each log. Assigned by the commit. */
  seq: number
  /** Milliseconds since the epoch. */
  ts: number
  step?: number
  parent_run_id?: string
}

/** A committed event, as stored in the log. */
export type PlannerEvent<T extends PlannerEventType = PlannerEventType> = { [K in T]: { type: K } & EventEnvelope & PlannerEventBody[K] }[T]

/** An event before its commit, without `seq`. */
export type UncommittedEvent<T extends PlannerEventType = PlannerEventType> = {
  [K in T]: { type: K } & Omit<EventEnvelope, 'seq'> & PlannerEventBody[K]
}[T]
