import type { AnswerRules } from './answer-rules.ts'
import type { Shape } from './shape.ts'
import type { StandaloneValidator } from './validator-types.ts'

/** What runs for one component; made by the generator, imported one by one from `@pf/registry/components/NAME`. */
export interface ComponentKit {
  readonly name: string
  readonly interactive: boolean
  readonly shape: readonly Shape[]
  /** Props as they go over the wire. */
  readonly full: StandaloneValidator
  /** Props that are still arriving. */
  readonly relaxed: StandaloneValidator
  /** What is known of the user's answers; interactive components only. */
  readonly answer?: AnswerRules
}
