import type { ExportedRecord, PlannerEvent, PrunePolicy, PruneResult, Scope, StoreOperations } from '@pf/core'
import { checkPrunePolicy, type EventFeeds, type LeaseTable, ownerKey, ownerOfKey } from '@pf/core/internal'
import type { Database } from '../client/database.ts'
import { type ExportRow, exportedTables } from '../database/export-operations.ts'
import { fromKey, parse, toKey } from './keys.ts'

/** Options of the operations. `now` returns milliseconds since the epoch. */
export interface SqliteOperationOptions {
  leases: LeaseTable
  feeds: EventFeeds
  now: () => number
  /** The clock of tasks and rate limits. */
  steady: () => number
  /** Lifetime of an artifact, in milliseconds. */
  artifactTtlMs: number
}

/**
 * Creates the operations of retention, of the data of one owner, and of checking that the file can be written. Each step is a separate
 * request, so other requests are served in between.
 */
export function createSqliteOperations(database: Database, options: SqliteOperationOptions): StoreOperations {
  return {
    async prune(policy) {
      const removed = await prune(database, options, policy)
      // A reader may wait for a run that never began.
      options.feeds.wake()
      return removed
    },
    exportOwner: (scope) => exportOwner(database, scope),
    async deleteOwner(scope) {
      while (await database.call('deleteOwnerStep', ownerKey(scope)));
      options.feeds.wake()
    },
    check: async () => {
      await database.call('check')
    },
  }
}

/** Repeats a step until it removes nothing. Resolves to the total. */
async function repeat(step: () => Promise<number>): Promise<number> {
  let sum = 0
  while (true) {
    const removed = await step()
    sum += removed
    if (removed === 0) return sum
  }
}

/** Minimum age in milliseconds of a removed run that never began, regardless of the policy, because a request may be about to begin it. */
const beginMs = 60_000

async function prune(database: Database, options: SqliteOperationOptions, policy: PrunePolicy): Promise<PruneResult> {
  checkPrunePolicy(policy)
  const { runsBefore, unfinishedBefore, draftsBefore, artifactsBefore = 0, tasksBefore, grantsBefore } = policy
  const { now, steady, artifactTtlMs } = options
  const result: PruneResult = { runs: 0, drafts: 0, artifacts: 0, tasks: 0, grants: 0 }
  if (runsBefore !== undefined) {
    result.runs += await repeat(() => database.call('pruneRuns', runsBefore))
    result.runs += await pruneIdleRuns(database, options, { phase: 'new', before: Math.min(runsBefore, now() - beginMs) })
  }
  if (unfinishedBefore !== undefined) {
    result.runs += await pruneIdleRuns(database, options, { phase: 'open', before: unfinishedBefore })
    result.tasks += await repeat(() => database.call('pruneIdleTasks', unfinishedBefore, steady()))
  }
  if (runsBefore !== undefined) await repeat(() => database.call('pruneSpending', runsBefore))
  if (draftsBefore !== undefined) result.drafts = await repeat(() => database.call('pruneDrafts', draftsBefore))
  if (tasksBefore !== undefined) result.tasks += await repeat(() => database.call('pruneTasks', tasksBefore))
  if (grantsBefore !== undefined) result.grants = await repeat(() => database.call('pruneGrants', grantsBefore))
  result.artifacts = await repeat(() => database.call('pruneArtifacts', artifactsBefore, now() - artifactTtlMs))
  await database.call('pruneRateLimits', steady())
  await pruneOwners(database)
  return result
}

/** Removes runs whose lease is not held. Leases are kept in this process, so the rows are read first. */
async function pruneIdleRuns(
  database: Database,
  { leases }: SqliteOperationOptions,
  { phase, before }: { phase: 'new' | 'open'; before: number },
): Promise<number> {
  let removed = 0
  for (let after = 0; ; ) {
    const runs = await database.call('idleRuns', phase, { before, after })
    const last = runs.at(-1)
    if (!last) return removed
    const isHeld = (scope: Scope, run_id: string, thread_id: string) => leases.isHeld(scope, { kind: 'run', run_id, thread_id })
    const idle = runs.filter(({ owner, run_id, thread_id }) => !isHeld({ owner: ownerOfKey(owner) }, fromKey(run_id), fromKey(thread_id)))
    removed += await database.call(
      'dropIdleRuns',
      idle.map(({ n }) => n),
      before,
    )
    after = last.n
  }
}

async function pruneOwners(database: Database): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) after = (await database.call('pruneOwners', after)).last
}

async function* exportOwner(database: Database, scope: Scope): AsyncGenerator<ExportedRecord> {
  const owner = ownerKey(scope)
  for (const { table, kind } of exportedTables)
    for (let after: string | number | null = null; ; ) {
      const rows: ExportRow[] = await database.call('exportRows', owner, table, after)
      const last = rows.at(-1)
      if (!last) break
      for (const { data } of rows) yield { kind, data: kind === 'run' ? await withEvents(database, owner, parse(data)) : parse(data) }
      after = last.at
    }
}

async function withEvents(database: Database, owner: string, run: { run_id: string }): Promise<unknown> {
  const events: PlannerEvent[] = []
  while (true) {
    const page = await database.call('readEvents', owner, toKey(run.run_id), events.length)
    if (page.events.length === 0) return { ...run, events }
    events.push(...page.events.map((text) => parse<PlannerEvent>(text)))
  }
}
