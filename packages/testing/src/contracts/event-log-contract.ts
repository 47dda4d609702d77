import type { ContractCase, MakePorts } from './contract-case.ts'
import { crowdCases } from './event-log/crowd-cases.ts'
import { readerCases } from './event-log/reader-cases.ts'
import { toCases } from './support/to-cases.ts'

/** The promises of `EventLog`: stored then live, no gap, no repeat, many readers, an end. */
export function eventLogContract(make: MakePorts): ContractCase[] {
  return toCases(make, { ...readerCases, ...crowdCases })
}
