import type { JsonSchema } from '@pf/core'

/** The description of a tool through which a model uses components, without its implementation. */
export interface MetaTool {
  readonly name: string
  readonly description: string
  readonly input: JsonSchema
  readonly output?: JsonSchema
  /** The interactive component of a ui_* tool. */
  readonly component?: string
}
