import type { StorePorts } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { describe, expect, it, vi } from 'vitest'
import { approvalFaults } from './broken/approval-faults.ts'
import { artifactFaults } from './broken/artifact-faults.ts'
import { draftFaults } from './broken/draft-faults.ts'
import { eventFaults } from './broken/event-faults.ts'
import type { Faults } from './broken/faults.ts'
import { interactionStoreFaults } from './broken/interaction-store-faults.ts'
import { rateLimitFaults } from './broken/rate-limit-faults.ts'
import { runStoreFaults } from './broken/run-store-faults.ts'
import { spendingFaults } from './broken/spending-faults.ts'
import { taskFaults } from './broken/task-faults.ts'
import { threadFaults } from './broken/thread-faults.ts'
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
import type { ContractCase, MakePorts } from './support/to-cases.ts'

/** Returns the name of the first case that fails. Fake timers advance while a case only waits. */
async function firstFailure(contract: (make: MakePorts) => ContractCase[], fault: Faults[string]): Promise<string | undefined> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  try {
    for (const { name, run } of contract(async () => breakPorts(fault))) if (!(await passes(run))) return name
    return undefined
  } finally {
    vi.useRealTimers()
  }
}

async function passes(run: () => Promise<void>): Promise<boolean> {
  const verdict = run().then(
    () => true,
    () => false,
  )
  for (let turn = 0; ; turn += 1) {
    const known = await Promise.race([verdict, new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined)))])
    if (known !== undefined) return known
    if (turn > 200) await vi.advanceTimersByTimeAsync(60_000)
  }
}

function breakPorts(fault: Faults[string]): StorePorts {
  const ports = createMemoryStore()
  return { ...ports, ...fault(ports) }
}

const suites = {
  storage: [runStoreContract, runStoreFaults],
  events: [eventLogContract, eventFaults],
  pending: [interactionStoreContract, interactionStoreFaults],
} as const
const more = {
  artifacts: [artifactStoreContract, artifactFaults],
  threads: [threadStoreContract, threadFaults],
  drafts: [draftStoreContract, draftFaults],
  rateLimits: [rateLimitContract, rateLimitFaults],
  spending: [spendingContract, spendingFaults],
  approvals: [approvalContract, approvalFaults],
  tasks: [taskStoreContract, taskFaults],
} as const

describe('a store without a fault passes where a broken one is tried', () => {
  it.each(Object.entries({ ...suites, ...more }))('%s', async (_, [contract]) => {
    expect(await firstFailure(contract, () => ({}))).toBeUndefined()
  })
})

for (const [port, [contract, faults]] of Object.entries({ ...suites, ...more })) {
  describe(`a broken ${port} port fails its contract`, () => {
    for (const [name, fault] of Object.entries(faults)) {
      it(name, async () => {
        expect(await firstFailure(contract, fault)).toBeDefined()
      })
    }
  })
}
