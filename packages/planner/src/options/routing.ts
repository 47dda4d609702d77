import type { Model, ReasoningEffort } from '../model/model.ts'

/** A model that the router can choose. */
export interface ModelChoice {
  model: Model
  /** A description for the router of what the model is good for. */
  description: string
}

/** The router and the models among which it chooses. */
export interface Routing {
  readonly router: Model
  /** The models by name; the default model is first. */
  readonly choices: ReadonlyMap<string, ModelChoice>
}

/** The model and effort of a run. */
export interface Route {
  model: Model
  effort?: ReasoningEffort
}
