import type { InboxItem } from './approvals.ts'
import type { ComponentChunk } from './artifacts.ts'
import type { CatalogView } from './catalog.ts'
import type { ClientInfo, InteractionAnnouncement, PlannerEvent, ValidationIssue } from './events.ts'
import type { JsonSchema, JsonValue } from './json.ts'
import type { Scope } from './owner.ts'
import type { TaskGroup, TaskRecord } from './tasks.ts'

/** What a user does to a task or a group. */
export type TaskVerb = 'approve' | 'reject' | 'cancel'

/** A task as a user interface shows it. The result of a task that waits for approval is present: only the model does not see it. */
export type TaskView = Omit<TaskRecord, 'lease' | 'payload' | 'not_before' | 'retry_ms'>

/** A group as a user interface shows it. A task that was started alone is the only one of a group with the id of the task. */
export type TaskGroupView = Omit<TaskGroup, 'agent' | 'report_after' | 'tasks'> & { tasks: TaskView[] }

/** How a decision on a task went. `settled`: it does not apply to the task as its record shows it, because the task has ended or was decided before. */
export type TaskDecision = { status: 'done'; task: TaskView } | { status: 'settled'; task: TaskView } | { status: 'unknown' }

/** How a decision on a group went; its tasks are decided together. */
export type TaskGroupDecision = { status: 'done'; group: TaskGroupView } | { status: 'settled'; group: TaskGroupView } | { status: 'unknown' }

/** Background work as transports see it. Foreign ids are unknown ids. */
export interface TaskPort {
  list(thread_id: string, scope: Scope): Promise<TaskView[]>
  /** Cancels a task, or approves or rejects the result of a task that was started alone. A task of a group is approved with its group. */
  decide(task_id: string, verb: TaskVerb, scope: Scope): Promise<TaskDecision>
  listGroups(thread_id: string, scope: Scope): Promise<TaskGroupView[]>
  decideGroup(group_id: string, verb: TaskVerb, scope: Scope): Promise<TaskGroupDecision>
}

/** Background work as a page sees it. Everything throws PfError with the code of the response, or `network`. */
export interface TaskClient {
  /** The groups of a conversation with their tasks, oldest first. A task that was started alone is the only one of its group. */
  listGroups(thread_id: string, options?: { signal?: AbortSignal }): Promise<TaskGroupView[]>
  /** Throws `not_found` for an unknown task, and `conflict` for one that has ended or was decided before; `fields.task` is its record. */
  decide(task_id: string, verb: TaskVerb): Promise<TaskView>
  /** Throws `not_found` for an unknown group, and `conflict` for one that was decided before; `fields.group` is its record. */
  decideGroup(group_id: string, verb: TaskVerb): Promise<TaskGroupView>
}

/** A message of the conversation. The transport has validated it. */
export type ChatMessage =
  | { id: string; role: 'system' | 'developer' | 'user'; content: string }
  | { id: string; role: 'assistant'; content: string; tool_calls?: { id: string; name: string; arguments: string }[] }
  | { id: string; role: 'tool'; tool_call_id: string; content: string; error?: string }

/** Identifies an interaction by its own id, or by the tool call that asked the question. */
export type InteractionRef = { interaction_id: string } | { thread_id: string; run_id: string; tool_call_id: string }

/** An answer to an interaction. Cancelling is a field of the envelope, never a key of the result. */
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
  /** The run that starts this one as a subagent and whose budgets are spent. Set by the code that starts subagents, never from a request. */
  spends_from?: string
}

/** The result of a start. `after` is present when the run was paused and continues in its own log; the new events have a higher `seq`. */
export type StartResult = { status: 'started'; run_id: string; after?: number } | { status: 'busy'; run_id: string } | { status: 'exists'; run_id: string }

/** The result of an answer. `conflict`: another answer was accepted before; `hash` is its hash. `gone`: the interaction was cancelled or has expired. */
export type AnswerResult =
  | { status: 'accepted'; run_id: string }
  | { status: 'repeated'; run_id: string }
  | { status: 'conflict'; hash: string }
  | { status: 'invalid'; issues: ValidationIssue[] }
  | { status: 'gone' }
  | { status: 'unknown' }

/** A component that a page could not draw. `component_id` is the id of the component in its run; `reason` says why, in the words of the page. */
export interface ComponentFailure {
  run_id: string
  component_id: string
  /** Name of the component that failed: the one with this id, or one inside it. */
  component: string
  reason: string
}

/** The contents of a thread, as a reloaded page or a second tab needs them. */
export interface ThreadView {
  messages: { id: string; role: 'user' | 'assistant'; content: string; run_id: string }[]
  components: (ComponentChunk & { message_id: string })[]
  pending: InteractionAnnouncement[]
  /** The ids of all runs, oldest first, including runs without a message. */
  runs?: string[]
  last_run_id?: string
  last_seq: number
}

/** The interface of an agent to transports. Its results are mapped to status codes by the transport. */
export interface AgentPort {
  start(input: AgentInput, scope: Scope): Promise<StartResult>
  /** Resolves to the stored events with a `seq` above `after`, then live ones; undefined for a run that is unknown or belongs to another owner. */
  attach(run_id: string, after: number, options: { scope: Scope; signal?: AbortSignal }): Promise<AsyncIterable<PlannerEvent> | undefined>
  answer(ref: InteractionRef, envelope: AnswerEnvelope, scope: Scope): Promise<AnswerResult>
  /**
   * Cancels a run, whichever process works on it, and resolves once it has ended. True: the cancellation was accepted; should the process that
   * works on the run not answer for long, it is stored and ends the run as soon as that process or its successor looks. False: the run is
   * unknown, had already ended or belongs to another owner.
   */
  cancel(run_id: string, scope: Scope): Promise<boolean>
  /**
   * Calls the listener with each error that ends a run and with each error that a tool throws, with its `cause`: what the provider or the
   * code of the host said, which no client sees. Returns a function that stops it.
   */
  onError?(listener: (error: unknown) => void): () => void
  /**
   * Tells a run that a page could not draw one of its components: the model reads it before its next step, and the payload gets a warning.
   * False: the run does not work in this process or belongs to another owner, or it has too many reports that it has not read.
   */
  componentFailed?(failure: ComponentFailure, scope: Scope): Promise<boolean>
  catalog(): CatalogView
  thread(thread_id: string, scope: Scope): Promise<ThreadView | undefined>
  /** Resolves to what waits for an answer of the owner over all threads, oldest first, with the questions of others that wait for a role of the owner. */
  inbox?(scope: Scope): Promise<InboxItem[]>
}
