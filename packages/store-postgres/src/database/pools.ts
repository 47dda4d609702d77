import pg, { type Pool } from 'pg'
import { quoteName } from './migrations.ts'

/** Where the database is. */
export interface DatabaseOptions {
  connectionString: string
  /** The schema that holds the tables. */
  schema: string
  /** Connections of the pool, beside one that listens and two for urgent statements. */
  maxConnections: number
  /** Milliseconds after which a statement is given up. */
  statementTimeoutMs: number
  /** Milliseconds after which a request for a connection is given up. Default 10,000. */
  connectionTimeoutMs?: number
}

/** How much longer than the server this process waits for the end of a statement, in milliseconds: a connection may have been lost without a word. */
const answerMs = 5_000

/**
 * Limits of urgent statements, in milliseconds. A lease of 12 seconds that is renewed after 4 leaves time for a renewal that fails and for a new
 * connection. The second connection is closed soon, so that a network that fails leaves one silent connection and not two.
 */
const urgent = { max: 2, answerMs: 3_000, statementMs: 2_500, lockMs: 2_000, idleMs: 5_000 }

/** The connections of a process. */
export interface Pools {
  pool: Pool
  /** For statements that must not wait for the others. */
  urgentPool: Pool
  /** Of connections beside the pools. They have no time limit for statements. */
  settings: pg.ClientConfig
}

/** Creates pools without connections. */
export function createPools({ schema, connectionString, maxConnections, statementTimeoutMs, connectionTimeoutMs = 10_000 }: DatabaseOptions): Pools {
  const settings = {
    connectionString,
    connectionTimeoutMillis: connectionTimeoutMs,
    application_name: 'pf',
    // The system finds out within half a minute that the other side of an idle connection is gone.
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

/** Parameters are set once on each new connection: PgBouncer refuses a connection that has them among the parameters of its start-up. */
function createPool(config: pg.PoolConfig, parameters: Readonly<Record<string, string | number>>): Pool {
  const set = Object.entries(parameters).map(([name, value]) => `SET ${name} TO ${value}`)
  const pool = new pg.Pool({ ...config, verify: (client, done) => client.query(set.join('; ')).then(() => done(), done) })
  // A connection that breaks while it is idle is replaced by the pool; without a listener the process would end.
  pool.on('error', () => undefined)
  // The pool listens only while a connection is idle. One that breaks between two statements of a transaction rejects the next statement.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
