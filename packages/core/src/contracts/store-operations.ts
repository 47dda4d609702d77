import type { Scope } from './owner.ts'

/** The data that `prune` removes: all records of a kind that were last changed before a time, in milliseconds since the epoch. A kind without a time is kept. */
export interface PrunePolicy {
  /**
   * Finished runs with their events, questions and entries of the conversation, and with the paused runs that they continue; runs that never
   * began; and the accounts of runs, threads and days. A thread is removed with its last run, together with the approvals that hold in it. Active
   * and waiting runs are kept.
   */
  runsBefore?: number
  /**
   * Runs that have not finished and on which no process has worked since: they wait for an answer or for a front-end tool, or no process runs
   * their agent. Also groups of background tasks in this state, unless one of their tasks is to begin later.
   */
  unfinishedBefore?: number
  draftsBefore?: number
  artifactsBefore?: number
  /** Groups of background tasks that have ended and have nothing to report or to approve. */
  tasksBefore?: number
  /** Approvals that hold longer than one call, by the time at which they were given. */
  grantsBefore?: number
}

/** The numbers of removed records. `tasks` counts groups. */
export interface PruneResult {
  runs: number
  drafts: number
  artifacts: number
  tasks: number
  grants: number
}

/** One record of an owner's stored data. A `run` contains its events, and a `task_group` its tasks. */
export interface ExportedRecord {
  kind: 'run' | 'interaction' | 'thread' | 'entry' | 'draft' | 'artifact' | 'grant' | 'audit' | 'spending' | 'task_group' | 'rate_limit'
  data: unknown
}

/** Operations for administrators of a store whose data outlive the process. */
export interface StoreOperations {
  /**
   * Removes the data selected by a policy. Independently of the policy, it also removes data without further use: expired leases and artifacts, rate
   * limits that are full again, and the bytes of uploads that never ended. Works in small steps; several calls may run at the same time.
   */
  prune(policy: PrunePolicy): Promise<PruneResult>
  /**
   * Yields all stored data of one owner. For artifacts it yields the metadata; `artifacts.get` reads the bytes. Artifacts in another store than this
   * one are listed by `list` of that store.
   */
  exportOwner(scope: Scope): AsyncIterable<ExportedRecord>
  /**
   * Removes all stored data of one owner, in small steps. An active run of the owner stops. Data that the owner stores during the removal may
   * remain. Artifacts in another store than this one are removed by `deleteOwner` of that store.
   */
  deleteOwner(scope: Scope): Promise<void>
  /** Resolves if the store can be written; rejects with PfError `store_failed` otherwise. */
  check(): Promise<void>
}
