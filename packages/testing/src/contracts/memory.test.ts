import type { StorePorts } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { describe, it } from 'vitest'
import {
  approvalContract,
  artifactStoreContract,
  draftStoreContract,
  eventLogContract,
  interactionStoreContract,
  rateLimitContract,
  runStoreContract,
  spendingContract,
  taskStoreContract,
  threadStoreContract,
} from './store-contracts.ts'

const contracts = {
  runStoreContract,
  eventLogContract,
  interactionStoreContract,
  artifactStoreContract,
  threadStoreContract,
  draftStoreContract,
  rateLimitContract,
  spendingContract,
  approvalContract,
  taskStoreContract,
}

/** Returns the same ports with detached methods, which are called without `this`. */
function withDetachedMethods(ports: StorePorts): StorePorts {
  const detached = Object.entries(ports).map(([name, port]) => {
    const methods = Object.entries(port as Record<string, (...input: unknown[]) => unknown>)
    return [name, Object.fromEntries(methods.map(([key, method]) => [key, (...input: unknown[]) => method(...input)]))]
  })
  return Object.fromEntries(detached) as StorePorts
}

for (const [name, contract] of Object.entries(contracts)) {
  describe(`memory store, ${name}`, () => {
    for (const { name, run } of contract(async () => createMemoryStore())) it(name, run)
  })
  // An app may combine ports, replace single methods and pass methods on, so no method may depend on the object that holds it.
  describe(`memory store with detached methods, ${name}`, () => {
    for (const { name, run } of contract(async () => withDetachedMethods(createMemoryStore()))) it(name, run)
  })
}
