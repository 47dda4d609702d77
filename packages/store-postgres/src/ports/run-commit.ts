import { randomUUID } from 'node:crypto'
import type { CommitInput, CommitResult, PlannerEvent, Scope } from '@pf/core'
import { checkCommit, freezeJson, isLastEvent, ownerKey, roleKey, spendingUnits } from '@pf/core/internal'
import { type Database, type Queries, withRetries } from '../database/database.ts'
import type { CommittedRow, EventAppends } from './event-appends.ts'
import { lastOfEach, parse, toKey } from './keys.ts'
import type { Notifier } from './notifier.ts'
import { holdFences, leaseKey } from './postgres-leases.ts'
import { writeTasks } from './postgres-task-store.ts'
import { threadWritesSql, toThreadWrites } from './thread-writes.ts'

/** A commit with the values of its statement. */
export interface PreparedCommit {
  id: string
  input: CommitInput
  /** The run, the lease that allows the commit, and the agent, as columns hold them. */
  row: { owner: string; key: string; token: string; thread_id: string; agent: string | null }
  events: CommitInput['events']
  /** The events as JSON. */
  texts: string[]
  /** Whether it adds events that neither pause nor finish the run, and nothing else. */
  isAppend: boolean
  finishes: boolean
  /** The values of the statement of a single commit. */
  values(): unknown[]
}

/**
 * One statement that writes everything of a commit, or nothing: the update of the run's row holds only under its lease and on the expected
 * version, and everything else is written from its result.
 */
const commitSql = `
  WITH target AS (
    UPDATE run SET last_seq = last_seq + cardinality($4::text[]), state = coalesce($6, state), state_version = state_version + ($6::text IS NOT NULL)::int,
      phase = coalesce($7, phase), successor = coalesce($8, successor), agent = coalesce(agent, $26), last_commit = $9,
      -- A column with an index that keeps its value lets PostgreSQL replace the row in place.
      changed = CASE WHEN phase = coalesce($7, phase) THEN changed ELSE clock_timestamp() END,
      no_question_at = CASE WHEN $7 = 'paused' AND NOT ('open' = ANY($11::text[])) AND NOT EXISTS (
        SELECT 1 FROM interaction AS asked WHERE asked.owner = $1 AND asked.run_key = $2 AND asked.state = 'open'
      ) THEN last_seq + cardinality($4::text[]) END,
      lease = CASE WHEN $7 = 'finished' THEN NULL ELSE lease END
    WHERE owner = $1 AND key = $2 AND lease = $3 AND thread_id = $25 AND phase <> 'finished' AND ($5::int IS NULL OR state_version = $5)
      AND ($38::bigint IS NULL OR last_seq = $38)
    RETURNING n, owner, key, thread_id, last_seq - cardinality($4::text[]) AS before, state_version
  ), events AS (
    INSERT INTO event (run, seq, data)
    SELECT n, before + at, left(data, -1) || ',"seq":' || (before + at) || '}' FROM target, unnest($4::text[]) WITH ORDINALITY AS e (data, at)
  ), interactions AS (
    INSERT INTO interaction AS i (owner, key, thread_key, run_key, state, deadline, role, data)
    SELECT owner, q.key, $18, target.key, q.state, clock_timestamp() + q.wait * interval '1 millisecond', q.role, q.data
    FROM target, unnest($10::text[], $11::text[], $12::float8[], $27::text[], $13::text[]) AS q (key, state, wait, role, data)
    ON CONFLICT (owner, key) DO UPDATE SET thread_key = excluded.thread_key, run_key = excluded.run_key, state = excluded.state,
      deadline = excluded.deadline, data = excluded.data WHERE i.state = 'open'
  ), artifacts AS (
    INSERT INTO artifact AS a (owner, key, bytes, sha256, created, data, run_key)
    SELECT owner, m.key, m.bytes, m.sha256, m.created, m.data, m.run_key
    FROM target, unnest($14::text[], $15::float8[], $16::text[], $17::float8[], $19::text[], $31::text[]) AS m (key, bytes, sha256, created, data, run_key)
    ON CONFLICT (owner, key) DO UPDATE SET data = excluded.data, run_key = excluded.run_key,
      bytes = CASE WHEN a.blob IS NULL THEN excluded.bytes ELSE a.bytes END,
      sha256 = CASE WHEN a.blob IS NULL THEN excluded.sha256 ELSE a.sha256 END,
      created = CASE WHEN a.blob IS NULL THEN excluded.created ELSE a.created END
  ), ${threadWritesSql({
    key: '$18',
    thread_id: '$25',
    keys: '$20',
    run_keys: '$21',
    data: '$22',
    searches: '$28',
    title: '$29',
    titleSearch: '$30',
  })}, spending AS (
    INSERT INTO spending AS a (owner, account, tokens, cost, ms, model_calls, tool_calls)
    SELECT owner, s.account, s.tokens, s.cost, s.ms, s.model_calls, s.tool_calls
    FROM target, unnest($32::text[], $33::float8[], $34::float8[], $35::float8[], $36::float8[], $37::float8[])
      AS s (account, tokens, cost, ms, model_calls, tool_calls)
    -- In one order, so that commits that spend from the same accounts wait for each other and never in a circle.
    ORDER BY s.account
    ON CONFLICT (owner, account) DO UPDATE SET tokens = a.tokens + excluded.tokens, cost = a.cost + excluded.cost, ms = a.ms + excluded.ms,
      model_calls = a.model_calls + excluded.model_calls, tool_calls = a.tool_calls + excluded.tool_calls, changed = clock_timestamp()
  )
  SELECT before::float8, state_version, CASE WHEN $7 = 'finished' THEN pg_notify($23, $24) END FROM target`

