import type { Database, Queries } from '../database/database.ts'
import { parse, toKey } from './keys.ts'
import { countLeft, removeInSteps, type Selection, type Step, type StepOptions, type StepResult } from './steps.ts'

/** Maximum number of runs that one transaction removes, apart from those that they continue. */
const runsPerStep = 100

/** Maximum number of events that one statement removes, so that none of them takes too long. */
const eventsPerStatement = 10_000

/** Selects the removed runs and their order. */
export interface RunSelection extends Selection {
  order?: 'n' | 'changed'
}

/**
 * Removes runs with their events, questions and entries of the conversation, and threads that are empty then, in small transactions.
 * Resolves to the number of runs. The paused runs that they continue are removed as well: without its successor, such a run would look like
 * one whose successor has not begun.
 */
export function dropRuns(database: Database, selection: RunSelection, options: StepOptions = {}): Promise<number> {
  return removeInSteps(
    {
      limit: runsPerStep,
      step: (step) => database.transaction((queries) => dropStep(queries, selection, step)),
      left: (limit) => countLeft(database, 'run', selection, limit),
    },
    options,
  )
}

interface DroppedRun {
  n: string
  owner: string
  key: string
  thread_id: string
}

async function dropStep(queries: Queries, { where, order = 'n', values }: RunSelection, { limit, lock }: Step): Promise<StepResult> {
  const sql = `SELECT n, owner, key, thread_id FROM run WHERE ${where} ORDER BY ${order} LIMIT $1 ${lock}`
  const selected = await queries.rows<DroppedRun>(sql, [limit, ...values])
  if (selected.length === 0) return { removed: 0, more: false }
  const runs = await withContinued(queries, selected)
  // Data that was committed before the rows were locked is visible to the statements that follow.
  const numbers = runs.map(({ n }) => n)
  while ((await queries.rows(eventsSql, [numbers, eventsPerStatement])).length === eventsPerStatement);
  const owners = runs.map(({ owner }) => owner)
  const keys = runs.map(({ key }) => key)
  for (const table of ['interaction', 'thread_entry'])
    await queries.rows(
      `DELETE FROM ${table} AS t USING unnest($1::text[], $2::text[]) AS gone (owner, key) WHERE t.owner = gone.owner AND t.run_key = gone.key`,
      [owners, keys],
    )
  await queries.rows('DELETE FROM run WHERE n = ANY ($1)', [numbers])
  await dropEmptyThreads(queries, runs)
  return { removed: runs.length, more: selected.length === limit }
}

const eventsSql = `
  DELETE FROM event WHERE (run, seq) IN (SELECT run, seq FROM event WHERE run = ANY ($1::bigint[]) LIMIT $2) RETURNING 1`

/** Adds the runs that some runs continue. If one of these is locked, the run that continues it is omitted. */
async function withContinued(queries: Queries, runs: DroppedRun[]): Promise<DroppedRun[]> {
  const chain = await queries.rows<{ root: string; n: string }>(
    `WITH RECURSIVE chain AS (
       SELECT n AS root, n, owner, key FROM run WHERE n = ANY ($1::bigint[])
       UNION SELECT chain.root, before.n, before.owner, before.key FROM chain JOIN run AS before ON before.owner = chain.owner AND before.successor = chain.key
     ) SELECT root, n FROM chain WHERE root <> n`,
    [runs.map(({ n }) => n)],
  )
  const known = new Set(runs.map(({ n }) => n))
  const others = [...new Set(chain.map(({ n }) => n))].filter((n) => !known.has(n))
  if (others.length === 0) return runs
  const locked = await queries.rows<DroppedRun>('SELECT n, owner, key, thread_id FROM run WHERE n = ANY ($1::bigint[]) ORDER BY n FOR UPDATE SKIP LOCKED', [
    others,
  ])
  for (const { n } of locked) known.add(n)
  const blocked = new Set(chain.flatMap(({ root, n }) => (known.has(n) ? [] : [root])))
  return [...runs.filter(({ n }) => !blocked.has(n)), ...locked]
}

/** Removes threads that have neither runs nor entries, and their grants. A thread that is being written is omitted. */
async function dropEmptyThreads(queries: Queries, runs: DroppedRun[]): Promise<void> {
  const threads = [...new Map(runs.map(({ owner, thread_id }) => [JSON.stringify([owner, thread_id]), { owner, thread_id }])).values()]
  const values = [threads.map(({ owner }) => owner), threads.map(({ thread_id }) => thread_id), threads.map(({ thread_id }) => toKey(parse(thread_id)))]
  const gone = 'unnest($1::text[], $2::text[], $3::text[]) AS gone (owner, thread_id, key)'
  const isEmpty = `NOT EXISTS (SELECT 1 FROM thread_entry AS entry WHERE entry.owner = gone.owner AND entry.thread_key = gone.key)
    AND NOT EXISTS (SELECT 1 FROM run WHERE run.owner = gone.owner AND md5(run.thread_id) = md5(gone.thread_id) AND run.thread_id = gone.thread_id)`
  const locked = await queries.rows<{ n: string }>(
    `SELECT n FROM thread WHERE (owner, key) IN (SELECT owner, key FROM ${gone}) ORDER BY n FOR UPDATE SKIP LOCKED`,
    values,
  )
  await queries.rows(
    `DELETE FROM thread USING ${gone} WHERE thread.n = ANY ($4::bigint[]) AND thread.owner = gone.owner AND thread.key = gone.key AND ${isEmpty}`,
    [...values, locked.map(({ n }) => n)],
  )
  // The field is found as text: inside a JSON text, a quote that belongs to a value is escaped.
  await queries.rows(
    `DELETE FROM approval_grant USING ${gone}
     WHERE approval_grant.owner = gone.owner AND strpos(approval_grant.data, '"thread_id":' || gone.thread_id) > 0 AND ${isEmpty}`,
    values,
  )
}
