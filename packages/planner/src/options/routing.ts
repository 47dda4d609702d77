import type { Model, ReasoningEffort } from '../model/model.ts'

/** A model that the router may choose. */
export interface ModelChoice {
  model: Model
  /** What it is good for, for the router. */
  description: string
}

/** Who decides how hard a run thinks, and among which models. */
export interface Routing {
  readonly router: Model
  /** By name; the default first. */
  readonly choices: ReadonlyMap<string, ModelChoice>
}

/** What a run thinks with. */
export interface Route {
  model: Model
  effort?: ReasoningEffort
}
