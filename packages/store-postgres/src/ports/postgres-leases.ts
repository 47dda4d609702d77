import type { Lease, LeaseResource, RunStore, Scope } from '@pf/core'
import { checkLeaseTimes, ownerKey } from '@pf/core/internal'
import type { Database, Queries } from '../database/database.ts'
import { toCompoundKey, toKey } from './keys.ts'
import { createLeaseQueues, type LeaseAttempt } from './lease-queues.ts'
import { createLeaseRenewals } from './lease-renewals.ts'
import type { Notifier } from './notifier.ts'

/** Leases in the database. Times are those of its clock, so that a node whose clock is wrong can neither take a lease early nor keep it too long. */
export interface PostgresLeases extends Pick<RunStore, 'lease' | 'renew' | 'release'> {
  /** Handles a notification that a resource may be free: of the lease with this key, or of any. */
  wake(key?: string): void
}

/** Returns the key of a resource among those of all owners, as used in notifications. */
export const leaseKey = (scope: Scope, resource: LeaseResource): string => JSON.stringify([ownerKey(scope), resource.kind, idOf(resource)])

/** Maximum duration of a lease in milliseconds: about thirty years. */
const maxTtlMs = 1e12

const expiresOf = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::float8 AS expires`
const until = "clock_timestamp() + $1::float8 * interval '1 millisecond'"

/** Creates leases. Leases of runs are stored in the row of the run, where a commit checks them; all others have their own rows. */
export function createPostgresLeases(database: Database, { newId, notifier }: { newId: () => string; notifier: Notifier }): PostgresLeases {
  const queues = createLeaseQueues()
  const renewals = createLeaseRenewals(database.urgent)
  const renewOther = async (values: unknown[]) => {
    const sql = `UPDATE lease SET until = ${until} WHERE owner = $2 AND resource = $3 AND token = $4 RETURNING ${expiresOf('until')}`
    return (await database.urgent.rows<{ expires: number }>(sql, values))[0]?.expires
  }
  const take = async (scope: Scope, resource: LeaseResource, ttlMs: number): Promise<LeaseAttempt> => {
    const token = newId()
    const expires = await (resource.kind === 'run' ? takeRun : takeOther)(database, { owner: ownerKey(scope), resource, token, ttlMs })
    if (expires === undefined) return look(scope, resource)
    return { status: 'granted', lease: { resource: { ...resource }, token, expires } }
  }
  const look = async (scope: Scope, resource: LeaseResource): Promise<LeaseAttempt> =>
    resource.kind === 'run' ? lookAtRun(database, ownerKey(scope), resource) : lookAtOther(database, ownerKey(scope), resource)

  const release = async (scope: Scope, lease: Lease) => {
    const { resource, token } = lease
    const key = leaseKey(scope, resource)
    const gone =
      resource.kind === 'run'
        ? "UPDATE run SET lease = NULL, lease_until = NULL WHERE owner = $1 AND key = $2 AND lease = $3 RETURNING phase = 'working' AS is_left"
        : 'DELETE FROM lease WHERE owner = $1 AND resource = $2 AND token = $3 RETURNING false AS is_left'
    const values = [ownerKey(scope), rowKey(resource), token, notifier.channel, notifier.payload('lease', key), notifier.payload('left')]
    await database.rows(`WITH gone AS (${gone}) SELECT pg_notify($4, $5), CASE WHEN is_left THEN pg_notify($4, $6) END FROM gone`, values)
    queues.wake(key)
  }
  return {
    wake: queues.wake,
    async lease(scope, resource, options) {
      checkLeaseTimes(options)
      return queues.request(leaseKey(scope, resource), options, {
        attempt: () => take(scope, resource, options.ttlMs),
        look: () => look(scope, resource),
        giveBack: async (result) => {
          if (result.status === 'granted') await release(scope, result.lease)
        },
      })
    },
    async renew(scope, lease, ttlMs) {
      checkLeaseTimes({ ttlMs })
      const { resource, token } = lease
      const [owner, key, ms] = [ownerKey(scope), rowKey(resource), Math.min(ttlMs, maxTtlMs)]
      const expires = await (resource.kind === 'run' ? renewals.renew({ owner, key, token, ttlMs: ms }) : renewOther([ms, owner, key, token]))
      return expires === undefined ? undefined : { resource: { ...resource }, token, expires }
    },
    release,
  }
}

/** Returns true if all leases are still held by this holder. They stay so until the transaction ends. */
export async function holdFences(queries: Queries, owner: string, fences: readonly Lease[]): Promise<boolean> {
  for (const { resource, token } of fences) {
    const sql =
      resource.kind === 'run'
        ? 'SELECT 1 FROM run WHERE owner = $1 AND key = $2 AND lease = $3 FOR SHARE'
        : 'SELECT 1 FROM lease WHERE owner = $1 AND resource = $2 AND token = $3 FOR SHARE'
    if ((await queries.rows(sql, [owner, rowKey(resource), token])).length === 0) return false
  }
  return true
}

interface Taking {
  owner: string
  resource: LeaseResource
  token: string
  ttlMs: number
}

async function takeRun(database: Database, { owner, resource, token, ttlMs }: Taking): Promise<number | undefined> {
  if (resource.kind !== 'run') return undefined
  const thread_id = JSON.stringify(resource.thread_id)
  const [row] = await database.rows<{ expires: number }>(
    `INSERT INTO run AS r (owner, key, run_id, thread_id, lease, lease_until) VALUES ($2, $3, $4, $5, $6, ${until})
     ON CONFLICT (owner, key) DO UPDATE SET lease = excluded.lease, lease_until = ${until}
       WHERE r.thread_id = excluded.thread_id AND r.phase <> 'finished' AND (r.lease IS NULL OR r.lease_until <= clock_timestamp())
     RETURNING ${expiresOf('lease_until')}`,
    [Math.min(ttlMs, maxTtlMs), owner, rowKey(resource), JSON.stringify(resource.run_id), thread_id, token],
  )
  return row?.expires
}

async function takeOther(database: Database, { owner, resource, token, ttlMs }: Taking): Promise<number | undefined> {
  const [row] = await database.rows<{ expires: number }>(
    `INSERT INTO lease AS l (owner, resource, token, until) VALUES ($2, $3, $4, ${until})
     ON CONFLICT (owner, resource) DO UPDATE SET token = excluded.token, until = ${until} WHERE l.until <= clock_timestamp()
     RETURNING ${expiresOf('until')}`,
    [Math.min(ttlMs, maxTtlMs), owner, rowKey(resource), token],
  )
  return row?.expires
}

const waitOf = (column: string) => `(extract(epoch FROM ${column} - clock_timestamp()) * 1000)::float8 AS wait`

async function lookAtRun(database: Database, owner: string, resource: Extract<LeaseResource, { kind: 'run' }>): Promise<LeaseAttempt> {
  const [row] = await database.rows<{ phase: string; thread_id: string; expires: number | null; wait: number | null }>(
    `SELECT phase, thread_id, ${expiresOf('lease_until')}, ${waitOf('lease_until')} FROM run WHERE owner = $1 AND key = $2`,
    [owner, rowKey(resource)],
  )
  if (row && (row.phase === 'finished' || row.thread_id !== JSON.stringify(resource.thread_id))) return { status: 'refused' }
  return { status: 'busy', expires: row?.expires ?? Date.now(), waitMs: row?.wait ?? 0 }
}

async function lookAtOther(database: Database, owner: string, resource: LeaseResource): Promise<LeaseAttempt> {
  const sql = `SELECT ${expiresOf('until')}, ${waitOf('until')} FROM lease WHERE owner = $1 AND resource = $2`
  const [row] = await database.rows<{ expires: number; wait: number }>(sql, [owner, rowKey(resource)])
  return { status: 'busy', expires: row?.expires ?? Date.now(), waitMs: row?.wait ?? 0 }
}

function idOf(resource: LeaseResource): string {
  if (resource.kind === 'run') return resource.run_id
  return resource.kind === 'thread' ? resource.thread_id : resource.draft_id
}

const rowKey = (resource: LeaseResource): string => (resource.kind === 'run' ? toKey(resource.run_id) : toCompoundKey(resource.kind, idOf(resource)))
