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
import { type PostgresServer, startPostgres } from '../../../tooling/test-support/postgres.ts'
import { createPostgresStore, type PostgresStore } from './create-postgres-store.ts'

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
beforeAll(async () => {
  server = await startPostgres()
  store = await createPostgresStore({ connectionString: server.url })
})
afterAll(async () => {
  await store?.close()
  await server?.stop()
})

/** Every case has owners of its own, so all of them use one store. */
const ports = async () => {
  const { close: _, ...rest } = store
  return rest
}

for (const [name, contract] of Object.entries(contracts)) {
  describe(`PostgreSQL store, ${name}`, () => {
    for (const { name, run } of contract(ports)) it(name, run)
  })
}
