import type { ArtifactStore, PrunePolicy, PruneResult } from '@pf/core'
import { checkPrunePolicy, ownerAccount } from '@pf/core/internal'
import type { Database } from '../database/database.ts'
import { dropRows, dropTaskGroups } from './drop-rows.ts'
import { dropRuns } from './drop-runs.ts'
import { toKey } from './keys.ts'

const isBefore = (column: string) => `${column} < to_timestamp($2 / 1000.0)`

/** A holder may renew an expired lease as long as no other holder has taken it. */
const isLeft = '(lease IS NULL OR lease_until <= clock_timestamp())'

const finishedSql = `phase = 'finished' AND ${isBefore('changed')}`

/** A run that has not begun stays while a paused run waits for it. */
const newSql = `phase = 'new' AND ${isBefore('changed')} AND ${isLeft}
  AND NOT EXISTS (SELECT 1 FROM run AS paused WHERE paused.owner = run.owner AND paused.successor = run.key)`

/** A run that was handed over is removed with its successor, once the successor has begun. */
const unfinishedSql = `phase IN ('working', 'paused') AND ${isBefore('changed')} AND (lease IS NULL OR ${isBefore('lease_until')}) AND ${isLeft}
  AND (successor IS NULL OR NOT EXISTS (SELECT 1 FROM run AS next WHERE next.owner = run.owner AND next.key = run.successor AND next.last_seq > 0))`

const tasksOf = 'SELECT 1 FROM task WHERE task.owner = task_group.owner AND task.group_key = task_group.key'

const endedTasksSql = `${isBefore('changed')} AND due IS NULL AND strpos(data, '"approval":"pending"') = 0 AND NOT EXISTS (${tasksOf} AND task.due IS NOT NULL)`

/** A task that is due later is still to begin, or a worker holds it. */
const unfinishedTasksSql = `${isBefore('changed')} AND NOT EXISTS (${tasksOf} AND task.due > clock_timestamp())`

/** The key of an account is that of its run or thread, preceded by the name of its kind inside the quotes, or the hash of it if it is long. */
const openAccount = (kind: 'run' | 'thread', id: 'run_id' | 'thread_id') => `'"${kind}:' || substr(run.${id}, 2)`
const hashOf = (text: string) => `'sha256:' || encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`
const isOpen = "run.owner = spending.owner AND run.phase IN ('working', 'paused')"
const isKeptAccount = `CASE
  WHEN account LIKE '"run:%' THEN EXISTS (SELECT 1 FROM run WHERE ${isOpen} AND run.key = '"' || substr(account, 6))
  WHEN account LIKE '"thread:%' THEN EXISTS (SELECT 1 FROM run WHERE ${isOpen}
    AND md5(run.thread_id) = md5('"' || substr(account, 9)) AND run.thread_id = '"' || substr(account, 9))
  WHEN account LIKE 'sha256:%' THEN EXISTS (SELECT 1 FROM run WHERE ${isOpen}
    AND account IN (${hashOf(openAccount('run', 'run_id'))}, ${hashOf(openAccount('thread', 'thread_id'))}))
  ELSE false END`

/** The spending of an owner limits every run, so it is kept. */
const spendingSql = `${isBefore('changed')} AND account <> $3 AND NOT ${isKeptAccount}`

const grantsSql = `substring(data FROM '"created":(\\d+)')::float8 < $2`

/** Hours after which an expired lease belongs to a process that has ended. */
const leaseHours = 1

/** Removes data that a policy considers old, and data that can no longer be used, in small transactions that skip locked rows. */
export async function prune(database: Database, artifacts: ArtifactStore, policy: PrunePolicy): Promise<PruneResult> {
  checkPrunePolicy(policy)
  const { runsBefore, unfinishedBefore, draftsBefore, artifactsBefore = 0, tasksBefore, grantsBefore } = policy
  const result: PruneResult = { runs: 0, drafts: 0, artifacts: 0, tasks: 0, grants: 0 }
  if (runsBefore !== undefined) {
    result.runs += await dropRuns(database, { where: finishedSql, order: 'changed', values: [runsBefore] })
    result.runs += await dropRuns(database, { where: newSql, values: [runsBefore] })
  }
  if (unfinishedBefore !== undefined) {
    result.runs += await dropRuns(database, { where: unfinishedSql, values: [unfinishedBefore] })
    result.tasks += await dropTaskGroups(database, { where: unfinishedTasksSql, values: [unfinishedBefore] })
  }
  if (runsBefore !== undefined) await dropRows(database, 'spending', { where: spendingSql, values: [runsBefore, toKey(ownerAccount)] })
  if (draftsBefore !== undefined) result.drafts = await dropRows(database, 'draft', { where: isBefore('changed'), values: [draftsBefore] })
  if (tasksBefore !== undefined) result.tasks += await dropTaskGroups(database, { where: endedTasksSql, values: [tasksBefore] })
  if (grantsBefore !== undefined) result.grants = await dropRows(database, 'approval_grant', { where: grantsSql, values: [grantsBefore] })
  result.artifacts = await artifacts.gc(artifactsBefore)
  await dropRows(database, 'lease', { where: `until < clock_timestamp() - interval '${leaseHours} hours'`, values: [] })
  await dropRows(database, 'spending_reservation', { where: 'until < clock_timestamp()', values: [] })
  await dropRows(database, 'rate_limit', { where: 'full_at < clock_timestamp()', values: [] })
  return result
}
