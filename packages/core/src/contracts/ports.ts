import type { AuditStore, GrantStore } from './approvals.ts'
import type { ArtifactStore } from './artifact-store.ts'
import type { ArtifactMeta } from './artifacts.ts'
import type { SpendingEntry, SpendingStore } from './budgets.ts'
import type { DraftStore } from './draft-store.ts'
import type { InteractionAnnouncement, PlannerEvent, UncommittedEvent } from './events.ts'
import type { JsonValue } from './json.ts'
import type { Lease, LeaseOptions, LeaseResource, LeaseResult } from './leases.ts'
import type { MessageFile } from './message-files.ts'
import type { Owner, Scope } from './owner.ts'
import type { RateLimitStore } from './rate-limits.ts'
import type { NewRunMessage, RunMessage, RunMessageResult } from './run-messages.ts'
import type { TaskStore, TaskWrite } from './tasks.ts'
import type { ThreadDeletion, ThreadPage, ThreadQuery, ThreadRecord } from './threads.ts'

/** An interaction as stored before it is announced. */
export interface InteractionRecord extends InteractionAnnouncement {
  run_id: string
  thread_id: string
  created: number
  state: 'open' | 'answered' | 'cancelled' | 'expired'
  /** Hash of the accepted answer. */
  hash?: string
  value?: JsonValue
}

/** One entry of a stored conversation: text and redacted observations, never component props. `ts` is in milliseconds since the epoch. */
export interface ThreadEntry {
  id: string
  role: 'user' | 'assistant' | 'tool'
  run_id: string
  text: string
  tool_call_id?: string
  ts: number
  /** The files of a user message, as references. */
  files?: readonly MessageFile[]
  /** Set on a user message that is not part of a conversation, such as the request for a draft. Such a message does not add its thread to the list. */
  unlisted?: true
}

/** The writes of one commit, which are applied atomically. */
export interface CommitInput {
  run: { run_id: string; thread_id: string }
  /** Name of the agent that works on the run. The first name stored for a run is kept. */
  agent?: string
  /** The lease of this run. */
  lease: Lease
  /** Leases on other resources that must also be held, such as the lease of the thread when a run starts. The commit is fenced if one of them is lost. */
  fences?: Lease[]
  /** The events in order. Their `seq` is assigned by the commit. */
  events: UncommittedEvent[]
  /** The number of events that the run has. With another number nothing is written: an attempt whose response was lost may have been written. */
  expect_seq?: number
  state?: { expect_version: number; value: JsonValue }
  pending?: InteractionRecord[]
  /** Changes of task groups, in order. A refused `report` fences the commit; any other refused change is skipped. */
  tasks?: TaskWrite[]
  artifacts?: ArtifactMeta[]
  thread?: ThreadEntry[]
  /** Amounts to add to the accounts of the owner. */
  spending?: SpendingEntry[]
  /** The id of the run that continues this paused run. */
  successor?: string
}

/**
 * `fenced`: a lease was lost, or a report was already made. `conflict`: the run has another number of events, or its state has another version,
 * which is `version`. Nothing was written in either case.
 */
export type CommitResult =
  | { status: 'committed'; events: PlannerEvent[]; state_version: number }
  | { status: 'fenced' }
  | { status: 'conflict'; version: number }

/** A stored run. `created` is in milliseconds since the epoch. */
export interface RunRecord {
  run_id: string
  thread_id: string
  /** Opaque to the store; its format belongs to the planner. */
  state: JsonValue
  state_version: number
  last_seq: number
  finished: boolean
  created: number
  /** Name of the agent that started the run. */
  agent?: string
  /** The time at which cancellation was first requested, in milliseconds since the epoch; absent if it was not requested. */
  cancel_requested?: number
}

/**
 * `requested`: the request is stored. `finished`: the run has already ended, and nothing was stored. `unknown`: the owner has no such run,
 * or the run has never begun and is not about to begin.
 */
export type CancelRequestResult = 'requested' | 'finished' | 'unknown'

/** Stores runs with their state and events, which a commit writes together. */
export interface RunStore {
  commit(scope: Scope, input: CommitInput): Promise<CommitResult>
  load(scope: Scope, run_id: string): Promise<RunRecord | undefined>
  /**
   * Leases a resource as soon as it is free. Callers of one store object are served in the order of their calls; a release, a finish or the
   * expiry of the current lease serves the next one. An unknown run is created; threads and drafts need not exist. Rejects with the reason
   * of the signal if it aborts during the wait; nothing is leased then. Throws PfError `invalid_input` for an invalid time.
   */
  lease(scope: Scope, resource: LeaseResource, options: LeaseOptions): Promise<LeaseResult>
  /** Extends a lease to `ttlMs` from now and keeps its token. Resolves to undefined if the lease is lost. */
  renew(scope: Scope, lease: Lease, ttlMs: number): Promise<Lease | undefined>
  /** Releases a lease and serves the next waiting caller. Does nothing if the lease is lost. */
  release(scope: Scope, lease: Lease): Promise<void>
  /**
   * Stores the request to cancel a run, which needs no lease, and notifies the listeners of every process. The request stays with the run,
   * so a process that takes the run over finds it in `load`. Repeating the request has no effect.
   */
  requestCancel(scope: Scope, run_id: string): Promise<CancelRequestResult>
  /**
   * Calls the listener for each unfinished run whose cancellation was requested by any process, within about a second. A request can be
   * reported several times. Returns a function that removes the listener.
   */
  onCancelRequest(listener: (run: RunAddress) => void): () => void
  /**
   * Stores a message for a run that has begun, which needs no lease. The process that works on the run reads it before the next step; so
   * does a process that takes the run over. A store without this method refuses messages.
   */
  addMessage?(scope: Scope, run_id: string, message: NewRunMessage): Promise<RunMessageResult>
  /** Resolves to the messages of a run with a `position` above `after`, in order; none for an unknown run. Required with `addMessage`. */
  messages?(scope: Scope, run_id: string, after: number): Promise<readonly RunMessage[]>
  /**
   * Resolves to at most `limit` runs of all owners that could continue and whose lease is free. With `agent`, only runs of the agent with
   * that name and runs without a name. These are runs that have begun and neither ended nor paused, paused runs that asked a question which is
   * no longer open, paused runs whose cancellation is requested, and paused runs whose `successor` has not begun. A run that asked no question
   * with its last pause waits for a request of its client. A store whose runs end with their process omits this method.
   */
  abandoned?(limit: number, agent?: string): Promise<AbandonedRun[]>
  /**
   * Calls the listener when a process has released the lease of an unfinished run, for example during its shutdown. Returns a function that
   * removes the listener. A store without this method is only polled for abandoned runs.
   */
  onAbandoned?(listener: () => void): () => void
}

