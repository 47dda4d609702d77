import type { ArtifactMeta, InteractionRecord, JsonValue, Lease, ThreadEntry } from '@pf/core'

/** What a step commit writes beside the events that are queued. */
export interface StepCommit {
  state?: JsonValue
  pending?: InteractionRecord[]
  thread?: ThreadEntry[]
  artifacts?: ArtifactMeta[]
  /** Leases beside the run's own that must still be held. */
  fences?: Lease[]
}
