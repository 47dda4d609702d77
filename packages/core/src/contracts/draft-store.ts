import type { Lease } from './leases.ts'
import type { Scope } from './owner.ts'

/** A draft of the artifact-first strategy. */
export interface DraftRecord {
  draft_id: string
  state: 'drafting' | 'draft' | 'confirmed'
  version: number
  artifact_draft_text: string
  user_text: string
  artifact_final_text: string | null
  /** The version that was copied to `artifact_final_text`. */
  confirmed_version?: number
  /** The complete versions so far, oldest first. The last one is the current draft. */
  versions: DraftVersion[]
  /** The run of the newest generation. `error` is set if it produced no draft. */
  run_id: string
  error?: string
}

/** A complete version of a draft, kept for history and comparison. */
export interface DraftVersion {
  /** Counts from 1. */
  version: number
  artifact_text: string
  user_text: string
  /** The request of the user that led to this version. */
  request: string
  /** Milliseconds since the epoch. */
  created: number
}

/** Stores drafts by owner. A draft of another owner is treated as unknown. */
export interface DraftStore {
  load(scope: Scope, draft_id: string): Promise<DraftRecord | undefined>
  /** Resolves to false, and writes nothing, if the stored version is not `expect_version` (0 for a new draft) or if `lease` is given and lost. */
  save(scope: Scope, draft: DraftRecord, expect_version: number, lease?: Lease): Promise<boolean>
}
