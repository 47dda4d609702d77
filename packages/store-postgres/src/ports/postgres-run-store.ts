import type { NewRunMessage, PlannerEvent, RunMessage, RunMessageResult, RunRecord, RunStore, Scope } from '@pf/core'
import {
  addRunMessage,
  beginsNewRun,
  checkCommit,
  checkRunQuota,
  type EventFeeds,
  type EventPage,
  feedKey,
  freezeJson,
  type Listeners,
  ownerKey,
  ownerOfKey,
} from '@pf/core/internal'
import { type Database, withRetries } from '../database/database.ts'
import type { CancelRequests } from './cancel-requests.ts'
import type { EventAppends } from './event-appends.ts'
import { parse, toKey } from './keys.ts'
import type { Notifier } from './notifier.ts'
import { leaseKey, type PostgresLeases } from './postgres-leases.ts'
import { prepareCommit } from './prepare-commit.ts'
import { commitSafely } from './run-commit.ts'

/** Options of the run store. */
export interface PostgresRunStoreOptions {
  database: Database
  appends: EventAppends
  leases: PostgresLeases
  feeds: EventFeeds
  notifier: Notifier
  cancels: CancelRequests
  /** Called when a process has left a run. */
  left: Listeners<void>
  maxOwnerRuns: number
}

/** Creates a run store in PostgreSQL. A commit is one statement, which the row of its run locks and fences. */
export function createPostgresRunStore(options: PostgresRunStoreOptions): RunStore {
  const { database, appends, leases, feeds, notifier, cancels, left, maxOwnerRuns } = options
  return {
    async commit(scope, input) {
      const { run, lease, fences = [] } = input
      if (lease.resource.kind !== 'run' || lease.resource.run_id !== run.run_id) return { status: 'fenced' }
      checkCommit(input, run.thread_id)
      if (Number.isFinite(maxOwnerRuns) && beginsNewRun(input)) checkRunQuota(await countRuns(database, scope, run.run_id), maxOwnerRuns)
      const commit = prepareCommit(scope, input, notifier)
      const result = await commitSafely({ database, appends }, { commit, scope, fences })
      if (result.status === 'committed') {
        feeds.publish(scope, run.run_id, result.events)
        if (result.events.length > 0) notifier.announceEvents(feedKey(scope, run.run_id))
        if (commit.finishes) leases.wake(leaseKey(scope, lease.resource))
      }
      return result
    },
    async load(scope, run_id) {
      const [row] = await database.read<RunRow>(
        `SELECT thread_id, state, state_version, last_seq::float8, phase, agent, (extract(epoch FROM created) * 1000)::float8 AS created,
           (extract(epoch FROM cancel_requested) * 1000)::float8 AS cancel_requested
         FROM run WHERE owner = $1 AND key = $2`,
        [ownerKey(scope), toKey(run_id)],
      )
      if (!row) return undefined
      const { thread_id, state, phase, agent, cancel_requested, ...rest } = row
      const named = agent === null ? {} : { agent: parse<string>(agent) }
      const requested = cancel_requested === null ? {} : { cancel_requested }
      const read = { thread_id: parse<string>(thread_id), state: parse<RunRecord['state']>(state), finished: phase === 'finished' }
      return { run_id, ...rest, ...read, ...named, ...requested }
    },
    lease: leases.lease,
    renew: leases.renew,
    release: leases.release,
    requestCancel: cancels.request,
    onCancelRequest: cancels.listen,
    addMessage: (scope, run_id, message) => withRetries(() => addMessage(database, scope, { run_id, message: freezeJson(message) })),
    async messages(scope, run_id, after) {
      const [row] = await database.read<{ messages: string }>('SELECT messages FROM run WHERE owner = $1 AND key = $2', [ownerKey(scope), toKey(run_id)])
      return row ? parse<RunMessage[]>(row.messages).slice(after) : []
    },
    onAbandoned: (listener) => left.add(listener),
    async abandoned(limit, agent) {
      const rows = await database.read<{ owner: string; run_id: string; thread_id: string }>(abandonedSql, [limit, agent === undefined ? null : toKey(agent)])
      return rows.map(({ owner, run_id, thread_id }) => ({ owner: ownerOfKey(owner), run_id: parse(run_id), thread_id: parse(thread_id) }))
    },
  }
}

