import type { Queries } from '../database/database.ts'

/** A lease of a run to renew. */
export interface Renewal {
  owner: string
  /** The key of the run. */
  key: string
  token: string
  /** Duration from now, in milliseconds. */
  ttlMs: number
}

/** Renews leases of runs. */
export interface LeaseRenewals {
  /** Resolves to the new end of the lease, in milliseconds since the epoch, or undefined if the lease is lost. */
  renew(renewal: Renewal): Promise<number | undefined>
}

/**
 * Time in milliseconds for which a renewal waits for others of the same statement. A process that holds a thousand runs renews hundreds of
 * leases per second.
 */
const gatherMs = 20

/** Maximum number of leases of one statement. */
const maxBatch = 1_000

/**
 * Number of times that a renewal is skipped because its row is locked, before it waits for the row. Statements that lock hundreds of rows
 * take milliseconds.
 */
const maxSkips = 3

const expires = 'floor(extract(epoch FROM lease_until) * 1000)::float8 AS expires'

/**
 * Renews many leases and waits for none: the row of a run that is just committing is skipped, and is returned without an end. A statement
 * that waited for one row while it holds others would delay their commits.
 */
const batchSql = `
  WITH asked AS (SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::float8[]) WITH ORDINALITY AS a (owner, key, token, ms, i)),
  free AS (
    SELECT run.n, a.i, a.ms FROM asked AS a JOIN run ON run.owner = a.owner AND run.key = a.key AND run.lease = a.token
    FOR NO KEY UPDATE OF run SKIP LOCKED
  ), renewed AS (
    UPDATE run SET lease_until = clock_timestamp() + free.ms * interval '1 millisecond' FROM free WHERE run.n = free.n RETURNING free.i, ${expires}
  )
  SELECT a.i::int, renewed.expires FROM asked AS a JOIN run ON run.owner = a.owner AND run.key = a.key AND run.lease = a.token
  LEFT JOIN renewed ON renewed.i = a.i`

const singleSql = `
  UPDATE run SET lease_until = clock_timestamp() + $4::float8 * interval '1 millisecond' WHERE owner = $1 AND key = $2 AND lease = $3 RETURNING ${expires}`

interface Waiter {
  renewal: Renewal
  skips: number
  resolve: (expires: number | undefined) => void
  reject: (error: unknown) => void
}

/** Creates the renewals of one process. They are combined in few statements. */
export function createLeaseRenewals(queries: Queries): LeaseRenewals {
  let waiting: Waiter[] = []
  let busy = false
  let locked: Promise<unknown> = Promise.resolve()

  /** Waits for the commit that holds the row. Rows are renewed one after another, so that a connection is left for all other leases. */
  const renewLocked = ({ renewal: { owner, key, token, ttlMs }, resolve, reject }: Waiter) => {
    const renewOne = () => queries.rows<{ expires: number }>(singleSql, [owner, key, token, ttlMs]).then(([row]) => resolve(row?.expires), reject)
    locked = locked.then(renewOne)
  }
  const renewBatch = async (batch: Waiter[]) => {
    const column = <K extends keyof Renewal>(name: K) => batch.map(({ renewal }) => renewal[name])
    const values = [column('owner'), column('key'), column('token'), column('ttlMs')]
    const rows = await queries.rows<{ i: number; expires: number | null }>(batchSql, values)
    const ends = new Map(rows.map(({ i, expires: end }) => [i - 1, end]))
    for (const [index, waiter] of batch.entries()) {
      const end = ends.get(index)
      if (end !== null) waiter.resolve(end)
      else if (waiter.skips >= maxSkips) renewLocked(waiter)
      else waiting.push({ ...waiter, skips: waiter.skips + 1 })
    }
  }
  const work = async () => {
    while (waiting.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, gatherMs))
      const [batch, rest] = split(waiting)
      waiting = rest
      await renewBatch(batch).catch((error: unknown) => {
        for (const { reject } of batch) reject(error)
      })
    }
    busy = false
  }
  return {
    renew: (renewal) =>
      new Promise((resolve, reject) => {
        waiting.push({ renewal, skips: 0, resolve, reject })
        if (busy) return
        busy = true
        void work()
      }),
  }
}

/** Returns the renewals of the next statement, which contains no lease twice, and those that must wait. */
function split(waiting: readonly Waiter[]): [Waiter[], Waiter[]] {
  const batch = new Map<string, Waiter>()
  const rest: Waiter[] = []
  for (const waiter of waiting) {
    const { owner, key, token } = waiter.renewal
    const name = JSON.stringify([owner, key, token])
    if (batch.size >= maxBatch || batch.has(name)) rest.push(waiter)
    else batch.set(name, waiter)
  }
  return [[...batch.values()], rest]
}
