import type { ContractCase, MakePorts } from './contract-case.ts'
import { commitCases } from './run-store/commit-cases.ts'
import { leaseCases } from './run-store/lease-cases.ts'
import { leaseWaitCases } from './run-store/lease-wait-cases.ts'
import { valueCases } from './run-store/value-cases.ts'
import { toCases } from './support/to-cases.ts'

/** The promises of `RunStore`: leases, waiting for them and fencing, atomic commits, seq, fidelity of values, owners kept apart. */
export function runStoreContract(make: MakePorts): ContractCase[] {
  return toCases(make, { ...leaseCases, ...leaseWaitCases, ...commitCases, ...valueCases })
}
