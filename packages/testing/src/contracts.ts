// The public face of @pf/testing/contracts: one suite a port, for every implementation.
export { artifactStoreContract } from './contracts/artifact-store-contract.ts'
export type { ContractCase, MakePorts } from './contracts/contract-case.ts'
export { draftStoreContract } from './contracts/draft-store-contract.ts'
export { eventLogContract } from './contracts/event-log-contract.ts'
export { interactionStoreContract } from './contracts/interaction-store-contract.ts'
export { runStoreContract } from './contracts/run-store-contract.ts'
export { threadStoreContract } from './contracts/thread-store-contract.ts'
