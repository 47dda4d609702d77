import type { ComponentChunk } from './artifacts.ts'
import type { CatalogView } from './catalog.ts'
import type { ClientInfo, InteractionAnnouncement, PlannerEvent, ValidationIssue } from './events.ts'
import type { JsonSchema, JsonValue } from './json.ts'
import type { Scope } from './owner.ts'

/** A message of the conversation as the agent takes it, already cleaned by the edge. */
export type ChatMessage =
  | { id: string; role: 'system' | 'developer' | 'user'; content: string }
  | { id: string; role: 'assistant'; content: string; tool_calls?: { id: string; name: string; arguments: string }[] }
  | { id: string; role: 'tool'; tool_call_id: string; content: string; error?: string }

/** Names a question: its own id, or the call that asked it. */
export type InteractionRef = { interaction_id: string } | { thread_id: string; run_id: string; tool_call_id: string }

/** An answer; cancelling is a field of the envelope, never a key inside the result. */
export type AnswerEnvelope = { result: JsonValue } | { cancelled: true }

/** One request to an agent. */
export interface AgentInput {
  thread_id: string
  run_id: string
  messages: ChatMessage[]
  client_tools: { name: string; description: string; parameters: JsonSchema }[]
  state?: JsonValue
  context: { description: string; value: string }[]
  answers?: { ref: InteractionRef; envelope: AnswerEnvelope }[]
  client: Pick<ClientInfo, 'protocol_version' | 'pf'>
  parent_run_id?: string
}

/** `after`: the run was paused and goes on in its own log, behind this seq. */
export type StartResult = { status: 'started'; run_id: string; after?: number } | { status: 'busy'; run_id: string } | { status: 'exists'; run_id: string }

export type AnswerResult =
  | { status: 'accepted'; run_id: string }
  | { status: 'repeated'; run_id: string }
  | { status: 'conflict'; hash: string }
  | { status: 'invalid'; issues: ValidationIssue[] }
  | { status: 'gone' }
  | { status: 'unknown' }

/** What a reload or a second tab needs of a thread. */
export interface ThreadView {
  messages: { id: string; role: 'user' | 'assistant'; content: string; run_id: string }[]
  components: (ComponentChunk & { message_id: string })[]
  pending: InteractionAnnouncement[]
  /** Every run, oldest first, also those that said nothing: a question between two others. */
  runs?: string[]
  last_run_id?: string
  last_seq: number
}

/** An agent as transports see it. The planner decides, the adapter maps to codes. */
export interface AgentPort {
  start(input: AgentInput, scope: Scope): Promise<StartResult>
  /** Stored events after `after`, then live ones; undefined for an unknown or foreign run. */
  attach(run_id: string, after: number, options: { scope: Scope; signal?: AbortSignal }): Promise<AsyncIterable<PlannerEvent> | undefined>
  answer(ref: InteractionRef, envelope: AnswerEnvelope, scope: Scope): Promise<AnswerResult>
  /** False for an unknown, foreign or finished run. */
  cancel(run_id: string, scope: Scope): Promise<boolean>
  catalog(): CatalogView
  thread(thread_id: string, scope: Scope): Promise<ThreadView | undefined>
}
