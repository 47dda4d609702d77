import type { InboxItem } from './approvals.ts'
import type { ComponentChunk } from './artifacts.ts'
import type { CatalogView } from './catalog.ts'
import type { ClientInfo, InteractionAnnouncement, PlannerEvent, ValidationIssue } from './events.ts'
import type { JsonSchema, JsonValue } from './json.ts'
import type { MessageFile } from './message-files.ts'
import type { Scope } from './owner.ts'
import type { NewRunMessage, SendMessageResult } from './run-messages.ts'
import type { TaskGroup, TaskRecord } from './tasks.ts'

/** The operation of a user on a task or a group. */
export type TaskVerb = 'approve' | 'reject' | 'cancel'

/** A task as shown in a user interface. The result of a task that waits for approval is included; it is withheld only from the model. */
export type TaskView = Omit<TaskRecord, 'lease' | 'payload' | 'not_before' | 'retry_ms'> & {
  /** The next start of a task that is queued for later, in milliseconds since the epoch. */
  starts_at?: number
  /** The times of a task with the mode `schedule`. */
  schedule?: { cron: string; time_zone: string }
}

/** A group as shown in a user interface. A task that was started alone is the only member of a group whose id is the id of the task. */
export type TaskGroupView = Omit<TaskGroup, 'agent' | 'report_after' | 'tasks'> & { tasks: TaskView[] }

/** The result of a decision on a task. `not_applicable`: the decision does not apply, because the task has ended or was already decided. */
export type TaskDecision = { status: 'done'; task: TaskView } | { status: 'not_applicable'; task: TaskView } | { status: 'unknown' }

/** The result of a decision on a group. The tasks of a group are decided together. */
export type TaskGroupDecision = { status: 'done'; group: TaskGroupView } | { status: 'not_applicable'; group: TaskGroupView } | { status: 'unknown' }

/** The interface to background work for transports. Ids of other owners are treated as unknown. */
export interface TaskPort {
  list(thread_id: string, scope: Scope): Promise<TaskView[]>
  /** Cancels a task, or approves or rejects the result of a task that was started alone. A task that belongs to a group is approved with its group. */
  decide(task_id: string, verb: TaskVerb, scope: Scope): Promise<TaskDecision>
  listGroups(thread_id: string, scope: Scope): Promise<TaskGroupView[]>
  decideGroup(group_id: string, verb: TaskVerb, scope: Scope): Promise<TaskGroupDecision>
  /** Sends a message to the run of a subagent, like `AgentPort.sendMessage`. `unknown` also for a task whose run has not begun, `unsupported` for a job. */
  sendMessage?(task_id: string, message: NewRunMessage, scope: Scope): Promise<SendMessageResult>
}

/** The interface to background work for pages. All methods reject with PfError with the code of the response, or `network`. */
export interface TaskClient {
  /** Resolves to the groups of a conversation with their tasks, oldest first. A task that was started alone is the only member of its group. */
  listGroups(thread_id: string, options?: { signal?: AbortSignal }): Promise<TaskGroupView[]>
  /** Rejects with `not_found` for an unknown task, and with `conflict` for a task that has ended or was already decided; `fields.task` is then its record. */
  decide(task_id: string, verb: TaskVerb): Promise<TaskView>
  /** Rejects with `not_found` for an unknown group, and with `conflict` for a group that was already decided; `fields.group` is then its record. */
  decideGroup(group_id: string, verb: TaskVerb): Promise<TaskGroupView>
  /** Sends a message to the run of a subagent, like `RunClient.sendMessage`. */
  sendMessage?(task_id: string, message: NewRunMessage): Promise<void>
}

/** A message of the conversation, validated by the transport. */
export type ChatMessage =
  | { id: string; role: 'system' | 'developer'; content: string }
  | { id: string; role: 'user'; content: string; files?: readonly MessageFile[] }
  | { id: string; role: 'assistant'; content: string; tool_calls?: { id: string; name: string; arguments: string }[] }
  | { id: string; role: 'tool'; tool_call_id: string; content: string; error?: string }

/** Identifies an interaction by its own id, or by the tool call that asked the question. */
export type InteractionRef = { interaction_id: string } | { thread_id: string; run_id: string; tool_call_id: string }

/** An answer to an interaction. A cancellation is a field of the envelope, never a key of the result. */
export type AnswerEnvelope = { result: JsonValue } | { cancelled: true }

