import type { AuditStore, GrantStore } from './approvals.ts'
import type { ArtifactStore } from './artifact-store.ts'
import type { ArtifactMeta } from './artifacts.ts'
import type { SpendingEntry, SpendingStore } from './budgets.ts'
import type { DraftStore } from './draft-store.ts'
import type { InteractionAnnouncement, PlannerEvent, UncommittedEvent } from './events.ts'
import type { JsonValue } from './json.ts'
import type { Lease, LeaseOptions, LeaseResource, LeaseResult } from './leases.ts'
import type { Owner, Scope } from './owner.ts'
import type { RateLimitStore } from './rate-limits.ts'
import type { TaskStore, TaskWrite } from './tasks.ts'
import type { ThreadDeletion, ThreadPage, ThreadQuery, ThreadRecord } from './threads.ts'

/** A pending interaction as it is stored before it is announced. */
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
  /** Set on a message of the user that is no part of a conversation, such as the request for a draft: it does not put its thread on the list. */
  unlisted?: true
}

/** The writes of one commit. They are applied atomically. */
export interface CommitInput {
  run: { run_id: string; thread_id: string }
  /** Name of the agent that works on the run. The first name that a run gets is kept. */
  agent?: string
  /** The lease of this run. */
  lease: Lease
  /** Leases on other resources that must also be held, such as the lease of the thread when a run starts. If one of them is lost, the commit is fenced. */
  fences?: Lease[]
  /** The events in order. The commit assigns their `seq`. */
  events: UncommittedEvent[]
  state?: { expect_version: number; value: JsonValue }
  pending?: InteractionRecord[]
  /** Changes of task groups, in order. A `report` that is refused fences the commit; any other refused change is left out. */
  tasks?: TaskWrite[]
  artifacts?: ArtifactMeta[]
  thread?: ThreadEntry[]
  /** Added to the accounts of the owner. */
  spending?: SpendingEntry[]
  /** The id of the run under which this paused run continues. */
  successor?: string
}

/** `fenced`: a lease was lost, or a report was made before, and nothing was written. `conflict`: the stored state has another version and nothing was written. */
export type CommitResult =
  | { status: 'committed'; events: PlannerEvent[]; state_version: number }
  | { status: 'fenced' }
  | { status: 'conflict'; version: number }

/** A run as it is stored. `created` is in milliseconds since the epoch. */
export interface RunRecord {
  run_id: string
  thread_id: string
  /** Opaque to the store; its format belongs to the planner. */
  state: JsonValue
  state_version: number
  last_seq: number
  finished: boolean
  created: number
  /** Name of the agent that began the run. */
  agent?: string
  /** When its cancellation was first requested, in milliseconds since the epoch; absent when it was not. */
  cancel_requested?: number
}

/**
 * `requested`: the request is stored. `finished`: the run has ended, and nothing was stored. `unknown`: no such run of this owner exists, or it
 * has never begun and nobody is about to begin it.
 */
export type CancelRequestResult = 'requested' | 'finished' | 'unknown'

