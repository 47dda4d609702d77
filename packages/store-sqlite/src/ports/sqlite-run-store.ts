import type { CommitInput, CommitResult, PlannerEvent, RunAddress, RunRecord, RunStore, Scope } from '@pf/core'
import {
  beginsNewRun,
  checkCommit,
  checkLeaseTimes,
  createListeners,
  type EventFeeds,
  freezeJson,
  holdsCommit,
  isLastEvent,
  type LeaseTable,
  ownerKey,
  ownerOfKey,
  type Reservations,
  roleKey,
  runQuotaReached,
} from '@pf/core/internal'
import type { Database } from '../client/database.ts'
import type { CommitWrites } from '../database/commit-writes.ts'
import type { CommitReply } from '../database/run-operations.ts'
import { fromKey, parse, toKey, toText } from './keys.ts'
import { toThreadWrites } from './thread-writes.ts'

/** Options of the run store. Times are in milliseconds since the epoch. */
export interface SqliteRunStoreOptions {
  database: Database
  leases: LeaseTable
  reservations: Reservations
  feeds: EventFeeds
  now: () => number
  /** The clock of tasks, which nobody changes. */
  steady: () => number
  maxOwnerRuns: number
}

/**
 * Creates a run store in SQLite. Leases are kept in this process, which is the only one that writes, and end with it. A lost lease is
 * detected before the request that it fences is sent to the database thread, which answers in order.
 */
export function createSqliteRunStore({ database, leases, reservations, feeds, now, steady, maxOwnerRuns }: SqliteRunStoreOptions): RunStore {
  const listeners = createListeners<RunAddress>()
  return {
    async commit(scope, input) {
      if (!holdsCommit(leases, scope, input)) return { status: 'fenced' }
      const { run, lease } = input
      checkCommit(input, lease.resource.kind === 'run' ? lease.resource.thread_id : run.thread_id)
      const events = freezeJson(input.events)
      const writes = { ...toWrites(scope, { ...input, events }, now()), tasksNow: steady() }
      // Nothing is awaited between the check of the leases and the request, so a lease that is lost later is lost to a later request.
      const isCounted = Number.isFinite(maxOwnerRuns) && beginsNewRun(input)
      return database.callInOrder('commit', [isCounted ? { ...writes, maxOwnerRuns } : writes], (reply) => {
        if (reply.status === 'full') throw runQuotaReached(reply.runs, maxOwnerRuns)
        const result = toResult(reply, events)
        if (result.status === 'committed') {
          reservations.settle(scope, input)
          if (events.some(isLastEvent)) leases.close(scope, { kind: 'run', ...run })
          feeds.publish(scope, run.run_id, result.events)
        }
        return result
      })
    },
    async load(scope, run_id) {
      const row = await database.call('loadRun', ownerKey(scope), toKey(run_id))
      if (!row) return undefined
      const { agent, ...run } = row
      return {
        ...run,
        run_id,
        thread_id: fromKey(row.thread_id),
        state: parse(row.state),
        ...(agent === null ? {} : { agent: fromKey(agent) }),
      } satisfies RunRecord
    },
    async lease(scope, resource, options) {
      checkLeaseTimes(options)
      if (resource.kind !== 'run') return leases.request(scope, resource, options)
      const run = { run_id: toKey(resource.run_id), thread_id: toKey(resource.thread_id), now: now() }
      return database.callInOrder('openRun', [ownerKey(scope), run], ({ leasable }) =>
        leasable ? leases.request(scope, resource, options) : { status: 'refused' as const },
      )
    },
    async renew(scope, lease, ttlMs) {
      return leases.renew(scope, lease, ttlMs)
    },
    async release(scope, lease) {
      leases.release(scope, lease)
    },
    async requestCancel(scope, run_id) {
      const isLeased = leases.isHeld(scope, { kind: 'run', run_id, thread_id: '' })
      const result = await database.call('requestCancel', ownerKey(scope), toKey(run_id), { now: now(), isLeased })
      if (result === 'requested') listeners.tell({ owner: { ...scope.owner }, run_id })
      return result
    },
    onCancelRequest: listeners.add,
    async addMessage(scope, run_id, message) {
      return database.call('addMessage', ownerKey(scope), toKey(run_id), { message: freezeJson(message), now: now() })
    },
    async messages(scope, run_id, after) {
      return database.call('messages', ownerKey(scope), toKey(run_id), after)
    },
    async abandoned(limit, agent) {
      // The rows include runs that are active, so more rows are read than requested.
      const rows = await database.call('abandoned', { now: now(), limit: limit + maxActive, ...(agent === undefined ? {} : { agent: toKey(agent) }) })
      const runs = rows.map(({ owner, run_id, thread_id }) => ({ owner: ownerOfKey(owner), run_id: fromKey(run_id), thread_id: fromKey(thread_id) }))
      return runs.filter(({ owner, run_id, thread_id }) => !leases.isHeld({ owner }, { kind: 'run', run_id, thread_id })).slice(0, limit)
    },
  }
}

/** Maximum number of runs that one process works on at the same time. */
const maxActive = 5_000

function toWrites(scope: Scope, input: CommitInput, now: number): Omit<CommitWrites, 'tasksNow'> {
  const { run, events, expect_seq, state, pending = [], artifacts = [], thread = [], spending = [], tasks = [], successor, agent } = input
  const phase = phaseAfter(events)
  return {
    owner: ownerKey(scope),
    run_id: toKey(run.run_id),
    thread_id: toKey(run.thread_id),
    now,
    events: events.map(toText),
    ...(expect_seq === undefined ? {} : { expect_seq }),
    ...(phase === undefined ? {} : { phase }),
    ...(state ? { state: { expect_version: state.expect_version, value: toText(freezeJson(state.value)) } } : {}),
    ...(successor === undefined ? {} : { successor: toKey(successor) }),
    ...(agent === undefined ? {} : { agent: toKey(agent) }),
    interactions: freezeJson(pending).map((record) => ({
      id: toKey(record.id),
      state: record.state,
      deadline: record.deadline ?? null,
      role: record.approval?.role === undefined ? null : roleKey(scope.owner.tenant, record.approval.role),
      data: toText(record),
    })),
    artifacts: freezeJson(artifacts).map((meta) => ({ artifact_id: toKey(meta.artifact_id), data: toText(meta) })),
    thread: toThreadWrites(thread),
    spending: spending.map(({ account, spending: amounts }) => ({ account: toKey(account), spending: amounts })),
    tasks: freezeJson(tasks).map(({ group_id, change }) => ({ group_id: toKey(group_id), data: toText(change) })),
  }
}

function phaseAfter(events: CommitInput['events']): CommitWrites['phase'] {
  const last = events.at(-1)
  if (!last) return undefined
  if (last.type !== 'finish') return 'working'
  return isLastEvent(last) ? 'finished' : 'paused'
}

function toResult(reply: Exclude<CommitReply, { status: 'full' }>, events: CommitInput['events']): CommitResult {
  if (reply.status === 'fenced') return { status: 'fenced' }
  if (reply.status === 'conflict') return reply
  const numbered = events.map((event, index) => Object.freeze({ ...event, seq: reply.first + index }) as PlannerEvent)
  return { status: 'committed', events: numbered, state_version: reply.state_version }
}
