import type { ReasoningEffort } from '../model/model.ts'

/** A route as it stands in the state of a run. */
export interface SavedRoute {
  model: string
  effort?: ReasoningEffort
}
