import type { ContractCase, MakePorts } from './contract-case.ts'
import { commitCases } from './storage/commit-cases.ts'
import { leaseCases } from './storage/lease-cases.ts'
import { valueCases } from './storage/value-cases.ts'
import { toCases } from './support/to-cases.ts'

/** The promises of `Storage`: leases and fencing, atomic commits, seq, fidelity of values, owners kept apart. */
export function storageContract(make: MakePorts): ContractCase[] {
  return toCases(make, { ...leaseCases, ...commitCases, ...valueCases })
}
