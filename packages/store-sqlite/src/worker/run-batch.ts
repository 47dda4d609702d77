import type { DatabaseSync } from 'node:sqlite'
import type { Operations } from '../database/operations.ts'
import type { Failure, Reply, Request } from '../database/protocol.ts'

/** Operations that SQLite refuses inside a transaction. */
const outside = new Set(['backup'])

/**
 * Runs requests in one transaction, which is written to the disk once. A failed request is rolled back separately. If the transaction
 * itself fails, for example because the disk is full, every request in it fails.
 */
export function runBatch(db: DatabaseSync, operations: Operations, requests: readonly Request[]): Reply[] {
  if (requests.every(({ name }) => outside.has(name))) return requests.map((request) => attempt(operations, request))
  const replies: Reply[] = []
  try {
    db.exec('BEGIN IMMEDIATE')
    for (const request of requests) replies.push(attemptInside(db, operations, request))
    db.exec('COMMIT')
    return replies
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    return requests.map(({ id }) => ({ id, error: failureOf(error) }))
  }
}

/** Splits requests so that those which must run outside a transaction are separate; their order is kept. */
export function splitBatch(requests: readonly Request[]): Request[][] {
  const batches: Request[][] = []
  for (const request of requests) {
    const last = batches.at(-1)
    const joins = last && !outside.has(request.name) && !outside.has(last[0]?.name ?? '')
    if (joins) last.push(request)
    else batches.push([request])
  }
  return batches
}

function attemptInside(db: DatabaseSync, operations: Operations, request: Request): Reply {
  db.exec('SAVEPOINT request')
  const reply = attempt(operations, request)
  if ('error' in reply) {
    // SQLite rolls the entire transaction back after some disk errors; the requests before this one are lost with it.
    if (!db.isTransaction) throw new TransactionLost(reply.error)
    db.exec('ROLLBACK TO request')
  }
  db.exec('RELEASE request')
  return reply
}

class TransactionLost extends Error {
  readonly errcode: number | undefined
  constructor({ message, errcode }: Failure) {
    super(message)
    this.errcode = errcode
  }
}

function attempt(operations: Operations, { id, name, args }: Request): Reply {
  try {
    const operation = operations[name as keyof Operations] as (...args: unknown[]) => unknown
    return { id, result: operation(...args) }
  } catch (error) {
    return { id, error: failureOf(error) }
  }
}

/** Converts a thrown value to the form in which it is sent to the other thread. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error) }
  const errcode = (error as { errcode?: unknown }).errcode
  return { message: error.message, ...(typeof errcode === 'number' ? { errcode } : {}) }
}
