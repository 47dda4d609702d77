import type { ArtifactMeta, JsonValue, ThreadEntry } from '@pf/core'

/** What a step commit writes beside the events that are queued. */
export interface StepCommit {
  state?: JsonValue
  thread?: ThreadEntry[]
  artifacts?: ArtifactMeta[]
}
