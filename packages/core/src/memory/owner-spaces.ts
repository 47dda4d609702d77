import type { ApprovalGrant, AuditRecord } from '../contracts/approvals.ts'
import type { ArtifactMeta } from '../contracts/artifacts.ts'
import type { Spending, SpendingEntry } from '../contracts/budgets.ts'
import type { DraftRecord } from '../contracts/draft-store.ts'
import type { PlannerEvent } from '../contracts/events.ts'
import type { JsonValue } from '../contracts/json.ts'
import type { Owner, Scope } from '../contracts/owner.ts'
import type { InteractionRecord, ThreadEntry } from '../contracts/ports.ts'
import type { RunMessage } from '../contracts/run-messages.ts'
import type { TaskGroup, TaskRecord } from '../contracts/tasks.ts'
import { freezeJson } from '../json/freeze-json.ts'
import { reportDue, taskDue } from '../stores/change-task-group.ts'
import { ownerKey, ownerOfKey } from '../stores/owner-key.ts'
import type { JsonBytes } from '../stores/page-of.ts'
import { addSpending, noSpending } from '../stores/spending.ts'
import { titleOfEntries } from '../stores/thread-list.ts'

/** A run in memory. The event with `seq` n is `events[n - 1]`. */
export interface MemoryRun {
  run_id: string
  thread_id: string
  state: JsonValue
  state_version: number
  finished: boolean
  created: number
  agent?: string
  cancel_requested?: number
  /** Id of the run that continues this one. */
  successor?: string
  /** Messages to the run. The list is replaced, never changed. */
  messages: readonly RunMessage[]
  readonly events: PlannerEvent[]
  /** Readers that have read all events. Each one is called once at the next commit. */
  readonly waiting: Set<() => void>
}

/** Creates a run without events. */
export function createMemoryRun(run: { run_id: string; thread_id: string }, created: number): MemoryRun {
  return { run_id: run.run_id, thread_id: run.thread_id, state: null, state_version: 0, finished: false, created, messages: [], events: [], waiting: new Set() }
}

/** Wakes the waiting readers of a run. */
export function wakeReaders(run: MemoryRun): void {
  const waiting = [...run.waiting]
  run.waiting.clear()
  for (const wake of waiting) wake()
}

/** The metadata of an artifact and its bytes, which are absent if another store holds them. */
export interface MemoryArtifact extends JsonBytes {
  meta: ArtifactMeta
  /** True if the bytes are compressed with gzip. */
  packed?: boolean
}

/** A thread in memory. */
export interface MemoryThread {
  /** The entries by run, role and id, in order of arrival. */
  readonly entries: Map<string, ThreadEntry>
  /** The values for the thread list; absent while the thread is not listed. */
  listed?: { n: number; title: string; created: number; updated: number }
}

/** All data of one owner. */
export interface OwnerSpace {
  readonly owner: Owner
  runs: Map<string, MemoryRun>
  pending: Map<string, InteractionRecord>
  artifacts: Map<string, MemoryArtifact>
  threads: Map<string, MemoryThread>
  /** Number of threads that have been listed so far. Their numbers are not reused. */
  listedThreads: number
  drafts: Map<string, DraftRecord>
  /** Maps each account to its spending. */
  spending: Map<string, Spending>
  grants: Map<string, ApprovalGrant>
  audit: AuditRecord[]
  taskGroups: Map<string, TaskGroup>
  /** Maps the id of each task to the id of its group. */
  groupOfTask: Map<string, string>
  /** Ids of the groups with a task or a report that may become due. */
  openTaskGroups: Set<string>
}

/** The data of all owners, separated by owner. */
export interface OwnerSpaces {
  /** Returns the space of the owner and creates it if necessary. */
  open(scope: Scope): OwnerSpace
  /** Returns the space of the owner if it exists. Never creates one. */
  peek(scope: Scope): OwnerSpace | undefined
  all(): Iterable<OwnerSpace>
  /** Yields the spaces with their owners. */
  byOwner(): Iterable<[Owner, OwnerSpace]>
}

function createSpace({ owner }: Scope): OwnerSpace {
  return {
    owner: freezeJson(owner),
    runs: new Map(),
    pending: new Map(),
    artifacts: new Map(),
    threads: new Map(),
    listedThreads: 0,
    drafts: new Map(),
    spending: new Map(),
    grants: new Map(),
    audit: [],
    taskGroups: new Map(),
    groupOfTask: new Map(),
    openTaskGroups: new Set(),
  }
}

