import type { Scope } from './owner.ts'

/** The data that `prune` removes: all records of a kind that were last changed before a time, in milliseconds since the epoch. */
export interface PrunePolicy {
  /** Finished runs with their events, questions and entries of the conversation. Active and waiting runs are kept. */
  runsBefore?: number
  draftsBefore?: number
  artifactsBefore?: number
}

/** One record of an owner's stored data. */
export type ExportedRecord = { kind: 'run' | 'interaction' | 'thread' | 'entry' | 'draft' | 'artifact'; data: unknown }

/** Operations for administrators of a store whose data outlive the process. */
export interface StoreOperations {
  /** Removes the data selected by a policy and resolves to the numbers of removed records. */
  prune(policy: PrunePolicy): Promise<{ runs: number; drafts: number; artifacts: number }>
  /** Yields all stored data of one owner. For artifacts it yields the metadata; `artifacts.get` reads the bytes. */
  exportOwner(scope: Scope): AsyncIterable<ExportedRecord>
  /** Removes all stored data of one owner. An active run of the owner stops. */
  deleteOwner(scope: Scope): Promise<void>
  /** Resolves if the store can be written; rejects with PfError `store_failed` otherwise. */
  check(): Promise<void>
}