/** Stores a message in the row of its run, which is locked meanwhile. A repeated attempt finds the message by its id. */
function addMessage(database: Database, scope: Scope, { run_id, message }: { run_id: string; message: NewRunMessage }): Promise<RunMessageResult> {
  return database.transaction(async (queries) => {
    const sql = `SELECT n::text, phase, messages, successor <> key AS moved, floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now
      FROM run WHERE owner = $1 AND key = $2 FOR UPDATE`
    const [row] = await queries.rows<{ n: string; phase: string; messages: string; moved: boolean | null; now: number }>(sql, [ownerKey(scope), toKey(run_id)])
    if (!row || row.phase === 'new') return 'unknown'
    if (row.phase === 'finished') return 'finished'
    if (row.moved) return 'unknown'
    const stored = parse<RunMessage[]>(row.messages)
    const messages = addRunMessage(stored, message, row.now)
    if (!messages) return 'full'
    if (messages !== stored) await queries.rows('UPDATE run SET messages = $2 WHERE n = $1::bigint', [row.n, JSON.stringify(messages)])
    return 'accepted'
  })
}

/** Counts the runs of an owner that have begun, except one. */
async function countRuns(database: Database, scope: Scope, run_id: string): Promise<number> {
  const sql = 'SELECT count(*)::float8 AS runs FROM run WHERE owner = $1 AND key <> $2 AND last_seq > 0'
  return (await database.read<{ runs: number }>(sql, [ownerKey(scope), toKey(run_id)]))[0]?.runs ?? 0
}

interface RunRow {
  thread_id: string
  state: string
  state_version: number
  last_seq: number
  phase: string
  created: number
  agent: string | null
  cancel_requested: number | null
}

/** Maximum number of events of one page. */
const pageEvents = 500
/** Size in bytes after which a page ends. It has at least one event. */
const pageBytes = 4_000_000

/** Reads the next events of a run; an unknown or foreign run reads as an empty log that has ended. */
export async function readEventPage(database: Database, scope: Scope, { run_id, after }: { run_id: string; after: number }): Promise<EventPage> {
  const rows = await database.read<{ phase: string; last_seq: number; data: string | null }>(
    `SELECT run.phase, run.last_seq::float8, e.data FROM run
     LEFT JOIN LATERAL (
       SELECT seq, data, sum(octet_length(data)) OVER (ORDER BY seq) - octet_length(data) AS bytes_before
       FROM (SELECT seq, data FROM event WHERE event.run = run.n AND seq > $3 ORDER BY seq LIMIT $4) AS next
     ) AS e ON e.bytes_before < $5
     WHERE run.owner = $1 AND run.key = $2 ORDER BY e.seq`,
    [ownerKey(scope), toKey(run_id), after, pageEvents, pageBytes],
  )
  const events = rows.flatMap(({ data }) => (data === null ? [] : [parse<PlannerEvent>(data)]))
  const [first] = rows
  return { events, finished: !first || (first.phase === 'finished' && after + events.length >= first.last_seq) }
}

/**
 * A paused run is included once it has asked a question that is no longer open, once its cancellation is requested, or once it was handed
 * over to a run that has not begun.
 */
const abandonedSql = `
  SELECT owner, run_id, thread_id FROM run
  WHERE phase IN ('working', 'paused') AND (lease IS NULL OR lease_until <= clock_timestamp())
    AND ($2::text IS NULL OR agent IS NULL OR agent = $2)
    AND (phase = 'working' OR CASE
      WHEN cancel_requested IS NOT NULL AND successor IS NULL THEN true
      WHEN successor IS NOT NULL
        THEN NOT EXISTS (SELECT 1 FROM run AS next WHERE next.owner = run.owner AND next.key = run.successor AND next.last_seq > 0)
      WHEN no_question_at = last_seq THEN false
      ELSE EXISTS (SELECT 1 FROM interaction AS question WHERE question.owner = run.owner AND question.run_key = run.key)
        AND NOT EXISTS (
          SELECT 1 FROM interaction AS question WHERE question.owner = run.owner AND question.run_key = run.key AND question.state = 'open'
            AND (question.deadline IS NULL OR question.deadline > clock_timestamp()))
      END)
  ORDER BY n LIMIT $1`
