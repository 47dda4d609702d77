import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Row, SqlValue } from './protocol.ts'

/** Runs SQL. Each text is prepared once. */
export interface Statements {
  /** Returns the first row, or undefined. */
  get(sql: string, ...values: SqlValue[]): Row | undefined
  all(sql: string, ...values: SqlValue[]): Row[]
  /** Resolves to the number of changed rows. */
  run(sql: string, ...values: SqlValue[]): number
}

/** Creates an empty cache of prepared statements. */
export function createStatements(db: DatabaseSync): Statements {
  const prepared = new Map<string, StatementSync>()
  const prepare = (sql: string) => {
    const known = prepared.get(sql) ?? db.prepare(sql)
    prepared.set(sql, known)
    return known
  }
  return {
    get: (sql, ...values) => prepare(sql).get(...values) as Row | undefined,
    all: (sql, ...values) => prepare(sql).all(...values) as Row[],
    run: (sql, ...values) => Number(prepare(sql).run(...values).changes),
  }
}

/** Returns the number of an owner, which is created if it does not exist. */
export function openOwner(sql: Statements, key: string): number {
  const known = findOwner(sql, key)
  if (known !== undefined) return known
  return sql.get('INSERT INTO owner (key) VALUES (?) RETURNING n', key)?.n as number
}

/** Returns the number of an owner that has stored data; undefined for any other. */
export function findOwner(sql: Statements, key: string): number | undefined {
  return sql.get('SELECT n FROM owner WHERE key = ?', key)?.n as number | undefined
}
