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
import { valueCases } from './run-store/value-cases.ts'
import { spendingCases } from './spending/spending-cases.ts'
import { type ContractCase, type MakePorts, type MakeStore, toCases } from './support/to-cases.ts'
import { claimCases } from './tasks/claim-cases.ts'
import { groupCases } from './tasks/group-cases.ts'
import { taskCommitCases } from './tasks/task-commit-cases.ts'
import { deleteCases } from './threads/delete-cases.ts'
import { listCases } from './threads/list-cases.ts'
import { threadCases } from './threads/thread-cases.ts'

/** The promises of `GrantStore`, `AuditStore` and `InteractionStore.waiting`: order, hash chains, roles, owners kept apart. */
export function approvalContract(make: MakePorts): ContractCase[] {
  return toCases(make, approvalCases)
}

/** The promises of `ArtifactStore`: bytes, hashes, ranges, pages, removal, owners kept apart. */
export function artifactStoreContract(make: MakePorts): ContractCase[] {
  return toCases(make, { ...bytesCases, ...pageCases })
}

/** The promises of `ArtifactStore.list` and `ArtifactStore.deleteOwner`, for stores whose artifacts are apart from the other data of their owners. */
export function artifactOwnerContract(make: MakePorts): ContractCase[] {
  return toCases(make, ownerArtifactCases)
}

/** The promises of `DraftStore`: one writer a version, texts unchanged, owners kept apart. */
export function draftStoreContract(make: MakePorts): ContractCase[] {
  return toCases(make, draftCases)
}

/** The promises of `EventLog`: stored then live, no gap, no repeat, many readers, an end. */
export function eventLogContract(make: MakePorts): ContractCase[] {
  return toCases(make, { ...readerCases, ...crowdCases })
}

/** The promises of `InteractionStore`: one answer is accepted, deadlines hold, owners are kept apart. */
export function interactionStoreContract(make: MakePorts): ContractCase[] {
  return toCases(make, { ...answerCases, ...raceCases })
}

/** The promises of `RateLimitStore`: bursts, refill, simultaneous requests, owners kept apart. */
export function rateLimitContract(make: MakePorts): ContractCase[] {
  return toCases(make, rateLimitCases)
}

/** The promises of `RunStore`: leases, waiting for them and fencing, atomic commits, seq, fidelity of values, requests to cancel, owners kept apart. */
export function runStoreContract(make: MakePorts): ContractCase[] {
  return toCases(make, { ...leaseCases, ...leaseWaitCases, ...commitCases, ...valueCases, ...cancelCases })
}

/** The promises of `SpendingStore`: what commits spend adds up, once, for their owner. */
export function spendingContract(make: MakePorts): ContractCase[] {
  return toCases(make, spendingCases)
}

/** The promises of `ThreadStore`: order, retries, limits, list, search, deletion, owners kept apart. Cases of the deletion need all ports. */
export function threadStoreContract(make: MakePorts): ContractCase[] {
  return toCases(make, { ...threadCases, ...listCases, ...deleteCases })
}

/** The promises of `TaskStore`: groups, claims and fencing, retries, deadlines, one decision, one report, changes with the commit of a run, owners kept apart. */
export function taskStoreContract(make: MakePorts): ContractCase[] {
  return toCases(make, { ...groupCases, ...claimCases, ...taskCommitCases })
}

/** The promises of `RunStore.abandoned`, for stores whose runs outlive their process: which runs another process may continue. */
export function recoveryContract(make: MakePorts): ContractCase[] {
  return toCases(make, abandonedCases)
}

/** The promises of `StoreOperations`, for stores whose data outlive their process: export and removal of everything of one owner, retention, checks. */
export function operationsContract(make: MakeStore): ContractCase[] {
  return toCases(make, { ...ownerCases, ...pruneCases })
}

/** The promises of the option `maxOwnerRuns`, for stores that were made with the value 2. */
export function runQuotaContract(make: MakePorts): ContractCase[] {
  return toCases(make, quotaCases)
}
