import type { ArtifactMeta } from './artifacts.ts'
import type { InteractionAnnouncement, PlannerEvent, UncommittedEvent } from './events.ts'
import type { JsonValue } from './json.ts'
import type { Scope } from './owner.ts'

/** What a lease is on: the log of a run, the decision which run of a thread comes next, or the text of a draft. Each kind has ids of its own. */
export type LeaseResource = { kind: 'run'; run_id: string; thread_id: string } | { kind: 'thread'; thread_id: string } | { kind: 'draft'; draft_id: string }

/** The exclusive right to a resource. The token fences: once the resource is leased again, the store refuses writes under the older token. */
export interface Lease {
  resource: LeaseResource
  token: string
  /** Milliseconds since the epoch. Until somebody else takes the resource the lease still writes, and its holder can renew it. */
  expires: number
}

/** How a lease is asked for; times in milliseconds, 0 or more. */
export interface LeaseOptions {
  /** How long the lease lasts unless it is renewed. */
  ttlMs: number
  /** How long to wait while somebody else holds the resource. Default 0: not at all. */
  waitMs?: number
  /** Ends the wait. */
  signal?: AbortSignal
}

/**
 * `busy`: somebody else held the resource until `waitMs` was over; their lease ends at `expires` unless they renew it.
 * `refused`: the run is finished or belongs to another thread, so it can never be leased.
 */
export type LeaseResult = { status: 'granted'; lease: Lease } | { status: 'busy'; expires: number } | { status: 'refused' }

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

/** One line of a conversation on our own routes: text and redacted observations, never component props. */
export interface ThreadEntry {
  id: string
  role: 'user' | 'assistant' | 'tool'
  run_id: string
  text: string
  tool_call_id?: string
  ts: number
}

/** What one commit writes, atomically. */
export interface CommitInput {
  run: { run_id: string; thread_id: string }
  /** The lease of this run. */
  lease: Lease
  /** Leases on other resources that must be held as well, such as the thread's where a run starts. One that is lost fences the commit. */
  fences?: Lease[]
  /** In order; they get their `seq` here. */
  events: UncommittedEvent[]
  state?: { expect_version: number; value: JsonValue }
  pending?: InteractionRecord[]
  tasks?: TaskRecord[]
  artifacts?: ArtifactMeta[]
  thread?: ThreadEntry[]
}

/** `fenced`: the lease was lost, nothing was written. `conflict`: the state version differs, nothing was written. */
export type CommitResult =
  | { status: 'committed'; events: PlannerEvent[]; state_version: number }
  | { status: 'fenced' }
  | { status: 'conflict'; version: number }

/** A run as storage knows it. */
export interface RunRecord {
  run_id: string
  thread_id: string
  /** Opaque to storage; owned by the planner. */
  state: JsonValue
  state_version: number
  last_seq: number
  finished: boolean
  created: number
}

/** Runs, their state and their events, written together. */
export interface RunStore {
  commit(scope: Scope, input: CommitInput): Promise<CommitResult>
  load(scope: Scope, run_id: string): Promise<RunRecord | undefined>
  /**
   * Leases a resource, as soon as it is free: callers of one store object are served in the order in which they asked, and a release, a finish
   * or the end of the holder's time serves the next one. An unknown run is created; threads and drafts need not exist.
   * Rejects with the signal's reason when it aborts while the call waits; then nothing is leased. Throws PfError `invalid_input` for a wrong time.
   */
  lease(scope: Scope, resource: LeaseResource, options: LeaseOptions): Promise<LeaseResult>
  /** Prolongs a lease to `ttlMs` from now and keeps its token; undefined when it is lost. */
  renew(scope: Scope, lease: Lease, ttlMs: number): Promise<Lease | undefined>
  /** Gives a lease back and serves the next caller that waits; does nothing when the lease is lost. */
  release(scope: Scope, lease: Lease): Promise<void>
}

/** Reads what storage committed. */
export interface EventLog {
  /** Stored events after `after` (0: from the start), then live ones, no gap and no repeat; ends after a finish that is not `paused`, or when `signal` aborts. */
  read(scope: Scope, run_id: string, after: number, signal?: AbortSignal): AsyncIterable<PlannerEvent>
  /** Highest seq, 0 for an unknown or empty log. */
  last(scope: Scope, run_id: string): Promise<number>
}

