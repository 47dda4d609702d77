import { bytesCases } from './artifacts/bytes-cases.ts'
import { pageCases } from './artifacts/page-cases.ts'
import type { ContractCase, MakePorts } from './contract-case.ts'
import { toCases } from './support/to-cases.ts'

/** The promises of `ArtifactStore`: bytes, hashes, ranges, pages, removal, owners kept apart. */
export function artifactStoreContract(make: MakePorts): ContractCase[] {
  return toCases(make, { ...bytesCases, ...pageCases })
}
