// The public face of @pf/testing/contracts: one suite a port, for every implementation.
export { artifactStoreContract } from './contracts/artifact-store-contract.ts'
export type { ContractCase, MakePorts } from './contracts/contract-case.ts'
export { draftStoreContract } from './contracts/draft-store-contract.ts'
export { eventLogContract } from './contracts/event-log-contract.ts'
export { pendingContract } from './contracts/pending-contract.ts'
export { storageContract } from './contracts/storage-contract.ts'
export { threadStoreContract } from './contracts/thread-store-contract.ts'
