import type { ArtifactChunk } from './artifacts.ts'
import type { JsonObject, JsonSchema, JsonValue } from './json.ts'
import type { FinalPayload, FinishReason } from './payload.ts'

/** What the mapping must know of the client; it stands in `run_start`, so any node produces the same bytes. */
export interface ClientInfo {
  protocol_version?: string
  /** Present when the client is ours. */
  pf?: { toolResults?: boolean }
  client_tools: string[]
  /** Tool calls that the input's messages already answer. */
  answered: string[]
}

/** A question that holds a run until the user answers. */
export interface InteractionAnnouncement {
  id: string
  tool_call_id: string
  component: string
  props: JsonObject
  message_id: string
  result_schema: JsonSchema
  /** Milliseconds since the epoch. */
  deadline?: number
}

/** A fault in data that somebody else wrote, told so that a person or a model can act on it. */
export interface ValidationIssue {
  code: string
  /** JSON Pointer to the value at fault. */
  pointer: string
  expected?: string
  /** The type, or at most 40 characters of the value. */
  received?: string
  suggestion?: string
}

/** Tokens of one model call; parts are inside the totals, and what the provider did not report is left out. */
export interface TokenUsage {
  model?: string
  provider?: string
  input?: number
  output?: number
  cached?: number
  reasoning?: number
}

/** Payload of each planner event by its type. */
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
  /** Without the stream's own `seq`: the log's order is the stream's, and whoever maps the log counts from 0 for each stream. */
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
  warning: { code: string; text: string }
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

export type PlannerEventType = keyof PlannerEventBody

/** Stands on every event once it is committed. */
export interface EventEnvelope {
  run_id: string
  thread_id: string
  /** From 1 per log, given in the commit. */
  seq: number
  /** Milliseconds since the epoch. */
  ts: number
  step?: number
  parent_run_id?: string
}

/** An event as the log holds it. */
export type PlannerEvent<T extends PlannerEventType = PlannerEventType> = { [K in T]: { type: K } & EventEnvelope & PlannerEventBody[K] }[T]

/** An event before its commit: no `seq` yet. */
export type UncommittedEvent<T extends PlannerEventType = PlannerEventType> = {
  [K in T]: { type: K } & Omit<EventEnvelope, 'seq'> & PlannerEventBody[K]
}[T]
