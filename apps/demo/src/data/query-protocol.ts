/** The rows of a file, which a query reads as the table `file`. */
export interface FileTable {
  columns: readonly { name: string; type: 'number' | 'date' | 'text' }[]
  /** One object for each row, as JSON; numbers as numbers, everything else as text or null. */
  rows: string
}

/** A query sent to the worker process. */
export interface QueryRequest {
  id: number
  sql: string
  file?: FileTable
  /** Maximum number of rows returned. One more row is read to determine whether the result is truncated. */
  maxRows: number
  timeoutMs: number
}

/** Limits of one query. */
export interface QueryOptions {
  maxRows: number
  timeoutMs: number
  file?: FileTable
  signal?: AbortSignal
}

export type ToWorker = { kind: 'query'; request: QueryRequest } | { kind: 'cancel'; id: number }

/** A column of a result. */
export interface ResultColumn {
  name: string
  type: 'number' | 'date' | 'timestamp' | 'boolean' | 'text' | 'json'
}

export interface QueryResult {
  columns: ResultColumn[]
  rows: Record<string, unknown>[]
  truncated: boolean
}

/** `not_allowed` means that the query was rejected before it ran; the other kinds occur while it runs. */
export type QueryErrorKind = 'not_allowed' | 'sql' | 'timeout' | 'memory' | 'too_large' | 'cancelled' | 'worker'

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'result'; id: number; result: QueryResult }
  | { kind: 'error'; id: number; error: { kind: QueryErrorKind; message: string } }

/** A failed query. The message is addressed to the person or model that wrote the SQL. */
export class QueryError extends Error {
  readonly kind: QueryErrorKind

  constructor(kind: QueryErrorKind, message: string) {
    super(message)
    this.name = 'QueryError'
    this.kind = kind
  }
}
