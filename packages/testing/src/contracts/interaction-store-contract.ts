import type { ContractCase, MakePorts } from './contract-case.ts'
import { answerCases } from './interaction-store/answer-cases.ts'
import { raceCases } from './interaction-store/race-cases.ts'
import { toCases } from './support/to-cases.ts'

/** The promises of `InteractionStore`: one answer is accepted, deadlines hold, owners are kept apart. */
export function interactionStoreContract(make: MakePorts): ContractCase[] {
  return toCases(make, { ...answerCases, ...raceCases })
}
