import { createMemoryStore } from '@pf/core/memory'
import { describe, it } from 'vitest'
import { artifactStoreContract } from './artifact-store-contract.ts'
import { draftStoreContract } from './draft-store-contract.ts'
import { eventLogContract } from './event-log-contract.ts'
import { interactionStoreContract } from './interaction-store-contract.ts'
import { runStoreContract } from './run-store-contract.ts'
import { threadStoreContract } from './thread-store-contract.ts'

const contracts = { runStoreContract, eventLogContract, interactionStoreContract, artifactStoreContract, threadStoreContract, draftStoreContract }

for (const [name, contract] of Object.entries(contracts)) {
  describe(`memory store, ${name}`, () => {
    for (const { name, run } of contract(async () => createMemoryStore())) it(name, run)
  })
}
