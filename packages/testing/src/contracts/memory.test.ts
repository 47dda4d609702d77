import { createMemoryStore } from '@pf/core/memory'
import { describe, it } from 'vitest'
import {
  artifactStoreContract,
  draftStoreContract,
  eventLogContract,
  interactionStoreContract,
  runStoreContract,
  threadStoreContract,
} from './store-contracts.ts'

const contracts = { runStoreContract, eventLogContract, interactionStoreContract, artifactStoreContract, threadStoreContract, draftStoreContract }

for (const [name, contract] of Object.entries(contracts)) {
  describe(`memory store, ${name}`, () => {
    for (const { name, run } of contract(async () => createMemoryStore())) it(name, run)
  })
}
