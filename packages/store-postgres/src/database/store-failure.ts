import { PfError } from '@pf/core'

/** SQLSTATE of a full disk. */
const fullDisk = '53100'

/** What the classes and codes of SQLSTATE mean for an operator. */
const causes: Readonly<Record<string, string>> = {
  '08': 'The connection broke.',
  '28': 'The database refused the user or the password.',
  '3D': 'The database does not exist.',
  '42501': 'The user may not do this. Grant it the right to create and use the schema.',
  [fullDisk]: 'The disk of the database is full.',
  '53200': 'The database has no memory left.',
  '53300': 'The database takes no further connection. Raise max_connections, or lower maxConnections.',
  '57014': 'The statement took too long and was given up.',
  '57P01': 'The database is shutting down.',
  '57P03': 'The database is starting.',
}

/** A failure of PostgreSQL as an error of the store. Nothing of the request was written, unless the connection broke while it was answered. */
export function storeFailure(error: unknown): PfError {
  if (PfError.isInstance(error)) return error
  if (error instanceof Error && error.message === poolTimeout)
    return new PfError('store_failed', 'All connections of this process were in use for too long. Raise maxConnections, or look for slow statements.', {
      cause: error,
      fields: { sqlstate: poolExhausted },
    })
  const { code, message } = error instanceof Error ? (error as Error & { code?: unknown }) : { code: undefined, message: String(error) }
  const state = typeof code === 'string' ? code : ''
  const known = causes[state] ?? causes[state.slice(0, 2)]
  return new PfError('store_failed', `The PostgreSQL store could not read or write. ${known ?? message}`, {
    // By this code a server recognises a full disk of any store.
    cause: state === fullDisk ? Object.assign(new Error(message, { cause: error }), { code: 'ENOSPC' }) : error,
    fields: state === '' ? {} : { sqlstate: state },
  })
}

/** The text of `pg` when no connection became free in time. It has no code. */
const poolTimeout = 'timeout exceeded when trying to connect'

/** In the place of a SQLSTATE: no connection of the pool was free. Nothing was sent, so nothing is unknown. */
const poolExhausted = 'pool_exhausted'

/** True for a failure after which nobody knows whether the statement took effect. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!PfError.isInstance(error)) return false
  const { sqlstate } = error.fields
  return sqlstate === undefined || /^(08|57P|E[A-Z]+$)/.test(String(sqlstate))
}
