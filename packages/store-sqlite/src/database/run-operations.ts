import type { CancelRequestResult, NewRunMessage, RunMessage, RunMessageResult } from '@pf/core'
import { addRunMessage } from '@pf/core/internal'
import type { CommitWrites } from './commit-writes.ts'
import type { Row } from './protocol.ts'
import { writeSpending } from './spending-operations.ts'
import { findOwner, openOwner, type Statements } from './statements.ts'
import { writeTasks } from './task-operations.ts'
import { writeArtifactMetas, writeEntries, writeInteractions } from './write-records.ts'

/** The result of a commit. `first` is the `seq` of its first event. `full`: the owner already has the maximum number of runs. */
export type CommitReply =
  | { status: 'committed'; first: number; state_version: number }
  | { status: 'conflict'; version: number }
  | { status: 'fenced' }
  | { status: 'full'; runs: number }

/** The columns of a run, as texts. */
export interface RunRow {
  run_id: string
  thread_id: string
  state: string
  state_version: number
  last_seq: number
  finished: boolean
  created: number
  agent: string | null
  cancel_requested?: number
}

/** Stored events from a position, and whether more may follow. */
export interface EventPage {
  events: string[]
  finished: boolean
}

/** Maximum number of events, and the approximate maximum number of characters, of one page. */
const pageEvents = 500
const pageChars = 4_000_000

/** Operations on runs and their events. */
export function runOperations(sql: Statements) {
  const find = (owner: string, run_id: string): Row | undefined => {
    const n = findOwner(sql, owner)
    return n === undefined ? undefined : sql.get('SELECT * FROM run WHERE owner = ? AND run_id = ?', n, run_id)
  }
  /** Counts the other runs of the owner of a run that have begun, up to `limit`. */
  const countOtherRuns = ({ n, owner }: Row, limit: number): number => {
    const counted = 'SELECT 1 FROM run WHERE owner = ? AND n <> ? AND last_seq > 0 LIMIT ?'
    return sql.get(`SELECT count(*) AS runs FROM (${counted})`, owner as number, n as number, limit)?.runs as number
  }
  return {
    /** Creates a run that does not exist. `leasable` is false for a finished run and for a run of another thread. */
    openRun(owner: string, run: { run_id: string; thread_id: string; now: number }): { leasable: boolean } {
      const known = find(owner, run.run_id)
      // Retention does not remove a run that is about to begin.
      if (known?.phase === 'new') sql.run('UPDATE run SET changed = ? WHERE n = ?', run.now, known.n as number)
      if (known) return { leasable: known.phase !== 'finished' && known.thread_id === run.thread_id }
      sql.run(
        'INSERT INTO run (owner, run_id, thread_id, created, changed) VALUES (?, ?, ?, ?, ?)',
        openOwner(sql, owner),
        run.run_id,
        run.thread_id,
        run.now,
        run.now,
      )
      return { leasable: true }
    },
    commit(writes: CommitWrites): CommitReply {
      const run = find(writes.owner, writes.run_id)
      if (!run || run.phase === 'finished') return { status: 'fenced' }
      const { state, expect_seq, maxOwnerRuns } = writes
      const isElsewhere = expect_seq !== undefined && expect_seq !== run.last_seq
      if (isElsewhere || (state && state.expect_version !== run.state_version)) return { status: 'conflict', version: run.state_version as number }
      const runs = maxOwnerRuns === undefined ? 0 : countOtherRuns(run, maxOwnerRuns)
      if (maxOwnerRuns !== undefined && runs >= maxOwnerRuns) return { status: 'full', runs }
      if (writes.tasks.length > 0 && !writeTasks(sql, run.owner as number, { tasks: writes.tasks, now: writes.tasksNow })) return { status: 'fenced' }
      const first = (run.last_seq as number) + 1
      writes.events.forEach((event, index) => {
        sql.run('INSERT INTO event (run, seq, data) VALUES (?, ?, ?)', run.n as number, first + index, withSeq(event, first + index))
      })
      const state_version = (run.state_version as number) + (state ? 1 : 0)
      const last_seq = (run.last_seq as number) + writes.events.length
      sql.run(
        `UPDATE run SET state = ?, state_version = ?, last_seq = ?, no_question_at = ?, phase = ?, successor = ?, agent = coalesce(agent, ?), changed = ?
         WHERE n = ?`,
        state ? state.value : (run.state as string),
        state_version,
        last_seq,
        writes.phase === 'paused' && !hasOpenQuestion(sql, run, writes) ? last_seq : null,
        writes.phase ?? (run.phase as string),
        writes.successor ?? (run.successor as string | null),
        writes.agent ?? null,
        writes.now,
        run.n as number,
      )
      writeInteractions(sql, run, writes.interactions)
      writeArtifactMetas(sql, run.owner as number, writes.artifacts)
      writeEntries(sql, run.owner as number, { thread_id: writes.thread_id, now: writes.now, ...writes.thread })
      writeSpending(sql, run.owner as number, writes)
      return { status: 'committed', first, state_version }
    },
    loadRun(owner: string, run_id: string): RunRow | undefined {
      const row = find(owner, run_id)
      return (
        row && {
          run_id: row.run_id as string,
          thread_id: row.thread_id as string,
          state: row.state as string,
          state_version: row.state_version as number,
          last_seq: row.last_seq as number,
          finished: row.phase === 'finished',
          created: row.created as number,
          agent: row.agent as string | null,
          ...(row.cancel_requested === null ? {} : { cancel_requested: row.cancel_requested as number }),
        }
      )
    },
    readEvents(owner: string, run_id: string, after: number): EventPage {
      const run = find(owner, run_id)
      if (!run) return { events: [], finished: true }
      const rows = sql.all('SELECT data FROM event WHERE run = ? AND seq > ? ORDER BY seq LIMIT ?', run.n as number, after, pageEvents)
      const events = takeChars(rows.map(({ data }) => data as string))
      return { events, finished: run.phase === 'finished' && after + events.length >= (run.last_seq as number) }
    },
    lastSeq(owner: string, run_id: string): number {
      return (find(owner, run_id)?.last_seq as number | undefined) ?? 0
    },
    /** Stores that a run is to be cancelled. `isLeased` distinguishes a run that is about to begin from one that never will. */
    requestCancel(owner: string, run_id: string, { now, isLeased }: { now: number; isLeased: boolean }): CancelRequestResult {
      const run = find(owner, run_id)
      if (run?.phase === 'finished') return 'finished'
      if (!run || (run.phase === 'new' && !isLeased)) return 'unknown'
      sql.run('UPDATE run SET cancel_requested = coalesce(cancel_requested, ?) WHERE n = ?', now, run.n as number)
      return 'requested'
    },
    addMessage(owner: string, run_id: string, { message, now }: { message: NewRunMessage; now: number }): RunMessageResult {
      const run = find(owner, run_id)
      if (!run || run.phase === 'new') return 'unknown'
      if (run.phase === 'finished') return 'finished'
      if (run.successor !== null && run.successor !== run_id) return 'unknown'
      const stored = messagesOf(run)
      const messages = addRunMessage(stored, message, now)
      if (!messages) return 'full'
      if (messages !== stored) sql.run('UPDATE run SET messages = ? WHERE n = ?', JSON.stringify(messages), run.n as number)
      return 'accepted'
    },
    messages(owner: string, run_id: string, after: number): RunMessage[] {
      const run = find(owner, run_id)
      return run ? messagesOf(run).slice(after) : []
    },
    /** Returns runs that could continue, the oldest first. It does not check whether a lease is held. */
    abandoned({ now, limit, agent = null }: { now: number; limit: number; agent?: string | null }): { owner: string; run_id: string; thread_id: string }[] {
      return sql
        .all(abandonedSql, agent, agent, now, limit)
        .map((row) => ({ owner: row.key as string, run_id: row.run_id as string, thread_id: row.thread_id as string }))
    },
  }
}

