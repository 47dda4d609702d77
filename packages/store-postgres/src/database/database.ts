import { PfError } from '@pf/core'
import pg, { type PoolClient, type QueryResultRow } from 'pg'
import { type Listener, startListener } from './listener.ts'
import { migrate, requireVersion, schemaVersion } from './migrations.ts'
import { createPools, type DatabaseOptions, type Pools } from './pools.ts'
import { isOutcomeUnknown, isUseless, storeFailure } from './store-failure.ts'

/** Statements on one connection or on any of the pool. */
export interface Queries {
  /** A statement with a name is planned once per connection. Each name must be used for only one statement. */
  rows<R extends QueryResultRow>(sql: string, values?: unknown[], name?: string): Promise<R[]>
}

/** The database of a store. Failures are reported as PfError `store_failed`. */
export interface Database extends Queries {
  /** Like `rows`, for a statement that only reads: it is repeated for about two seconds if the connection breaks. */
  read<R extends QueryResultRow>(sql: string, values?: unknown[]): Promise<R[]>
  /** Runs statements in one transaction, which is rolled back if `work` throws. */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  /**
   * Runs statements that must not wait for a connection of the pool, nor for more than about three seconds: renewals of leases. They use
   * separate connections.
   */
  readonly urgent: Queries
  /** Calls `hear` with the notifications of other processes, and `reconnect` whenever notifications may have been missed. */
  listen(hear: (payload: string) => void, reconnect: () => void): void
  close(): Promise<void>
}

/** Returns the channel of a schema, because several stores may share a database. */
const channelOf = (schema: string) => `pf_${schema}`

/** Connects, creates or updates the schema, and returns the database. Rejects with PfError `store_failed`. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { schema } = options
  const pools = createPools(options)
  const found = await prepareSchema(pools.settings, schema).catch((error: unknown) => Promise.reject(storeFailure(error)))
  if (found > schemaVersion)
    throw new PfError(
      'store_failed',
      `The schema "${schema}" has version ${found}, but this release supports versions up to ${schemaVersion}. Use a newer release.`,
    )
  return createDatabase(pools, channelOf(schema))
}

/** Uses a separate connection, because a migration may take longer than any other statement. */
async function prepareSchema(settings: pg.ClientConfig, schema: string): Promise<number> {
  const client = new pg.Client(settings)
  client.on('error', () => undefined)
  await client.connect()
  try {
    await requireVersion(client)
    return await migrate(client, schema)
  } finally {
    await client.end()
  }
}

function createDatabase({ pool, urgentPool, settings }: Pools, channel: string): Database {
  const queriesOf = (client: Pick<PoolClient, 'query'>): Queries => ({
    rows: async <R extends QueryResultRow>(text: string, values: unknown[] = [], name?: string) => {
      try {
        return (await client.query<R>({ text, values, ...(name === undefined ? {} : { name }) })).rows
      } catch (error) {
        throw storeFailure(error)
      }
    },
  })
  let listener: Listener | undefined
  const { rows } = queriesOf(pool)
  return {
    rows,
    urgent: queriesOf(urgentPool),
    read: (sql, values) => withRetries(() => rows(sql, values)),
    async transaction(work) {
      const client = await pool.connect().catch((error: unknown) => Promise.reject(storeFailure(error)))
      let broken: Error | undefined
      try {
        const queries = queriesOf(client)
        await queries.rows('BEGIN')
        const result = await work(queries)
        await queries.rows('COMMIT')
        return result
      } catch (error) {
        if (isUseless(error)) broken = error
        else
          await client.query('ROLLBACK').catch((cause: Error) => {
            broken = cause
          })
        throw error
      } finally {
        client.release(broken)
      }
    },
    listen(hear, reconnect) {
      listener = startListener({ settings, channel, hear, reconnect })
    },
    async close() {
      await listener?.close()
      await Promise.all([pool.end(), urgentPool.end()])
    },
  }
}

/** Maximum number of retries after a failure with an unknown outcome, and the delay before the first one in milliseconds. */
const maxRetries = 3
const retryMs = 250

/** Does work that may be done twice. `attempt` counts from 0. */
export async function withRetries<T>(work: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work(attempt)
    } catch (error) {
      if (attempt >= maxRetries || !isOutcomeUnknown(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, retryMs * 2 ** attempt))
    }
  }
}
