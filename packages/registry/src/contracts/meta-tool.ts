import type { JsonSchema } from '@pf/core'

/** A tool through which a model uses components: its face, not its code. */
export interface MetaTool {
  readonly name: string
  readonly description: string
  readonly input: JsonSchema
  readonly output?: JsonSchema
  /** The interactive component behind a ui_* tool. */
  readonly component?: string
}
