import type { Model } from '@pf/core'
import type { AgentOptions, ModelPrice } from '@pf/planner'
import type { Policy } from '@pf/registry'

/** What is evaluated: a model with the options of the agent that use it. */
export interface EvalConfiguration {
  /** Name in reports, at most 100 characters. */
  name: string
  model: Model
  /** The components and their descriptions. Default: the components of the suite from the registry of @pf/registry. */
  policy?: Policy
  /** Further options of the agent, such as `strategy`, `typedTools` in `richOutput`, `limits` or `system`. */
  agent?: Partial<Omit<AgentOptions, 'model' | 'tools' | 'ports' | 'now' | 'newId'>>
  /** Prices of a million tokens. Without them, costs are not measured. */
  price?: ModelPrice
  /** True if the model repeats recorded calls. Times are then not compared. */
  replayed?: boolean
}

/** What an evaluation may spend. It ends before the next run once a limit is reached; runs that have started are completed. */
export interface SpendingLimit {
  /** Input and output tokens. */
  tokens?: number
  /** Amount in the currency of the price. Requires a price. */
  cost?: number
}