const messagesOf = ({ messages }: Row) => JSON.parse(messages as string) as RunMessage[]

/** True if a run has an open question after a commit. */
function hasOpenQuestion(sql: Statements, run: Row, { interactions }: CommitWrites): boolean {
  if (interactions.some(({ state }) => state === 'open')) return true
  const open = "SELECT 1 FROM interaction WHERE owner = ? AND run_id = ? AND state = 'open' LIMIT 1"
  return sql.get(open, run.owner as number, run.run_id as string) !== undefined
}

/**
 * The first condition is that of the index of open runs, so that finished runs are not read. A paused run is included once it has asked a
 * question that was answered, cancelled or has expired, once its cancellation is requested, or once it was handed over to a run that has
 * not begun.
 */
export const abandonedSql = `
  SELECT owner.key, run.run_id, run.thread_id FROM run JOIN owner ON owner.n = run.owner
  WHERE run.phase IN ('working', 'paused') AND (? IS NULL OR run.agent IS NULL OR run.agent = ?) AND (run.phase = 'working'
    OR run.phase = 'paused' AND CASE
      WHEN run.cancel_requested IS NOT NULL AND run.successor IS NULL THEN 1
      WHEN run.successor IS NOT NULL
        THEN NOT EXISTS (SELECT 1 FROM run AS next WHERE next.owner = run.owner AND next.run_id = run.successor AND next.last_seq > 0)
      WHEN run.no_question_at = run.last_seq THEN 0
      ELSE EXISTS (SELECT 1 FROM interaction AS question WHERE question.owner = run.owner AND question.run_id = run.run_id)
        AND NOT EXISTS (
          SELECT 1 FROM interaction AS question
          WHERE question.owner = run.owner AND question.run_id = run.run_id AND question.state = 'open'
            AND (question.deadline IS NULL OR question.deadline > ?))
      END)
  ORDER BY run.n LIMIT ?`

/** Appends the number of an event to its JSON text. */
function withSeq(event: string, seq: number): string {
  return `${event.slice(0, -1)}${event.length > 2 ? ',' : ''}"seq":${seq}}`
}

function takeChars(texts: string[]): string[] {
  let chars = 0
  const end = texts.findIndex((text, index) => {
    chars += text.length
    return index > 0 && chars > pageChars
  })
  return end < 0 ? texts : texts.slice(0, end)
}