/** A commit as the statements take it. */
export function prepareCommit(scope: Scope, input: CommitInput, notifier: Notifier): PreparedCommit {
  const { run, lease, agent, state, pending, artifacts, thread, tasks, fences, spending, successor } = input
  const events = freezeJson(input.events)
  const row = {
    owner: ownerKey(scope),
    key: toKey(run.run_id),
    token: lease.token,
    thread_id: JSON.stringify(run.thread_id),
    agent: agent === undefined ? null : toKey(agent),
  }
  const adds = [pending, artifacts, thread, tasks, fences, spending].some((list) => list !== undefined && list.length > 0)
  const isAppend = phaseAfter(events) === 'working' && state === undefined && successor === undefined && !adds
  const prepared = { id: randomUUID(), input, row, events, texts: events.map((event) => JSON.stringify(event)), isAppend, finishes: events.some(isLastEvent) }
  return { ...prepared, values: () => valuesOf(scope, prepared, notifier) }
}

function valuesOf(scope: Scope, { id, input, row, events, texts }: Omit<PreparedCommit, 'values'>, notifier: Notifier): unknown[] {
  const { run, lease, state, spending = [], successor } = input
  const pending = lastOfEach(freezeJson(input.pending ?? []), ({ id: each }) => toKey(each))
  const artifacts = lastOfEach(freezeJson(input.artifacts ?? []), ({ artifact_id }) => toKey(artifact_id))
  const thread = toThreadWrites(input.thread ?? [])
  const column = <T, V>(rows: [string, T][], read: (value: T) => V) => rows.map(([, value]) => read(value))
  const keys = (rows: [string, unknown][]) => rows.map(([key]) => key)
  return [
    row.owner,
    row.key,
    row.token,
    texts,
    state?.expect_version ?? null,
    state ? JSON.stringify(freezeJson(state.value)) : null,
    phaseAfter(events) ?? null,
    successor === undefined ? null : toKey(successor),
    id,
    keys(pending),
    column(pending, (record) => record.state),
    column(pending, ({ deadline, created }) => (deadline === undefined ? null : deadline - created)),
    column(pending, (record) => JSON.stringify(record)),
    keys(artifacts),
    column(artifacts, ({ bytes }) => bytes),
    column(artifacts, ({ sha256 }) => sha256),
    column(artifacts, ({ created }) => created),
    toKey(run.thread_id),
    column(artifacts, (meta) => JSON.stringify(meta)),
    thread.keys,
    thread.run_keys,
    thread.data,
    notifier.channel,
    notifier.payload('lease', leaseKey(scope, lease.resource)),
    row.thread_id,
    row.agent,
    column(pending, ({ approval }) => (approval?.role === undefined ? null : roleKey(scope.owner.tenant, approval.role))),
    thread.searches,
    thread.title,
    thread.titleSearch,
    column(artifacts, (meta) => toKey(meta.run_id)),
    spending.map(({ account }) => toKey(account)),
    ...spendingUnits.map((unit) => spending.map((entry) => entry.spending[unit])),
    input.expect_seq ?? null,
  ]
}

function phaseAfter(events: CommitInput['events']): string | undefined {
  const last = events.at(-1)
  if (!last) return undefined
  if (last.type !== 'finish') return 'working'
  return isLastEvent(last) ? 'finished' : 'paused'
}

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
