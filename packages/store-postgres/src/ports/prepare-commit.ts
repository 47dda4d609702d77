import { randomUUID } from 'node:crypto'
import type { CommitInput, Scope } from '@pf/core'
import { freezeJson, isLastEvent, ownerKey, roleKey, spendingUnits } from '@pf/core/internal'
import { lastOfEach, toKey } from './keys.ts'
import type { Notifier } from './notifier.ts'
import { leaseKey } from './postgres-leases.ts'
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
export const commitSql = `
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
  ), settled AS (
    DELETE FROM spending_reservation AS r USING target
    WHERE r.owner = target.owner AND r.run_key = target.key AND (cardinality($32::text[]) > 0 OR $7 = 'finished')
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