/** The address of a run among the runs of all owners. */
export interface RunAddress {
  owner: Owner
  run_id: string
}

/** A run that could continue but that no process works on. */
export interface AbandonedRun extends RunAddress {
  thread_id: string
}

/** Reads committed events. */
export interface EventLog {
  /**
   * Yields the stored events with a `seq` above `after` (0 for all), followed by live events, without gaps or repetitions. Ends after a
   * finish whose reason is not `paused`, or when `signal` aborts.
   */
  read(scope: Scope, run_id: string, after: number, signal?: AbortSignal): AsyncIterable<PlannerEvent>
  /** Resolves to the highest `seq`; 0 for an unknown or empty log. */
  last(scope: Scope, run_id: string): Promise<number>
}

/** The result of storing an answer. `conflict`: a different answer, whose hash is `hash`, was accepted before. */
export type AnswerOutcome =
  | { status: 'accepted'; record: InteractionRecord }
  | { status: 'repeated'; record: InteractionRecord }
  | { status: 'conflict'; hash: string }
  | { status: 'gone'; state: 'cancelled' | 'expired' }
  | { status: 'unknown' }

/** An open question with the owner of the run that asked it. */
export interface WaitingInteraction {
  owner: Owner
  record: InteractionRecord
}

/** Stores interactions, which are questions that wait for a user. `answer` is a compare-and-set on the state `open`. */
export interface InteractionStore {
  get(scope: Scope, id: string): Promise<InteractionRecord | undefined>
  list(scope: Scope, thread_id: string): Promise<InteractionRecord[]>
  /**
   * Resolves to at most `limit` open questions over all threads, oldest first: those of the owner, and those of other owners of the same
   * tenant whose `approval.role` is one of the owner's roles. Required for inboxes and for approvals by others.
   */
  waiting?(scope: Scope, limit: number): Promise<WaitingInteraction[]>
  answer(scope: Scope, id: string, hash: string, value: { result: JsonValue } | { cancelled: true }): Promise<AnswerOutcome>
}

/** Stores the conversations of threads. A thread is listed after its first user message that is not `unlisted`. */
export interface ThreadStore {
  append(scope: Scope, thread_id: string, entries: ThreadEntry[]): Promise<void>
  /** Resolves to the newest `limit` entries, oldest first. */
  read(scope: Scope, thread_id: string, limit?: number): Promise<ThreadEntry[]>
  summary(scope: Scope, thread_id: string): Promise<{ last_run_id?: string; entries: number }>
  /** Lists threads page by page. A thread that changes between two pages moves to the first page. Throws PfError `invalid_input` for an invalid query. */
  list(scope: Scope, query?: ThreadQuery): Promise<ThreadPage>
  /**
   * Resolves to undefined for a thread that is not listed. White space is collapsed. Throws PfError `invalid_input` for a title that is
   * empty or longer than 200 characters.
   */
  rename(scope: Scope, thread_id: string, title: string): Promise<ThreadRecord | undefined>
  /**
   * Deletes a thread with its entries, runs, events, questions and the artifacts in this store; with its background tasks and their runs; and with
   * the approvals that hold in it and its accounts. A run that waits for an answer is deleted as well; while a run of the thread or of one of its
   * tasks is active, nothing is deleted. Readers of the deleted runs end.
   */
  delete(scope: Scope, thread_id: string): Promise<ThreadDeletion>
}

/** The stores of an agent. One implementation may serve all of them. */
export interface StorePorts {
  storage: RunStore
  events: EventLog
  pending: InteractionStore
  artifacts: ArtifactStore
  threads: ThreadStore
  /** Required by the artifact-first strategy only. */
  drafts?: DraftStore
  /** Required for approvals that are valid for more than one call. */
  grants?: GrantStore
  /** The audit log of approvals. */
  audit?: AuditStore
  /** Required by budgets only. */
  spending?: SpendingStore
  /** Counts requests over all processes that use the store. Used by the HTTP routes. */
  rateLimits?: RateLimitStore
  /** Required for background tasks only. */
  tasks?: TaskStore
}
