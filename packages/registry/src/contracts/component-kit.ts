import type { AnswerRules } from './answer-rules.ts'
import type { Shape } from './shape.ts'
import type { StandaloneValidator } from './validator-types.ts'

/** The run-time code of one component, written by the generator. Imported separately from `@pf/registry/components/NAME`. */
export interface ComponentKit {
  readonly name: string
  readonly interactive: boolean
  readonly shape: readonly Shape[]
  /** Validates props as they are sent over the wire. */
  readonly full: StandaloneValidator
  /** Validates props that are still arriving. */
  readonly relaxed: StandaloneValidator
  /** The rules for the user's answers. Interactive components only. */
  readonly answer?: AnswerRules
}
