import { PfError } from '@pf/core'

/** SQLSTATE of a full disk. */
const fullDisk = '53100'

/** SQLSTATE of a write on a server that accepts none, such as one that was the primary before a failover. */
const readOnly = '25006'

/** Descriptions of the classes and codes of SQLSTATE for an operator. */
const causes: Readonly<Record<string, string>> = {
  '08': 'The connection broke.',
  [readOnly]: 'The database accepts no writes: it is a standby, or has become one.',
  '28': 'The database refused the user or the password.',
  '3D': 'The database does not exist.',
  '42501': 'The user lacks a permission. Grant it the right to create and use the schema.',
  [fullDisk]: 'The disk of the database is full.',
  '53200': 'The database is out of memory.',
  '53300': 'The database accepts no further connections. Raise max_connections, or lower maxConnections.',
  '55P03': 'Another transaction held a table or a row for too long.',
  '57014': 'The statement took too long and was cancelled.',
  '57P01': 'The database is shutting down.',
  '57P03': 'The database is starting.',
}

/** Converts a failure of PostgreSQL to an error of the store. Nothing of the request was written, unless the connection broke while it was answered. */
export function storeFailure(error: unknown): PfError {
  if (PfError.isInstance(error)) return error
  if (error instanceof Error && error.message === poolTimeout)
    return new PfError('store_failed', 'All connections of this process were in use for too long. Raise maxConnections, or look for slow statements.', {
      cause: error,
      fields: { sqlstate: poolExhausted },
    })
  const { code, message } = error instanceof Error ? (error as Error & { code?: unknown }) : { code: undefined, message: String(error) }
  const state = typeof code === 'string' ? code : ''
  const known = silent.includes(message) ? 'The database did not answer in time.' : (causes[state] ?? causes[state.slice(0, 2)])
  return new PfError('store_failed', `The PostgreSQL store could not read or write. ${known ?? message}`, {
    // Servers recognize a full disk of any store by this code.
    cause: state === fullDisk ? Object.assign(new Error(message, { cause: error }), { code: 'ENOSPC' }) : error,
    fields: state === '' ? {} : { sqlstate: state },
  })
}

/** The text of `pg` if no connection became free in time. It has no code. */
const poolTimeout = 'timeout exceeded when trying to connect'

/** Used instead of a SQLSTATE if no connection of the pool was free. No statement was sent, so the outcome is known. */
const poolExhausted = 'pool_exhausted'

/** The texts of `pg` if a statement or a new connection was not answered in time. They have no code. */
const silent = ['Query read timeout', 'Connection terminated due to connection timeout']

/** True for a failure after which it is unknown whether the statement took effect. */
export function isOutcomeUnknown(error: unknown): error is PfError {
  if (!PfError.isInstance(error) || error.code !== 'store_failed') return false
  const { sqlstate } = error.fields
  return sqlstate === undefined || /^(08|57P|E[A-Z]+$)/.test(String(sqlstate))
}

/** True for a failure after which the connection can no longer be used: it is broken or silent, or leads to a server that accepts no writes. */
export function isUseless(error: unknown): error is PfError {
  return isOutcomeUnknown(error) || (PfError.isInstance(error) && error.fields.sqlstate === readOnly)
}
