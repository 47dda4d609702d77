import { createMemoryStore } from '@pf/core/memory'
import { describe, it } from 'vitest'
import { artifactStoreContract } from './artifact-store-contract.ts'
import { draftStoreContract } from './draft-store-contract.ts'
import { eventLogContract } from './event-log-contract.ts'
import { pendingContract } from './pending-contract.ts'
import { storageContract } from './storage-contract.ts'
import { threadStoreContract } from './thread-store-contract.ts'

const contracts = { storageContract, eventLogContract, pendingContract, artifactStoreContract, threadStoreContract, draftStoreContract }

for (const [name, contract] of Object.entries(contracts)) {
  describe(`memory store, ${name}`, () => {
    for (const { name, run } of contract(async () => createMemoryStore())) it(name, run)
  })
}
