import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scope } from '@pf/core'
import {
  approvalContract,
  artifactStoreContract,
  draftStoreContract,
  eventLogContract,
  interactionStoreContract,
  operationsContract,
  rateLimitContract,
  recoveryContract,
  runQuotaContract,
  runStoreContract,
  spendingContract,
  taskStoreContract,
  threadStoreContract,
} from '@pf/testing/contracts'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { createSqliteStore, type SqliteStore } from './create-sqlite-store.ts'
import { countRows } from './test-support/count-rows.ts'

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
let limited: SqliteStore
beforeAll(async () => {
  store = await createSqliteStore({ file: join(folder, 'pf.sqlite') })
  limited = await createSqliteStore({ file: join(folder, 'limited.sqlite'), maxOwnerRuns: 2 })
})
afterAll(async () => {
  await store.close()
  await limited.close()
  rmSync(folder, { recursive: true })
})

/** Every case has its own owners, so all of them use one store. */
const ports = async () => withoutClose(store)
const limitedPorts = async () => withoutClose(limited)

function withoutClose({ close: _, ...rest }: SqliteStore) {
  return rest
}

for (const [name, contract] of Object.entries(contracts)) {
  describe(`SQLite store, ${name}`, () => {
    for (const { name, run } of contract(ports)) it(name, run)
  })
}

describe('SQLite store, operationsContract', () => {
  const inspected = async () => ({
    ...withoutClose(store),
    countRows: (scope: Scope) => countRows(store, { scope, copy: join(folder, `${randomUUID()}.sqlite`) }),
  })
  for (const { name, run } of operationsContract(inspected)) it(name, run)
})

describe('SQLite store, runQuotaContract', () => {
  for (const { name, run } of runQuotaContract(limitedPorts)) it(name, run)
})
