import type { ArtifactMeta, InteractionRecord, JsonValue, ThreadEntry } from '@pf/core'

/** What a step commit writes beside the events that are queued. */
export interface StepCommit {
  state?: JsonValue
  pending?: InteractionRecord[]
  thread?: ThreadEntry[]
  artifacts?: ArtifactMeta[]
}
