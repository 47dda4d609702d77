import type { ContractCase, MakePorts } from './contract-case.ts'
import { toCases } from './support/to-cases.ts'
import { threadCases } from './threads/thread-cases.ts'

/** The promises of `ThreadStore`: order, retries, limits, owners kept apart. */
export function threadStoreContract(make: MakePorts): ContractCase[] {
  return toCases(make, threadCases)
}
