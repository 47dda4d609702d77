import { PfError } from '@pf/core'
import pg, { type Pool, type PoolClient, type QueryResultRow } from 'pg'
import { migrate, quoteName, schemaVersion } from './migrations.ts'
import { isOutcomeUnknown, storeFailure } from './store-failure.ts'

/** Statements on one connection or on any of the pool. */
export interface Queries {
  /** A statement with a name is planned once a connection. The name stands for the text: no other statement may have it. */
  rows<R extends QueryResultRow>(sql: string, values?: unknown[], name?: string): Promise<R[]>
}

/** The database of a store. Failures come out as PfError `store_failed`. */
export interface Database extends Queries {
  /** Like `rows`, for a statement that only reads: it is repeated when the connection breaks, for about two seconds. */
  read<R extends QueryResultRow>(sql: string, values?: unknown[]): Promise<R[]>
  /** Runs statements in one transaction, which is rolled back when `work` throws. */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  /** Calls `hear` with what other processes notify, and `reconnect` whenever notifications may have been missed. */
  listen(hear: (payload: string) => void, reconnect: () => void): void
  close(): Promise<void>
}

/** Where the database is. */
export interface DatabaseOptions {
  connectionString: string
  /** The schema that holds the tables. */
  schema: string
  /** Connections of the pool, without the one that listens. */
  maxConnections: number
  /** Milliseconds after which a statement is given up. */
  statementTimeoutMs: number
  /** Milliseconds after which a request for a connection is given up. Default 10,000. */
  connectionTimeoutMs?: number
}

/** The channel of a schema: several stores may share a database. */
const channelOf = (schema: string) => `pf_${schema}`

/** Connects, creates or updates the schema, and returns the database. Rejects with PfError `store_failed`. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { schema, connectionString, maxConnections, statementTimeoutMs, connectionTimeoutMs = 10_000 } = options
  const settings = {
    connectionString,
    connectionTimeoutMillis: connectionTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'pf',
    options: `-c search_path=${quoteName(schema)}`,
  }
  const pool = new pg.Pool({ ...settings, max: maxConnections })
  // A connection that breaks while it is idle is replaced by the pool; without a listener the process would end.
  pool.on('error', () => undefined)
  // The pool listens only while a connection is idle. One that breaks between two statements of a transaction rejects the next statement.
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    const client = await pool.connect()
    try {
      const found = await migrate(client, schema)
      if (found > schemaVersion)
        throw new PfError('store_failed', `The schema "${schema}" has version ${found}, and this release knows ${schemaVersion}. Use a newer release.`)
    } finally {
      client.release()
    }
  } catch (error) {
    await pool.end()
    throw PfError.isInstance(error) ? error : storeFailure(error)
  }
  return createDatabase(pool, { settings, channel: channelOf(schema) })
}

function createDatabase(pool: Pool, { settings, channel }: { settings: pg.ClientConfig; channel: string }): Database {
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
      await pool.end()
    },
  }
}

/** How often work is repeated after a failure that leaves its outcome unknown, and how long before the first time, in milliseconds. */
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

interface Listener {
  close(): Promise<void>
}

/** How long the listener waits before it connects again, in milliseconds. */
const reconnectMs = 500

/** One connection that listens, for the whole process. It connects again for as long as it is open. */
function startListener({
  settings,
  channel,
  hear,
  reconnect,
}: {
  settings: pg.ClientConfig
  channel: string
  hear: (payload: string) => void
  reconnect: () => void
}): Listener {
  let closed = false
  let client: pg.Client | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const connect = async () => {
    // A statement time-out would end nothing here; keep-alive notices a peer that is gone.
    const next = new pg.Client({ ...settings, keepAlive: true })
    client = next
    next.on('notification', ({ payload = '' }) => hear(payload))
    next.on('error', () => undefined)
    next.once('end', () => {
      if (!closed) timer = setTimeout(connectAgain, reconnectMs)
    })
    await next.connect()
    await next.query(`LISTEN ${quoteName(channel)}`)
    reconnect()
  }
  const connectAgain = () => {
    connect().catch(() => {
      client?.end().catch(() => undefined)
      clearTimeout(timer)
      if (!closed) timer = setTimeout(connectAgain, reconnectMs)
    })
  }
  connectAgain()
  return {
    close: async () => {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
