import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  approvalContract,
  artifactStoreContract,
  draftStoreContract,
  eventLogContract,
  interactionStoreContract,
  rateLimitContract,
  recoveryContract,
  runStoreContract,
  spendingContract,
  taskStoreContract,
  threadStoreContract,
} from '@pf/testing/contracts'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { createSqliteStore, type SqliteStore } from './create-sqlite-store.ts'

const contracts = {
  runStoreContract,
  spendingContract,
  approvalContract,
  eventLogContract,
  interactionStoreContract,
  artifactStoreContract,
  threadStoreContract,
  draftStoreContract,
  rateLimitContract,
  taskStoreContract,
  recoveryContract,
}

const folder = mkdtempSync(join(tmpdir(), 'pf-sqlite-'))
let store: SqliteStore
beforeAll(async () => {
  store = await createSqliteStore({ file: join(folder, 'pf.sqlite') })
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

/** Every case has owners of its own, so all of them use one store. */
const ports = async () => {
  const { close: _, ...rest } = store
  return rest
}

for (const [name, contract] of Object.entries(contracts)) {
  describe(`SQLite store, ${name}`, () => {
    for (const { name, run } of contract(ports)) it(name, run)
  })
}
