import type { ArtifactMeta, InteractionRecord, JsonValue, Lease, ThreadEntry } from '@pf/core'

/** What a step commit writes in addition to the queued events. */
export interface StepCommit {
  state?: JsonValue
  pending?: InteractionRecord[]
  thread?: ThreadEntry[]
  artifacts?: ArtifactMeta[]
  /** Further leases that must still be valid. */
  fences?: Lease[]
}
