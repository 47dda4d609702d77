import { modelContract } from '@pf/testing/contracts'
import { describe, it } from 'vitest'
import { portsUnderTest } from './test-support/ports-under-test.ts'

describe.each(Object.entries(portsUnderTest))('%s keeps the contract of model ports', (_name, port) => {
  for (const { name, run } of modelContract(port)) it(name, run)
})