/** One request to an agent. */
export interface AgentInput {
  thread_id: string
  run_id: string
  messages: ChatMessage[]
  client_tools: { name: string; description: string; parameters: JsonSchema }[]
  /** The shared state of the application. Untrusted. An empty object is the same as none. */
  state?: JsonValue
  context: { description: string; value: string }[]
  answers?: { ref: InteractionRef; envelope: AnswerEnvelope }[]
  client: Pick<ClientInfo, 'protocol_version' | 'pf'>
  parent_run_id?: string
  /** The run that starts this one as a subagent and whose budgets are charged. Set by the code that starts subagents, never taken from a request. */
  spends_from?: string
}

/** True for a state that says nothing. Every AG-UI client sends an empty object if the application has no state. */
export function isEmptyState(state: AgentInput['state']): boolean {
  return state === undefined || state === null || (typeof state === 'object' && Object.keys(state).length === 0)
}

/** The result of starting a run. `after` is present if the run was paused and continues in its own log; the new events have a higher `seq`. */
export type StartResult = { status: 'started'; run_id: string; after?: number } | { status: 'busy'; run_id: string } | { status: 'exists'; run_id: string }

/**
 * The result of submitting an answer. `conflict`: a different answer, whose hash is `hash`, was accepted before. `gone`: the interaction
 * was cancelled or has expired.
 */
export type AnswerResult =
  | { status: 'accepted'; run_id: string }
  | { status: 'repeated'; run_id: string }
  | { status: 'conflict'; hash: string }
  | { status: 'invalid'; issues: ValidationIssue[] }
  | { status: 'gone' }
  | { status: 'unknown' }

/** A component that a page could not draw. `component_id` is the id of the component in its run; `reason` is a description written by the page. */
export interface ComponentFailure {
  run_id: string
  component_id: string
  /** Name of the component that failed: the one with this id, or one inside it. */
  component: string
  reason: string
}

/** The content of a thread, as needed by a reloaded page or a second tab. */
export interface ThreadView {
  messages: { id: string; role: 'user' | 'assistant'; content: string; run_id: string; files?: readonly MessageFile[] }[]
  components: (ComponentChunk & { message_id: string })[]
  pending: InteractionAnnouncement[]
  /** The ids of all runs, oldest first, including runs without a message. */
  runs?: string[]
  last_run_id?: string
  last_seq: number
}

/** The run in which an error occurred. */
export interface ErrorContext {
  runId: string
  threadId?: string
  /** The tool that threw the error. */
  tool?: string
  /** True if the agent has written the error to its own logger, so that it need not be logged again. */
  logged?: boolean
}

/** The interface of an agent for transports. The transport maps its results to status codes. */
export interface AgentPort {
  /** False if the agent ignores the state of requests, in which case the transport warns the host. */
  readonly usesState?: boolean
  start(input: AgentInput, scope: Scope): Promise<StartResult>
  /** Resolves to the stored events with a `seq` above `after`, followed by live events; undefined for a run that is unknown or belongs to another owner. */
  attach(run_id: string, after: number, options: { scope: Scope; signal?: AbortSignal }): Promise<AsyncIterable<PlannerEvent> | undefined>
  answer(ref: InteractionRef, envelope: AnswerEnvelope, scope: Scope): Promise<AnswerResult>
  /**
   * Cancels a run, regardless of the process that works on it, and resolves once the run has ended. Resolves to true if the cancellation
   * was accepted. If the process that works on the run does not respond for a long time, the request is stored, and this process or its
   * successor ends the run at its next check. Resolves to false if the run is unknown, has already ended or belongs to another owner.
   */
  cancel(run_id: string, scope: Scope): Promise<boolean>
  /**
   * Sends a message to a run at work, regardless of the process that works on it. The run reads it before its next step and emits the event
   * `run_message` with the status `read`; a message that it does not read any more is reported as `late` at its end. Throws PfError
   * `invalid_input` for an invalid message.
   */
  sendMessage?(run_id: string, message: NewRunMessage, scope: Scope): Promise<SendMessageResult>
  /**
   * Calls the listener with each error that ends a run and with each error that a tool throws. The `cause` of the error is the original
   * error of the provider or of the host's code, which no client sees. Returns a function that removes the listener.
   */
  onError?(listener: (error: unknown, context?: ErrorContext) => void): () => void
  /**
   * Reports to a run that a page could not draw one of its components. The model receives the report before its next step, and the payload
   * gets a warning. Resolves to false if the run is not active in this process, belongs to another owner, or has too many unread reports.
   */
  componentFailed?(failure: ComponentFailure, scope: Scope): Promise<boolean>
  catalog(): CatalogView
  thread(thread_id: string, scope: Scope): Promise<ThreadView | undefined>
  /**
   * Resolves to the questions that wait for an answer of the owner over all threads, oldest first, including questions of other owners that
   * wait for a role of the owner.
   */
  inbox?(scope: Scope): Promise<InboxItem[]>
}
