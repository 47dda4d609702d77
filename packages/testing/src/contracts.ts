// The public API of @pf/testing/contracts: one contract suite for each port, and the provider recordings that the model contract uses.
export { type ModelUnderTest, modelContract } from './contracts/model/model-contract.ts'
export {
  approvalContract,
  artifactOwnerContract,
  artifactStoreContract,
  draftStoreContract,
  eventLogContract,
  interactionStoreContract,
  operationsContract,
  rateLimitContract,
  recoveryContract,
  runQuotaContract,
  runStoreContract,
  spendingContract,
  taskStoreContract,
  threadStoreContract,
} from './contracts/store-contracts.ts'
export type { ContractCase, InspectedStore, MakePorts, MakeStore } from './contracts/support/to-cases.ts'
export { anthropicRecordings } from './recordings/anthropic.ts'
export { geminiRecordings } from './recordings/gemini.ts'
export { openAiChatRecordings } from './recordings/openai-chat.ts'
export { openAiResponsesRecordings } from './recordings/openai-responses.ts'
export type { Absent, CaseName, ProviderRecordings, Recording } from './recordings/recording.ts'
export { createReplayServer, type Replay, type ReplayedRequest, type ReplayServer } from './replay-server/create-replay-server.ts'
