import { PfError } from '@pf/core'
import type { Database } from '../database/database.ts'
import { isOutcomeUnknown } from '../database/store-failure.ts'
import type { PreparedCommit } from './prepare-commit.ts'

/** Position at which the events of a commit begin: after `before` events, at this version of the state. */
export interface CommittedRow {
  before: number
  state_version: number
}

/** Commits that add events to a run and change nothing else. Those of several runs that wait at the same time are written in one statement. */
export interface EventAppends {
  /**
   * Resolves to undefined if the run or its lease does not allow the commit, and to `refused` if a statement for several commits failed and
   * wrote none of them, possibly because of another commit. Rejects with PfError `store_failed`.
   */
  append(commit: PreparedCommit): Promise<CommittedRow | 'refused' | undefined>
}

/** Maximum number of statements in progress: one is executed while the next one is sent. */
const maxRunning = 2

/** Maximum number of commits and characters of one statement. */
const maxCommits = 500
const maxChars = 1_000_000

interface Job {
  commit: PreparedCommit
  resolve: (row: CommittedRow | 'refused' | undefined) => void
  reject: (error: unknown) => void
}

/** Creates the queue of one process. No commit waits while fewer than two statements are in progress. */
export function createEventAppends(database: Database): EventAppends {
  let queue: Job[] = []
  let running = 0
  const drain = async () => {
    running += 1
    while (queue.length > 0) {
      const jobs = takeJobs(queue)
      queue = queue.filter((job) => !jobs.has(job))
      await write(database, jobs)
    }
    running -= 1
  }
  return {
    append: (commit) =>
      new Promise((resolve, reject) => {
        queue.push({ commit, resolve, reject })
        if (running < maxRunning) void drain()
      }),
  }
}

/** Takes the first commits that fit, one of each run, because a statement changes a row only once. */
function takeJobs(queue: readonly Job[]): Set<Job> {
  const jobs = new Set<Job>()
  const runs = new Set<string>()
  let chars = 0
  for (const job of queue) {
    const { row, texts } = job.commit
    const run = `${row.owner} ${row.key}`
    if (runs.has(run)) continue
    chars += texts.reduce((sum, text) => sum + text.length, 0)
    if (jobs.size === maxCommits || (jobs.size > 0 && chars > maxChars)) break
    runs.add(run)
    jobs.add(job)
  }
  return jobs
}

async function write(database: Database, jobs: ReadonlySet<Job>): Promise<void> {
  try {
    const rows = await database.rows<CommittedRow & { id: string }>(appendSql, valuesOf([...jobs]), 'pf_append')
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const { commit, resolve } of jobs) resolve(byId.get(commit.id))
  } catch (error) {
    const isRefused = jobs.size > 1 && PfError.isInstance(error) && !isOutcomeUnknown(error)
    for (const { resolve, reject } of jobs) {
      if (isRefused) resolve('refused')
      else reject(error)
    }
  }
}

function valuesOf(jobs: readonly Job[]): unknown[] {
  const column = (read: (commit: PreparedCommit) => unknown) => jobs.map(({ commit }) => read(commit))
  const texts = jobs.flatMap(({ commit: { id, texts: each } }) => each.map((text, index) => ({ id, at: index + 1, text })))
  return [
    column(({ id }) => id),
    column(({ row }) => row.owner),
    column(({ row }) => row.key),
    column(({ row }) => row.token),
    column(({ row }) => row.thread_id),
    column(({ row }) => row.agent),
    column(({ texts: each }) => each.length),
    texts.map(({ id }) => id),
    texts.map(({ at }) => at),
    texts.map(({ text }) => text),
    column(({ input }) => input.expect_seq ?? null),
  ]
}

/** Like the statement of one commit: each run's row is updated only under its lease, and its events are written from the result. */
const appendSql = `
  WITH target AS (
    UPDATE run SET last_seq = last_seq + a.events, phase = 'working', agent = coalesce(run.agent, a.agent), last_commit = a.id,
      changed = CASE WHEN phase = 'working' THEN changed ELSE clock_timestamp() END
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $11::float8[])
      AS a (id, owner, key, token, thread_id, agent, events, expect_seq)
    WHERE run.owner = a.owner AND run.key = a.key AND run.lease = a.token AND run.thread_id = a.thread_id AND run.phase <> 'finished'
      AND (a.expect_seq IS NULL OR run.last_seq = a.expect_seq)
    RETURNING a.id, n, last_seq - a.events AS before, state_version
  ), events AS (
    INSERT INTO event (run, seq, data)
    SELECT n, before + at, left(data, -1) || ',"seq":' || (before + at) || '}'
    FROM target JOIN unnest($8::text[], $9::int[], $10::text[]) AS e (id, at, data) USING (id)
  )
  SELECT id, before::float8, state_version FROM target`
