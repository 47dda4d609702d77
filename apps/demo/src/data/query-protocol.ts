/** One query to the worker process. */
export interface QueryRequest {
  id: number
  sql: string
  /** Rows returned at most; one more is read to tell whether there are more. */
  maxRows: number
  timeoutMs: number
}

/** How far one query may go. */
export interface QueryOptions {
  maxRows: number
  timeoutMs: number
  signal?: AbortSignal
}

export type ToWorker = { kind: 'query'; request: QueryRequest } | { kind: 'cancel'; id: number }

/** A column of a result; `type` is what a chart or table needs to know. */
export interface ResultColumn {
  name: string
  type: 'number' | 'date' | 'timestamp' | 'boolean' | 'text' | 'json'
}

export interface QueryResult {
  columns: ResultColumn[]
  rows: Record<string, unknown>[]
  truncated: boolean
}

/** `not_allowed`: refused before it ran. The rest ended while it ran. */
export type QueryErrorKind = 'not_allowed' | 'sql' | 'timeout' | 'memory' | 'too_large' | 'cancelled' | 'worker'

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'result'; id: number; result: QueryResult }
  | { kind: 'error'; id: number; error: { kind: QueryErrorKind; message: string } }

/** Why a query gave no rows; the message is written for the person or model that wrote the SQL. */
export class QueryError extends Error {
  readonly kind: QueryErrorKind

  constructor(kind: QueryErrorKind, message: string) {
    super(message)
    this.name = 'QueryError'
    this.kind = kind
  }
}
