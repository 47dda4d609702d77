import { setImmediate } from 'node:timers/promises'
import { PfError, type Scope, type TaskChangeResult, type TaskGroup, type TaskWrite } from '@pf/core'
import { applyTaskWrites, changeTaskGroup, freezeJson, ownerKey, taskGroupAt } from '@pf/core/internal'
import type { Database, Queries } from '../database/database.ts'
import { isOutcomeUnknown } from '../database/store-failure.ts'
import { toKey } from './keys.ts'
import { type ChangedGroup, columnsOf, type GroupKey, lockGroups, nowSql, saveGroups, textOfKey, toGroup } from './task-rows.ts'

/** Maximum number of transactions of the queue in progress: one is executed while the next one is sent. */
const maxRunning = 2

/** Maximum number of changes of one transaction. */
const maxChanges = 200

interface Job {
  owner: string
  write: TaskWrite
  resolve: (result: TaskChangeResult) => void
  reject: (error: unknown) => void
}

/** Changes of task groups that were requested by one process. */
export interface TaskChanges {
  /** Applies a change and stores it. Rejects with PfError `store_failed`. */
  change(owner: string, write: TaskWrite): Promise<TaskChangeResult>
}

/**
 * Creates the queue of one process. Changes that wait at the same time are written in one transaction. It never waits for a lock: a change of a
 * group that another transaction has locked gets a transaction of its own, so that it delays no other change.
 */
export function createTaskChanges(database: Database): TaskChanges {
  let queue: Job[] = []
  let running = 0
  const runAlone = ({ owner, write, resolve, reject }: Job) => {
    database.transaction((queries) => changeStored(queries, owner, write)).then(resolve, reject)
  }
  const drain = async () => {
    running += 1
    // Changes that other callers request in the same turn of the event loop are written together.
    await setImmediate()
    while (queue.length > 0) {
      const jobs = queue.slice(0, maxChanges)
      queue = queue.slice(maxChanges)
      for (const job of await runTogether(database, jobs)) runAlone(job)
    }
    running -= 1
  }
  return {
    change: (owner, write) =>
      new Promise((resolve, reject) => {
        queue.push({ owner, write, resolve, reject })
        if (running < maxRunning) void drain()
      }),
  }
}

/** Runs changes in one transaction and returns those that have to run in a transaction of their own. */
async function runTogether(database: Database, jobs: readonly Job[]): Promise<readonly Job[]> {
  try {
    const results = await database.transaction((queries) => changeMany(queries, jobs))
    for (const [job, result] of results) job.resolve(result)
    return jobs.filter((job) => !results.has(job))
  } catch (error) {
    // Nothing was written, perhaps because of one of the changes.
    if (PfError.isInstance(error) && !isOutcomeUnknown(error)) return jobs
    for (const { reject } of jobs) reject(error)
    return []
  }
}

const keyOf = ({ owner, write }: Pick<Job, 'owner' | 'write'>): GroupKey => ({ owner, group_key: toKey(write.group_id) })

/** Applies changes and returns the result of each. Changes of groups that another transaction has locked are left out. */
async function changeMany(queries: Queries, jobs: readonly Job[]): Promise<Map<Job, TaskChangeResult>> {
  const keys = new Map(jobs.map((job) => [textOfKey(keyOf(job)), keyOf(job)]))
  const { groups: before, now } = await lockGroups(queries, [...keys.values()])
  const missing = await lockMissing(
    queries,
    [...keys].filter(([text]) => !before.has(text)).map(([, key]) => key),
  )
  const groups = new Map(before)
  const results = new Map<Job, TaskChangeResult>()
  const changed = new Map<string, ChangedGroup>()
  for (const job of jobs) {
    const text = textOfKey(keyOf(job))
    const stored = groups.get(text)
    if (!stored && !missing.has(text)) continue
    const group = changeTaskGroup(stored, job.write, now)
    if (group) {
      groups.set(text, group)
      changed.set(text, { owner: job.owner, group, before: before.get(text) })
    }
    results.set(job, resultOf(group, stored, now))
  }
  await saveGroups(queries, [...changed.values()])
  return results
}

function resultOf(group: TaskGroup | undefined, stored: TaskGroup | undefined, now: number): TaskChangeResult {
  if (group) return { status: 'applied', group }
  return stored ? { status: 'refused', group: taskGroupAt(stored, now) } : { status: 'unknown' }
}

/** A group that does not exist yet has no row to lock, so its key is locked. */
const missingSql = `SELECT owner, group_key, pg_try_advisory_xact_lock(hashtextextended(owner || ' ' || group_key, 0)) AS locked
  FROM unnest($1::text[], $2::text[]) AS u (owner, group_key)`

const knownSql = 'SELECT owner, key AS group_key FROM task_group WHERE (owner, key) IN (SELECT * FROM unnest($1::text[], $2::text[]))'

/** Returns the keys of groups that do not exist and that nobody else can create before this transaction ends. */
async function lockMissing(queries: Queries, keys: readonly GroupKey[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const tried = await queries.rows<GroupKey & { locked: boolean }>(missingSql, columnsOf(keys), 'pf_groups_missing')
  const known = new Set((await queries.rows<GroupKey>(knownSql, columnsOf(keys), 'pf_groups_known')).map(textOfKey))
  return new Set(
    tried
      .filter(({ locked }) => locked)
      .map(textOfKey)
      .filter((text) => !known.has(text)),
  )
}

/** Locks a group and reads it, with the time of the database. Waits for a transaction that has locked it. */
async function load(queries: Queries, { owner, group_key }: GroupKey): Promise<{ group: TaskGroup | undefined; now: number }> {
  const lock = async () => (await queries.rows<{ data: string }>('SELECT data FROM task_group WHERE owner = $1 AND key = $2 FOR UPDATE', [owner, group_key]))[0]
  let row = await lock()
  if (!row) {
    await queries.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${owner} ${group_key}`])
    row = await lock()
  }
  const tasksSql = `SELECT ${nowSql}, (SELECT array_agg(data ORDER BY n) FROM task WHERE owner = $1 AND group_key = $2) AS tasks`
  const [rest] = await queries.rows<{ now: number; tasks: string[] | null }>(tasksSql, [owner, group_key])
  return { group: row && toGroup(row.data, rest?.tasks ?? []), now: rest?.now ?? 0 }
}

async function changeStored(queries: Queries, owner: string, write: TaskWrite): Promise<TaskChangeResult> {
  const { group: before, now } = await load(queries, keyOf({ owner, write }))
  const group = changeTaskGroup(before, write, now)
  if (group) await saveGroups(queries, [{ owner, group, before }])
  return resultOf(group, before, now)
}

/** Writes the task changes of a commit in its transaction. Returns false if something was reported before, so that the transaction must not be committed. */
export async function writeTasks(queries: Queries, scope: Scope, writes: readonly TaskWrite[]): Promise<boolean> {
  const owner = ownerKey(scope)
  const stored = new Map<string, TaskGroup>()
  let time = 0
  // Locked in the same order everywhere, so that no two commits wait for each other.
  for (const group_id of [...new Set(writes.map((write) => write.group_id))].sort()) {
    const { group, now } = await load(queries, { owner, group_key: toKey(group_id) })
    if (group) stored.set(group_id, group)
    time = now
  }
  const changed = applyTaskWrites(stored, freezeJson([...writes]), time)
  if (changed)
    await saveGroups(
      queries,
      changed.map((each) => ({ owner, ...each })),
    )
  return changed !== undefined
}
