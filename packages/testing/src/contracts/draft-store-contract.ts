import type { ContractCase, MakePorts } from './contract-case.ts'
import { draftCases } from './drafts/draft-cases.ts'
import { toCases } from './support/to-cases.ts'

/** The promises of `DraftStore`: one writer a version, texts unchanged, owners kept apart. */
export function draftStoreContract(make: MakePorts): ContractCase[] {
  return toCases(make, draftCases)
}
