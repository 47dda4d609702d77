// The thread that holds the database. It receives requests and answers them in order; requests that are waiting share one transaction.
import { DatabaseSync } from 'node:sqlite'
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { createOperations } from './database/operations.ts'
import type { Opened, Request, WorkerOptions } from './database/protocol.ts'
import { migrate, readSchemaVersion, schemaVersion } from './database/schema.ts'
import { createStatements } from './database/statements.ts'
import { failureOf, runBatch, splitBatch } from './worker/run-batch.ts'

/** Maximum number of requests in one transaction. */
const maxBatch = 1_000

/**
 * Opens the file exclusively for this process. The operating system holds the lock and releases it when the process ends, so it is never
 * taken from a running process and never kept by one that has ended.
 */
function open(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 0 })
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE')
    db.exec('PRAGMA journal_mode = WAL')
    db.exec('PRAGMA synchronous = FULL')
    db.exec('BEGIN IMMEDIATE; COMMIT')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function start(port: MessagePort, { file }: WorkerOptions) {
  const say = (message: Opened) => port.postMessage(message)
  try {
    const db = open(file)
    const found = readSchemaVersion(db)
    if (found > schemaVersion) {
      db.close()
      say({ opened: false, newer: found, error: { message: `The file has schema version ${found}; this release supports versions up to ${schemaVersion}.` } })
      return port.close()
    }
    migrate(db)
    serve(port, db)
    say({ opened: true })
  } catch (error) {
    say({ opened: false, error: failureOf(error) })
    port.close()
  }
}

function serve(port: MessagePort, db: DatabaseSync) {
  const operations = createOperations(createStatements(db))
  operations.dropUnkeptBlobs()
  port.on('message', (first: Request | 'close') => {
    const waiting = [first]
    while (waiting.length < maxBatch) {
      const next = receiveMessageOnPort(port)
      if (!next) break
      waiting.push(next.message)
    }
    const closing = waiting.indexOf('close')
    const requests = (closing < 0 ? waiting : waiting.slice(0, closing)) as Request[]
    for (const batch of splitBatch(requests)) port.postMessage(runBatch(db, operations, batch))
    if (closing < 0) return
    db.close()
    port.close()
  })
}

if (parentPort) start(parentPort, workerData as WorkerOptions)
