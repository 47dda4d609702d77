import type { ArtifactMeta, InteractionRecord, JsonValue, Lease, PfError, RunStore, Scope, SpendingEntry, TaskWrite, ThreadEntry } from '@pf/core'

/** Thrown inside a run that has lost its lease to another process. The run stops and writes nothing more. */
export class Fenced extends Error {
  constructor() {
    super('Another process holds the lease of this run.')
    this.name = 'Fenced'
  }
}

/** Thrown inside a run whose process is shutting down. The run stops at its current position, and another process continues it. */
export class HandedOver extends Fenced {}

/** What a step commit writes in addition to the queued events. */
export interface StepCommit {
  state?: JsonValue
  pending?: InteractionRecord[]
  thread?: ThreadEntry[]
  artifacts?: ArtifactMeta[]
  spending?: SpendingEntry[]
  tasks?: TaskWrite[]
  /** Further leases that must still be valid. */
  fences?: Lease[]
}

/** Options of a run writer. */
export interface RunWriterOptions {
  storage: RunStore
  scope: Scope
  run: { run_id: string; thread_id: string; parent_run_id?: string }
  /** Name of the agent, which is stored with the run. */
  agent: string
  lease: () => Lease
  now: () => number
  /** Called once per failed batch; the run should end. */
  onFailure: (error: Fenced | PfError) => void
  /** The end of the log, if the run was begun earlier. */
  from?: { last_seq: number; state_version: number }
}
