import type { JsonSchema } from '@pf/core'
import type { MetaTool } from '../contracts/meta-tool.ts'

/** What a tool says of the component behind it. */
export interface InteractiveComponent {
  readonly name: string
  readonly description: string
  readonly propsSchema: JsonSchema
  readonly resultSchema?: JsonSchema
}

/** The tool through which a model uses an interactive component. */
export function interactiveTool({ name, description, propsSchema, resultSchema }: InteractiveComponent): MetaTool {
  return {
    name: `ui_${name}`,
    description: `${description.split('\n')[0]} The run waits; the user's answer is the result of this call.`,
    input: propsSchema,
    ...(resultSchema === undefined ? {} : { output: resultSchema }),
    component: name,
  }
}
