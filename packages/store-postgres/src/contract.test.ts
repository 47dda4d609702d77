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
import { type PostgresServer, startPostgres } from '../../../tooling/test-support/postgres.ts'
import { createPostgresStore, type PostgresStore } from './create-postgres-store.ts'
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

let server: PostgresServer
let store: PostgresStore
let limited: PostgresStore
beforeAll(async () => {
  server = await startPostgres()
  store = await createPostgresStore({ connectionString: server.url })
  limited = await createPostgresStore({ connectionString: server.url, maxOwnerRuns: 2 })
})
afterAll(async () => {
  await store?.close()
  await limited?.close()
  await server?.stop()
})

/** Every case has its own owners, so all of them use one store. */
const ports = async () => withoutClose(store)
const limitedPorts = async () => withoutClose(limited)

function withoutClose({ close: _, ...rest }: PostgresStore) {
  return rest
}

for (const [name, contract] of Object.entries(contracts)) {
  describe(`PostgreSQL store, ${name}`, () => {
    for (const { name, run } of contract(ports)) it(name, run)
  })
}

describe('PostgreSQL store, operationsContract', () => {
  const inspected = async () => ({ ...withoutClose(store), countRows: (scope: Scope) => countRows(server.url, scope) })
  for (const { name, run } of operationsContract(inspected)) it(name, run)
})

describe('PostgreSQL store, runQuotaContract', () => {
  for (const { name, run } of runQuotaContract(limitedPorts)) it(name, run)
})
