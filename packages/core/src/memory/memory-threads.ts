import type { Scope } from '../contracts/owner.ts'
import type { RunStore, ThreadStore } from '../contracts/ports.ts'
import type { ThreadDeletion, ThreadRecord } from '../contracts/threads.ts'
import { freezeJson } from '../json/freeze-json.ts'
import type { LeaseTable } from '../stores/lease-table.ts'
import { runAccount, taskThread, threadAccount, uploadRun } from '../stores/related-names.ts'
import type { StoreEnvironment } from '../stores/store-environment.ts'
import { deleteThread, readThreadQuery, readTitle, searchableEntry, searchableText, toThreadPage } from '../stores/thread-list.ts'
import { dropRun, dropTaskGroups, type MemoryRun, type MemoryThread, type OwnerSpace, type OwnerSpaces, writeThread } from './owner-spaces.ts'

/** Dependencies of the thread store, in addition to the owner spaces. */
export interface MemoryThreadOptions extends Pick<StoreEnvironment, 'now'> {
  leases: LeaseTable
  storage: RunStore
}

/** Creates a thread store in memory. An unknown thread or a thread of another owner reads as empty. */
export function createMemoryThreads(spaces: OwnerSpaces, { now, leases, storage }: MemoryThreadOptions): ThreadStore {
  const entriesOf = (scope: Scope, thread_id: string) => [...(spaces.peek(scope)?.threads.get(thread_id)?.entries.values() ?? [])]
  return {
    async append(scope, thread_id, entries) {
      writeThread(spaces.open(scope), thread_id, { entries: freezeJson(entries), now: now() })
    },
    async read(scope, thread_id, limit) {
      const entries = entriesOf(scope, thread_id)
      return limit === undefined ? entries : entries.slice(Math.max(0, entries.length - Math.max(0, limit)))
    },
    async summary(scope, thread_id) {
      const entries = entriesOf(scope, thread_id)
      const last = entries.at(-1)
      return last ? { last_run_id: last.run_id, entries: entries.length } : { entries: 0 }
    },
    async list(scope, query) {
      const { limit, after, search } = readThreadQuery(query)
      const rows = [...(spaces.peek(scope)?.threads ?? [])]
        .filter(([, thread]) => search === undefined || contains(thread, search))
        .flatMap(([thread_id, { listed }]) => (listed ? [{ thread_id, ...listed }] : []))
        .filter(({ updated, n }) => !after || updated < after.updated || (updated === after.updated && n < after.n))
        .sort((left, right) => right.updated - left.updated || right.n - left.n)
      return toThreadPage(rows, limit)
    },
    async rename(scope, thread_id, title) {
      const line = readTitle(title)
      const thread = spaces.peek(scope)?.threads.get(thread_id)
      if (!thread?.listed) return undefined
      thread.listed = { ...thread.listed, title: line }
      const { n: _, ...record } = thread.listed
      return { thread_id, ...record } satisfies ThreadRecord
    },
    async delete(scope, thread_id) {
      return deleteThread(storage, { scope, threadId: thread_id }, async () => {
        const space = spaces.peek(scope)
        return space
          ? dropThread(space, thread_id, ({ run_id, thread_id: of }) => leases.isHeld(scope, { kind: 'run', run_id, thread_id: of }))
          : { status: 'unknown' }
      })
    },
  }
}

function contains({ listed, entries }: MemoryThread, search: string): boolean {
  return (listed && searchableText(listed.title).includes(search)) || [...entries.values()].some((entry) => searchableEntry(entry)?.includes(search))
}

function dropThread(space: OwnerSpace, thread_id: string, isHeld: (run: MemoryRun) => boolean): ThreadDeletion {
  const threads = threadsOfWork(space, thread_id)
  const runs = [...space.runs.values()].filter((run) => threads.has(run.thread_id))
  const active = runs.find(isHeld)
  if (active) return { status: 'busy', run_id: active.run_id }
  const known = space.threads.has(thread_id)
  if (!known && runs.length === 0) return { status: 'unknown' }
  const ids = new Set([...runs.map(({ run_id }) => run_id), ...[...threads].map(uploadRun)])
  const artifact_ids = [...space.artifacts].filter(([, { meta }]) => ids.has(meta.run_id)).map(([id]) => id)
  for (const id of artifact_ids) space.artifacts.delete(id)
  for (const [id, { thread_id: of }] of space.pending) if (threads.has(of)) space.pending.delete(id)
  for (const [id, { thread_id: of }] of space.grants) if (of !== undefined && threads.has(of)) space.grants.delete(id)
  for (const thread of threads) {
    dropTaskGroups(space, thread)
    space.threads.delete(thread)
    space.spending.delete(threadAccount(thread))
  }
  for (const run of runs) {
    space.spending.delete(runAccount(run.run_id))
    dropRun(space, run)
  }
  return { status: 'deleted', artifact_ids }
}

/** A thread and those on which the work of its background tasks is done. */
function threadsOfWork({ taskGroups }: OwnerSpace, thread_id: string): Set<string> {
  const threads = new Set([thread_id])
  // What is added during the loop is visited by it, too.
  for (const thread of threads)
    for (const group of taskGroups.values()) if (group.thread_id === thread) for (const { task_id } of group.tasks) threads.add(taskThread(task_id))
  return threads
}
