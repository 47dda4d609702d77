// The public API of @pf/testing/contracts: one contract suite for each port.
export {
  approvalContract,
  artifactStoreContract,
  draftStoreContract,
  eventLogContract,
  interactionStoreContract,
  rateLimitContract,
  recoveryContract,
  runStoreContract,
  spendingContract,
  threadStoreContract,
} from './contracts/store-contracts.ts'
export type { ContractCase, MakePorts } from './contracts/support/to-cases.ts'