export type AnswerOutcome =
  | { status: 'accepted'; record: InteractionRecord }
  | { status: 'repeated'; record: InteractionRecord }
  | { status: 'conflict'; hash: string }
  | { status: 'gone'; state: 'cancelled' | 'expired' }
  | { status: 'unknown' }

/** Questions that wait for a user; `answer` is a compare-and-set. */
export interface InteractionStore {
  get(scope: Scope, id: string): Promise<InteractionRecord | undefined>
  list(scope: Scope, thread_id: string): Promise<InteractionRecord[]>
  answer(scope: Scope, id: string, hash: string, value: { result: JsonValue } | { cancelled: true }): Promise<AnswerOutcome>
}

/** A byte range, both ends inclusive. */
export interface ByteRange {
  start: number
  end?: number
}

/** One page of a row artifact. */
export interface ArtifactPage {
  items: JsonValue[]
  offset: number
  total: number
}

/** Bytes of artifacts; foreign ids are unknown ids. */
export interface ArtifactStore {
  put(
    scope: Scope,
    body: Uint8Array | AsyncIterable<Uint8Array>,
    meta: Omit<ArtifactMeta, 'bytes' | 'sha256' | 'created' | 'artifact_id'> & { artifact_id?: string },
  ): Promise<ArtifactMeta>
  head(scope: Scope, artifact_id: string): Promise<ArtifactMeta | undefined>
  get(scope: Scope, artifact_id: string, range?: ByteRange): Promise<{ meta: ArtifactMeta; body: AsyncIterable<Uint8Array> } | undefined>
  /** Items of the array at `path` (JSON Pointer); undefined for an unknown artifact or where there is no array. */
  page(scope: Scope, artifact_id: string, path: string, offset: number, limit: number): Promise<ArtifactPage | undefined>
  delete(scope: Scope, artifact_id: string): Promise<void>
  /** Removes artifacts created before `before` (milliseconds); returns how many. */
  gc(before: number): Promise<number>
}

/** Conversations of our own routes. */
export interface ThreadStore {
  append(scope: Scope, thread_id: string, entries: ThreadEntry[]): Promise<void>
  /** The newest `limit` entries, oldest first. */
  read(scope: Scope, thread_id: string, limit?: number): Promise<ThreadEntry[]>
  summary(scope: Scope, thread_id: string): Promise<{ last_run_id?: string; entries: number }>
}

/** A draft of the artifact-first strategy. */
export interface DraftRecord {
  draft_id: string
  state: 'drafting' | 'draft' | 'confirmed'
  version: number
  artifact_draft_text: string
  user_text: string
  artifact_final_text: string | null
  /** The version that `artifact_final_text` is. */
  confirmed_version?: number
  /** Good drafts so far, oldest first; the last one is the current draft. */
  versions: DraftVersion[]
  /** The newest generation, and why it gave no draft. */
  run_id: string
  error?: string
}

/** One good draft, kept for history and comparison. */
export interface DraftVersion {
  /** From 1. */
  version: number
  artifact_text: string
  user_text: string
  /** What the user had asked for. */
  request: string
  /** Milliseconds since the epoch. */
  created: number
}

/** Drafts by owner; foreign ids are unknown ids. */
export interface DraftStore {
  load(scope: Scope, draft_id: string): Promise<DraftRecord | undefined>
  /** False when the stored version is not `expect_version` (0: there is none yet), or `lease` is given and lost; nothing is written then. */
  save(scope: Scope, draft: DraftRecord, expect_version: number, lease?: Lease): Promise<boolean>
}

/** A background task. */
export interface TaskRecord {
  task_id: string
  name: string
  thread_id: string
  status: 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
  group_id?: string
  payload: JsonValue
}

export interface TaskQueue {
  enqueue(scope: Scope, task: TaskRecord): Promise<void>
  claim(worker: string, ttl_ms: number): Promise<TaskRecord | undefined>
  heartbeat(worker: string, task_id: string, ttl_ms: number): Promise<boolean>
  ack(worker: string, task_id: string, status: 'done' | 'failed'): Promise<void>
  cancel(scope: Scope, task_id: string): Promise<boolean>
  list(scope: Scope, thread_id: string): Promise<TaskRecord[]>
}

/** Everything an agent needs to keep; one implementation may serve all of them. */
export interface StorePorts {
  storage: RunStore
  events: EventLog
  pending: InteractionStore
  artifacts: ArtifactStore
  threads: ThreadStore
  /** Needed by the artifact-first strategy only. */
  drafts?: DraftStore
}
