import type { Scope } from './owner.ts'

/** What `prune` removes: everything of a kind that was last changed before a time, in milliseconds since the epoch. */
export interface PrunePolicy {
  /** Finished runs with their events, questions and entries of the conversation. Runs that work or wait are kept. */
  runsBefore?: number
  draftsBefore?: number
  artifactsBefore?: number
}

/** Everything of one kind that an owner has stored. */
export type ExportedRecord = { kind: 'run' | 'interaction' | 'thread' | 'entry' | 'draft' | 'artifact'; data: unknown }

/** What an operator needs of a store whose data outlive the process. */
export interface StoreOperations {
  /** Removes what a policy calls old; resolves to the numbers of removed things. */
  prune(policy: PrunePolicy): Promise<{ runs: number; drafts: number; artifacts: number }>
  /** Everything that is stored of one owner; of artifacts their meta data, whose bytes `artifacts.get` reads. */
  exportOwner(scope: Scope): AsyncIterable<ExportedRecord>
  /** Removes everything that is stored of one owner. A run that is at work then stops. */
  deleteOwner(scope: Scope): Promise<void>
  /** Resolves when the store can be written; rejects with PfError `store_failed` otherwise. */
  check(): Promise<void>
}
