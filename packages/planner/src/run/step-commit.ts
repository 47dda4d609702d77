import type { ArtifactMeta, JsonValue, PendingRecord, ThreadEntry } from '@pf/core'

/** What a step commit writes beside the events that are queued. */
export interface StepCommit {
  state?: JsonValue
  pending?: PendingRecord[]
  thread?: ThreadEntry[]
  artifacts?: ArtifactMeta[]
}