/** Creates an empty set of spaces. */
export function createOwnerSpaces(): OwnerSpaces {
  const spaces = new Map<string, OwnerSpace>()
  return {
    open(scope) {
      const key = ownerKey(scope)
      const known = spaces.get(key)
      if (known) return known
      const space = createSpace(scope)
      spaces.set(key, space)
      return space
    },
    peek: (scope) => spaces.get(ownerKey(scope)),
    all: () => spaces.values(),
    *byOwner() {
      for (const [key, space] of spaces) yield [ownerOfKey(key), space]
    },
  }
}

/** Writes questions. A question that is no longer open is never changed. */
export function writeInteractions(space: OwnerSpace, records: readonly InteractionRecord[]): void {
  for (const record of records) {
    const known = space.pending.get(record.id)
    if (!known || known.state === 'open') space.pending.set(record.id, record)
  }
}

/** Writes metadata of artifacts. The size, hash and creation time of stored bytes are kept. */
export function writeArtifacts(space: OwnerSpace, metas: readonly ArtifactMeta[]): void {
  for (const meta of metas) {
    const known = space.artifacts.get(meta.artifact_id)
    if (!known?.bytes) space.artifacts.set(meta.artifact_id, { meta })
    else known.meta = Object.freeze({ ...meta, bytes: known.meta.bytes, sha256: known.meta.sha256, created: known.meta.created })
  }
}

/** Adds entries to a conversation. An entry with the same run, role and id replaces the previous one at its position, so a repeated write has no effect. */
export function writeThread(space: OwnerSpace, thread_id: string, { entries, now }: { entries: readonly ThreadEntry[]; now: number }): void {
  if (entries.length === 0) return
  const thread: MemoryThread = space.threads.get(thread_id) ?? { entries: new Map() }
  space.threads.set(thread_id, thread)
  for (const entry of entries) thread.entries.set(JSON.stringify([entry.run_id, entry.role, entry.id]), entry)
  listThread(space, thread, { title: titleOfEntries(entries), now })
}

function listThread(space: OwnerSpace, thread: MemoryThread, { title, now }: { title: string | undefined; now: number }) {
  if (!thread.listed && title !== undefined) {
    space.listedThreads += 1
    thread.listed = { n: space.listedThreads, title, created: now, updated: now }
  } else if (thread.listed) thread.listed = { ...thread.listed, title: thread.listed.title || title || '', updated: now }
}

/** Removes a run and ends its readers. */
export function dropRun(space: OwnerSpace, run: MemoryRun): void {
  space.runs.delete(run.run_id)
  run.finished = true
  wakeReaders(run)
}

/** Adds amounts to accounts. */
export function writeSpending({ spending: accounts }: OwnerSpace, entries: readonly SpendingEntry[]): void {
  for (const { account, spending } of entries) accounts.set(account, addSpending(accounts.get(account) ?? noSpending, spending))
}

/** Removes the background tasks of a thread. */
export function dropTaskGroups(space: OwnerSpace, thread_id: string): void {
  for (const group of space.taskGroups.values()) {
    if (group.thread_id !== thread_id) continue
    for (const { task_id } of group.tasks) space.groupOfTask.delete(task_id)
    space.taskGroups.delete(group.group_id)
    space.openTaskGroups.delete(group.group_id)
  }
}

/** Writes a group with its tasks, except for tasks whose id belongs to another group. */
export function saveTaskGroup(space: OwnerSpace, given: TaskGroup): void {
  const isOwn = ({ task_id }: TaskRecord) => (space.groupOfTask.get(task_id) ?? given.group_id) === given.group_id
  const group = given.tasks.every(isOwn) ? given : Object.freeze({ ...given, tasks: given.tasks.filter(isOwn) })
  space.taskGroups.set(group.group_id, group)
  for (const { task_id } of group.tasks) space.groupOfTask.set(task_id, group.group_id)
  if (reportDue(group) !== undefined || group.tasks.some((task) => taskDue(task) !== undefined)) space.openTaskGroups.add(group.group_id)
  else space.openTaskGroups.delete(group.group_id)
}
