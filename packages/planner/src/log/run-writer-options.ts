import type { Lease, PfError, RunStore, Scope } from '@pf/core'
import type { Fenced } from './fenced.ts'

/** Options of a run writer. */
export interface RunWriterOptions {
  storage: RunStore
  scope: Scope
  run: { run_id: string; thread_id: string; parent_run_id?: string }
  lease: () => Lease
  now: () => number
  /** Called once per failed batch; the run should end. */
  onFailure: (error: Fenced | PfError) => void
  /** The end of the log, when the run was begun earlier. */
  from?: { last_seq: number; state_version: number }
}
