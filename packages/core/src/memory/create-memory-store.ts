import type { AuditStore, GrantStore } from '../contracts/approvals.ts'
import type { SpendingReservation, SpendingStore } from '../contracts/budgets.ts'
import type { DraftStore } from '../contracts/draft-store.ts'
import type { PlannerEvent } from '../contracts/events.ts'
import type { Scope } from '../contracts/owner.ts'
import type { EventLog, StorePorts } from '../contracts/ports.ts'
import { freezeJson } from '../json/freeze-json.ts'
import { createAuditStore } from '../stores/audit-log.ts'
import { createLeaseTable, type LeaseTable } from '../stores/lease-table.ts'
import { randomId } from '../stores/random-id.ts'
import { createReservations, type Reservations } from '../stores/reservations.ts'
import { noSpending } from '../stores/spending.ts'
import { createTokenBuckets } from '../stores/token-buckets.ts'
import { createMemoryArtifacts, type MemoryArtifactLimits } from './memory-artifacts.ts'
import { createMemoryInteractionStore } from './memory-interaction-store.ts'
import { createMemoryRunStore } from './memory-run-store.ts'
import { createMemoryTaskStore } from './memory-task-store.ts'
import { createMemoryThreads } from './memory-threads.ts'
import { createOwnerSpaces, type MemoryRun, type OwnerSpaces } from './owner-spaces.ts'

type Step = IteratorResult<PlannerEvent, undefined>
const done: Step = { done: true, value: undefined }

/**
 * Yields the stored events of a run after a position, followed by new ones. A reader is only a number, so a slow reader holds no copies.
 * `return()` and the signal also end a waiting reader.
 */
function readRun(run: MemoryRun, after: number, signal?: AbortSignal): AsyncIterator<PlannerEvent, undefined> {
  let position = after
  let closed = false
  let wake = () => {}
  let turn: Promise<Step> = Promise.resolve(done)

  const nextCommit = () =>
    new Promise<void>((resolve) => {
      wake = () => {
        run.waiting.delete(wake)
        signal?.removeEventListener('abort', wake)
        resolve()
      }
      run.waiting.add(wake)
      signal?.addEventListener('abort', wake, { once: true })
    })

  const step = async (): Promise<Step> => {
    while (!closed && !signal?.aborted) {
      const event = run.events[position]
      if (event) {
        position += 1
        return { done: false, value: event }
      }
      if (run.finished) break
      await nextCommit()
    }
    return done
  }

  return {
    next() {
      turn = turn.then(step)
      return turn
    },
    async return() {
      closed = true
      wake()
      return done
    },
  }
}

const nothing: AsyncIterator<PlannerEvent, undefined> = { next: async () => ({ done: true, value: undefined }) }

/** Creates event logs in memory. An unknown run or a run of another owner reads as an empty log that has ended. */
function createMemoryEvents(spaces: OwnerSpaces): EventLog {
  return {
    read(scope, run_id, after, signal) {
      const position = Number.isFinite(after) ? Math.max(0, Math.floor(after)) : 0
      return {
        [Symbol.asyncIterator]() {
          const run = spaces.peek(scope)?.runs.get(run_id)
          return run ? readRun(run, position, signal) : nothing
        },
      }
    },
    async last(scope, run_id) {
      return spaces.peek(scope)?.runs.get(run_id)?.events.length ?? 0
    },
  }
}

/** Creates a draft store in memory. The version and the lease are checked and the draft is written in one step. */
function createMemoryDrafts(spaces: OwnerSpaces, leases: LeaseTable): DraftStore {
  return {
    async load(scope, draft_id) {
      return spaces.peek(scope)?.drafts.get(draft_id)
    },
    async save(scope, draft, expect_version, lease) {
      const copy = freezeJson(draft)
      const { drafts } = spaces.open(scope)
      if (lease && !leases.holds(scope, lease)) return false
      if ((drafts.get(copy.draft_id)?.version ?? 0) !== expect_version) return false
      drafts.set(copy.draft_id, copy)
      return true
    },
  }
}

/** Grants in memory. */
function createMemoryGrants(spaces: OwnerSpaces): GrantStore {
  return {
    async put(scope, grant) {
      spaces.open(scope).grants.set(grant.grant_id, freezeJson(grant))
    },
    async list(scope) {
      return [...(spaces.peek(scope)?.grants.values() ?? [])]
    },
    async delete(scope, grant_id) {
      return spaces.peek(scope)?.grants.delete(grant_id) ?? false
    },
  }
}

/** Audit logs in memory. */
function createMemoryAudit(spaces: OwnerSpaces, now: () => number): AuditStore {
  const logOf = (scope: Scope) => spaces.peek(scope)?.audit ?? []
  return createAuditStore(
    {
      last: async (scope) => logOf(scope).at(-1),
      async insert(scope, record) {
        const { audit } = spaces.open(scope)
        if (audit.length >= record.seq) return false
        audit.push(record)
        return true
      },
      read: async (scope, { after, limit }) => logOf(scope).slice(after, after + limit),
    },
    now,
  )
}

function createMemorySpending(spaces: OwnerSpaces, reservations: Reservations): SpendingStore {
  const read: SpendingStore['read'] = async (scope, accounts) => accounts.map((account) => spaces.peek(scope)?.spending.get(account) ?? noSpending)
  const accountsOf = ({ accounts }: SpendingReservation) => accounts.map(({ account }) => account)
  return { read, reserve: (scope, reservation) => reservations.reserve(scope, reservation, () => read(scope, accountsOf(reservation))) }
}

/** Limits of artifacts (default: 64 MiB each, 1 GiB per owner, no expiry, not compressed), and a clock and an id generator for tests. */
export interface MemoryStoreOptions extends Partial<MemoryArtifactLimits> {
  now?: () => number
  newId?: () => string
}

const limits: MemoryArtifactLimits = { maxArtifactBytes: 67_108_864, maxOwnerBytes: 1_073_741_824, artifactTtlMs: Number.POSITIVE_INFINITY, gzip: false }

/**
 * Creates all store ports for one process, in memory. The data are lost when the process ends. Until then they are removed only by
 * `delete`, `gc` and the expiry of artifacts. Values are copied when stored and frozen when returned.
 */
export function createMemoryStore({ now = Date.now, newId = randomId, ...given }: MemoryStoreOptions = {}): StorePorts {
  const spaces = createOwnerSpaces()
  const leases = createLeaseTable({ now, newId })
  const reservations = createReservations(now)
  const storage = createMemoryRunStore(spaces, { now, leases, reservations })
  return {
    storage,
    events: createMemoryEvents(spaces),
    pending: createMemoryInteractionStore(spaces, { now }),
    artifacts: createMemoryArtifacts(spaces, { ...limits, ...given, now, newId }),
    threads: createMemoryThreads(spaces, { now, leases, storage }),
    drafts: createMemoryDrafts(spaces, leases),
    rateLimits: createTokenBuckets({ now }),
    grants: createMemoryGrants(spaces),
    audit: createMemoryAudit(spaces, now),
    spending: createMemorySpending(spaces, reservations),
    tasks: createMemoryTaskStore(spaces, { now, newId }),
  }
}
