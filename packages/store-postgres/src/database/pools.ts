import pg, { type Pool } from 'pg'
import { quoteName } from './migrations.ts'

/** Location of the database and limits of its connections. */
export interface DatabaseOptions {
  connectionString: string
  /** The schema that holds the tables. */
  schema: string
  /** Maximum number of connections of the pool, in addition to one that listens and two for urgent statements. */
  maxConnections: number
  /** Milliseconds after which a statement is cancelled. */
  statementTimeoutMs: number
  /** Maximum time in milliseconds that a request waits for a connection. Default 10,000. */
  connectionTimeoutMs?: number
}

/**
 * Additional time in milliseconds for which this process waits for the end of a statement, longer than the server, because a connection may
 * have been lost silently.
 */
const answerMs = 5_000

/**
 * Limits of urgent statements, in milliseconds. A lease of 12 seconds that is renewed after 4 allows for a failed renewal and a new
 * connection. The second connection is closed soon, so that a network failure leaves one silent connection instead of two.
 */
const urgent = { max: 2, answerMs: 3_000, statementMs: 2_500, lockMs: 2_000, idleMs: 5_000 }

/** The connections of a process. */
export interface Pools {
  pool: Pool
  /** The pool for statements that must not wait for the others. */
  urgentPool: Pool
  /** Settings of connections outside the pools. They have no time limit for statements. */
  settings: pg.ClientConfig
}

/** Creates pools without connections. */
export function createPools({ schema, connectionString, maxConnections, statementTimeoutMs, connectionTimeoutMs = 10_000 }: DatabaseOptions): Pools {
  const settings = {
    connectionString,
    connectionTimeoutMillis: connectionTimeoutMs,
    application_name: 'pf',
    // The operating system detects within half a minute that the other end of an idle connection has disappeared.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
  const pool = createPool(
    { ...settings, max: maxConnections, ...(statementTimeoutMs > 0 ? { query_timeout: statementTimeoutMs + answerMs } : {}) },
    { search_path: quoteName(schema), statement_timeout: statementTimeoutMs, idle_in_transaction_session_timeout: 30_000 },
  )
  const urgentPool = createPool(
    {
      ...settings,
      max: urgent.max,
      connectionTimeoutMillis: Math.min(connectionTimeoutMs, urgent.answerMs),
      query_timeout: urgent.answerMs,
      idleTimeoutMillis: urgent.idleMs,
    },
    { search_path: quoteName(schema), statement_timeout: urgent.statementMs, lock_timeout: urgent.lockMs },
  )
  return { pool, urgentPool, settings }
}

/** Creates a pool. Parameters are set once on each new connection, because PgBouncer refuses a connection that has them among its start-up parameters. */
function createPool(config: pg.PoolConfig, parameters: Readonly<Record<string, string | number>>): Pool {
  const set = Object.entries(parameters).map(([name, value]) => `SET ${name} TO ${value}`)
  const pool = new pg.Pool({ ...config, verify: (client, done) => client.query(set.join('; ')).then(() => done(), done) })
  // A connection that breaks while it is idle is replaced by the pool; without a listener the process would end.
  pool.on('error', () => undefined)
  // The pool listens for errors only while a connection is idle. If a connection breaks between two statements of a transaction, the next
  // statement is rejected.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
