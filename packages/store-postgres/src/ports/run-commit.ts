import type { CommitInput, CommitResult, PlannerEvent, Scope } from '@pf/core'
import { checkCommit, ownerKey } from '@pf/core/internal'
import { type Database, type Queries, withRetries } from '../database/database.ts'
import { writeTasks } from './change-tasks.ts'
import type { CommittedRow, EventAppends } from './event-appends.ts'
import { parse } from './keys.ts'
import { holdFences } from './postgres-leases.ts'
import { commitSql, type PreparedCommit } from './prepare-commit.ts'

/** A prepared commit with the leases that it needs. */
export interface CommitWork {
  commit: PreparedCommit
  scope: Scope
  fences: readonly NonNullable<CommitInput['fences']>[number][]
}

/** Where commits are written. */
export interface CommitTarget {
  database: Database
  appends: EventAppends
}

/** Commits once. After a broken connection it is read whether the commit was written before it is tried again. */
export function commitSafely({ database, appends }: CommitTarget, work: CommitWork): Promise<CommitResult> {
  const { commit } = work
  return withRetries(async (attempt) => {
    if (attempt > 0) return (await findWritten(database, commit)) ?? commitOnce(database, work)
    return commit.isAppend ? append({ database, appends }, work) : commitOnce(database, work)
  })
}

/** A commit whose statement was refused together with others is tried on its own, so that none fails because of another. */
async function append({ database, appends }: CommitTarget, work: CommitWork): Promise<CommitResult> {
  const { commit } = work
  const written = await appends.append(commit)
  if (written === 'refused') return commitOnce(database, work)
  return written ? toCommitted(commit, written) : refusalOf(database, commit)
}

async function commitOnce(database: Database, { commit, scope, fences }: CommitWork): Promise<CommitResult> {
  const write = async (queries: Queries) => {
    const [row] = await queries.rows<CommittedRow>(commitSql, commit.values(), 'pf_commit')
    return row ? toCommitted(commit, row) : undefined
  }
  const { tasks = [] } = commit.input
  if (fences.length === 0 && tasks.length === 0) return (await write(database)) ?? refusalOf(database, commit)
  const work = database.transaction(async (queries) => {
    if (!(await holdFences(queries, ownerKey(scope), fences))) return { status: 'fenced' } as const
    const written = await write(queries)
    if (!written) return refusalOf(queries, commit)
    if (tasks.length > 0 && !(await writeTasks(queries, scope, tasks))) throw new ReportedBefore()
    return written
  })
  return work.catch((error: unknown) => {
    if (error instanceof ReportedBefore) return { status: 'fenced' }
    throw error
  })
}

/** Rolls the transaction of a commit back. */
class ReportedBefore extends Error {}

/** Why a commit was not written, or that it was: an earlier attempt may have been on its way when it was looked for. */
async function refusalOf(queries: Queries, commit: PreparedCommit): Promise<CommitResult> {
  const { id, row: ids, input } = commit
  const [row] = await queries.rows<{ state_version: number; thread_id: string; last_seq: number; last_commit: string | null; is_held: boolean }>(
    `SELECT state_version, thread_id, last_seq::float8, last_commit, lease IS NOT DISTINCT FROM $3 AND phase <> 'finished' AS is_held
     FROM run WHERE owner = $1 AND key = $2`,
    [ids.owner, ids.key, ids.token],
  )
  if (row?.last_commit === id) return toCommitted(commit, { before: row.last_seq - commit.events.length, state_version: row.state_version })
  if (!row?.is_held) return { status: 'fenced' }
  checkCommit(input, parse(row.thread_id))
  return input.state === undefined && input.expect_seq === undefined ? { status: 'fenced' } : { status: 'conflict', version: row.state_version }
}

async function findWritten(database: Database, commit: PreparedCommit): Promise<CommitResult | undefined> {
  const { owner, key } = commit.row
  const [row] = await database.rows<{ last_seq: number; state_version: number }>(
    'SELECT last_seq::float8, state_version FROM run WHERE owner = $1 AND key = $2 AND last_commit = $3',
    [owner, key, commit.id],
  )
  return row && toCommitted(commit, { before: row.last_seq - commit.events.length, state_version: row.state_version })
}

function toCommitted({ events }: PreparedCommit, { before, state_version }: CommittedRow): CommitResult {
  const numbered = events.map((event, index) => Object.freeze({ ...event, seq: before + index + 1 }) as PlannerEvent)
  return { status: 'committed', events: numbered, state_version }
}
