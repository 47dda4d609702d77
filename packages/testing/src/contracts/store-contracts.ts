import { approvalCases } from './approvals/approval-cases.ts'
import { bytesCases } from './artifacts/bytes-cases.ts'
import { ownerArtifactCases } from './artifacts/owner-cases.ts'
import { pageCases } from './artifacts/page-cases.ts'
import { draftCases } from './drafts/draft-cases.ts'
import { crowdCases } from './event-log/crowd-cases.ts'
import { readerCases } from './event-log/reader-cases.ts'
import { answerCases } from './interaction-store/answer-cases.ts'
import { raceCases } from './interaction-store/race-cases.ts'
import { ownerCases } from './operations/owner-cases.ts'
import { pruneCases } from './operations/prune-cases.ts'
import { quotaCases } from './operations/quota-cases.ts'
import { rateLimitCases } from './rate-limits/rate-limit-cases.ts'
import { abandonedCases } from './recovery/abandoned-cases.ts'
import { cancelCases } from './run-store/cancel-cases.ts'
import { commitCases } from './run-store/commit-cases.ts'
import { leaseCases } from './run-store/lease-cases.ts'
import { leaseWaitCases } from './run-store/lease-wait-cases.ts'
import { messageCases } from './run-store/message-cases.ts'
import { valueCases } from './run-store/value-cases.ts'
import { spendingCases } from './spending/spending-cases.ts'
import { type ContractCase, type MakePorts, type MakeStore, toCases } from './support/to-cases.ts'
import { claimCases } from './tasks/claim-cases.ts'
import { groupCases } from './tasks/group-cases.ts'
import { taskCommitCases } from './tasks/task-commit-cases.ts'
import { deleteCases } from './threads/delete-cases.ts'
import { listCases } from './threads/list-cases.ts'
import { threadCases } from './threads/thread-cases.ts'

/** Contract of `GrantStore`, `AuditStore` and `InteractionStore.waiting`: order, hash chains, roles, isolation of owners. */
export function approvalContract(make: MakePorts): ContractCase[] {
  return toCases(make, approvalCases)
}

/** Contract of `ArtifactStore`: bytes, hashes, ranges, pages, removal, isolation of owners. */
export function artifactStoreContract(make: MakePorts): ContractCase[] {
  return toCases(make, { ...bytesCases, ...pageCases })
}

/** Contract of `ArtifactStore.list` and `ArtifactStore.deleteOwner`, for stores whose artifacts are separate from the other data of their owners. */
export function artifactOwnerContract(make: MakePorts): ContractCase[] {
  return toCases(make, ownerArtifactCases)
}

/** Contract of `DraftStore`: one writer per version, unchanged texts, isolation of owners. */
export function draftStoreContract(make: MakePorts): ContractCase[] {
  return toCases(make, draftCases)
}

/** Contract of `EventLog`: stored events before live ones, without gaps and repetitions, for many readers, up to the end of the log. */
export function eventLogContract(make: MakePorts): ContractCase[] {
  return toCases(make, { ...readerCases, ...crowdCases })
}

/** Contract of `InteractionStore`: one accepted answer, deadlines, isolation of owners. */
export function interactionStoreContract(make: MakePorts): ContractCase[] {
  return toCases(make, { ...answerCases, ...raceCases })
}

/** Contract of `RateLimitStore`: bursts, refill, concurrent requests, isolation of owners. */
export function rateLimitContract(make: MakePorts): ContractCase[] {
  return toCases(make, rateLimitCases)
}

/** Contract of `RunStore`: leases, waiting for them, fencing, atomic commits, sequence numbers, unchanged values, cancel requests, isolation of owners. */
export function runStoreContract(make: MakePorts): ContractCase[] {
  return toCases(make, { ...leaseCases, ...leaseWaitCases, ...commitCases, ...valueCases, ...cancelCases, ...messageCases })
}

/** Contract of `SpendingStore`: spending of commits is added exactly once, for its owner. */
export function spendingContract(make: MakePorts): ContractCase[] {
  return toCases(make, spendingCases)
}

/** Contract of `ThreadStore`: order, retries, limits, list, search, deletion, isolation of owners. The cases of deletion need all ports. */
export function threadStoreContract(make: MakePorts): ContractCase[] {
  return toCases(make, { ...threadCases, ...listCases, ...deleteCases })
}

/** Contract of `TaskStore`: groups, claims, fencing, retries, deadlines, one decision, one report, changes with the commit of a run, isolation of owners. */
export function taskStoreContract(make: MakePorts): ContractCase[] {
  return toCases(make, { ...groupCases, ...claimCases, ...taskCommitCases })
}

/** Contract of `RunStore.abandoned`, for stores whose runs outlive their process: the runs that another process may continue. */
export function recoveryContract(make: MakePorts): ContractCase[] {
  return toCases(make, abandonedCases)
}

/** Contract of `StoreOperations`, for stores whose data outlive their process: export and removal of all data of one owner, retention, checks. */
export function operationsContract(make: MakeStore): ContractCase[] {
  return toCases(make, { ...ownerCases, ...pruneCases })
}

/** Contract of the option `maxOwnerRuns`, for stores that were created with the value 2. */
export function runQuotaContract(make: MakePorts): ContractCase[] {
  return toCases(make, quotaCases)
}
