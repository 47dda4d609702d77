import type { QueryErrorKind } from './protocol.ts'

/** Why a query gave no rows; the message is written for the person or model that wrote the SQL. */
export class QueryError extends Error {
  readonly kind: QueryErrorKind

  constructor(kind: QueryErrorKind, message: string) {
    super(message)
    this.name = 'QueryError'
    this.kind = kind
  }
}
