import type { ContractCase, MakePorts } from './contract-case.ts'
import { answerCases } from './pending/answer-cases.ts'
import { raceCases } from './pending/race-cases.ts'
import { toCases } from './support/to-cases.ts'

/** The promises of `Pending`: one answer is accepted, deadlines hold, owners are kept apart. */
export function pendingContract(make: MakePorts): ContractCase[] {
  return toCases(make, { ...answerCases, ...raceCases })
}