/** Stores runs with their state and events. A commit writes them together. */
export interface RunStore {
  commit(scope: Scope, input: CommitInput): Promise<CommitResult>
  load(scope: Scope, run_id: string): Promise<RunRecord | undefined>
  /**
   * Leases a resource as soon as it is free. Callers of one store object are served in the order of their calls; a release, a finish or the
   * expiry of the current lease serves the next one. An unknown run is created; threads and drafts need not exist. Rejects with the reason of
   * the signal when it aborts during the wait; nothing is leased then. Throws PfError `invalid_input` for an invalid time.
   */
  lease(scope: Scope, resource: LeaseResource, options: LeaseOptions): Promise<LeaseResult>
  /** Extends a lease to `ttlMs` from now and keeps its token. Resolves to undefined when the lease is lost. */
  renew(scope: Scope, lease: Lease, ttlMs: number): Promise<Lease | undefined>
  /** Releases a lease and serves the next waiting caller. Does nothing when the lease is lost. */
  release(scope: Scope, lease: Lease): Promise<void>
  /**
   * Stores the request to cancel a run, which needs no lease, and tells the listeners of every process. The request stays with the run: a
   * process that takes the run over finds it in `load`. Repeating it changes nothing.
   */
  requestCancel(scope: Scope, run_id: string): Promise<CancelRequestResult>
  /**
   * Calls the listener with each unfinished run whose cancellation is requested, by any process, within about a second. A request can be
   * reported several times. Returns a function that removes the listener.
   */
  onCancelRequest(listener: (run: RunAddress) => void): () => void
  /**
   * Resolves to at most `limit` runs that could continue although nobody holds their lease, of all owners. With `agent`, only runs of the agent
   * of that name and runs without a name: runs that have begun and neither ended nor paused, paused runs whose question is no longer open or whose
   * cancellation is requested, and paused runs whose `successor` has not begun. A store whose runs cannot outlive their process has no such runs
   * and leaves the method out.
   */
  abandoned?(limit: number, agent?: string): Promise<AbandonedRun[]>
  /**
   * Calls the listener when a process has given back the lease of a run that it has not ended, as it does when it shuts down. Returns a function
   * that removes the listener. A store without this method is asked for abandoned runs from time to time only.
   */
  onAbandoned?(listener: () => void): () => void
}

/** A run among those of all owners. */
export interface RunAddress {
  owner: Owner
  run_id: string
}

/** A run that no process works on and that could continue. */
export interface AbandonedRun extends RunAddress {
  thread_id: string
}

/** Reads committed events. */
export interface EventLog {
  /** Yields the stored events with a `seq` above `after` (0 for all), then live ones, without gaps or repetitions. Ends after a finish that is not `paused`, or when `signal` aborts. */
  read(scope: Scope, run_id: string, after: number, signal?: AbortSignal): AsyncIterable<PlannerEvent>
  /** Resolves to the highest `seq`; 0 for an unknown or empty log. */
  last(scope: Scope, run_id: string): Promise<number>
}

/** The result of storing an answer. `conflict`: another answer was accepted before; `hash` is its hash. */
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
   * Resolves to at most `limit` open questions over all threads, oldest first: those of the owner, and those of others of the same tenant whose
   * `approval.role` is one of the owner's roles. Needed for inboxes and for approvals by others.
   */
  waiting?(scope: Scope, limit: number): Promise<WaitingInteraction[]>
  answer(scope: Scope, id: string, hash: string, value: { result: JsonValue } | { cancelled: true }): Promise<AnswerOutcome>
}

/** Stores the conversations of threads. A thread is listed from its first message of the user that is not `unlisted`. */
export interface ThreadStore {
  append(scope: Scope, thread_id: string, entries: ThreadEntry[]): Promise<void>
  /** Resolves to the newest `limit` entries, oldest first. */
  read(scope: Scope, thread_id: string, limit?: number): Promise<ThreadEntry[]>
  summary(scope: Scope, thread_id: string): Promise<{ last_run_id?: string; entries: number }>
  /** Lists threads by page. A thread that changes while pages are read moves to the first page. Throws PfError `invalid_input` for an invalid query. */
  list(scope: Scope, query?: ThreadQuery): Promise<ThreadPage>
  /** Resolves to undefined for a thread that is not listed. White space is collapsed. Throws PfError `invalid_input` for a title that is empty or longer than 200 characters. */
  rename(scope: Scope, thread_id: string, title: string): Promise<ThreadRecord | undefined>
  /**
   * Deletes a thread with its entries, runs, events, questions and what this store has of its artifacts. A run that waits for an answer is
   * deleted as well; while a run is at work, nothing is. Readers of the deleted runs come to an end.
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
  /** Required by approvals that hold longer than one call. */
  grants?: GrantStore
  /** The audit log of approvals. */
  audit?: AuditStore
  /** Required by budgets only. */
  spending?: SpendingStore
  /** For the HTTP routes: counts requests over all processes that use the store. */
  rateLimits?: RateLimitStore
  /** Required for background tasks only. */
  tasks?: TaskStore
}
