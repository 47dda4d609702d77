import type { JsonSchema } from '@pf/core'
import type { MetaTool } from '../contracts/meta-tool.ts'
import { componentFlags } from '../generated/component-flags.ts'
import { metaToolList } from '../generated/meta-tools.ts'
import type { Policy } from '../policy/policy.ts'

/** Returns the meta-tools under a policy: names are limited to enabled components, and there are ui_* tools only for these. */
export function metaTools(policy: Policy): MetaTool[] {
  return (policy.registry?.tools ?? metaToolList)
    .filter((tool) => tool.component === undefined || policy.allows(tool.component))
    .map((tool) => narrow(tool, policy))
}

function narrow(tool: MetaTool, policy: Policy): MetaTool {
  if (tool.name === 'render_component')
    return withNames(
      tool,
      'component',
      policy.allowlist.filter((name) => !(policy.registry?.flags ?? componentFlags).get(name)?.interactive),
    )
  if (tool.name === 'describe_component') return withNames(tool, 'name', policy.allowlist)
  return tool
}

function withNames(tool: MetaTool, property: string, names: readonly string[]): MetaTool {
  const input = tool.input as { properties: Record<string, object> }
  return { ...tool, input: { ...input, properties: { ...input.properties, [property]: { ...input.properties[property], enum: names } } } }
}

/** The properties of a component that its tool describes. */
export interface InteractiveComponent {
  readonly name: string
  readonly description: string
  readonly propsSchema: JsonSchema
  readonly resultSchema?: JsonSchema
}

/** Returns the tool through which a model uses an interactive component. */
export function interactiveTool({ name, description, propsSchema, resultSchema }: InteractiveComponent): MetaTool {
  return {
    name: `ui_${name}`,
    description: `${description.split('\n')[0]} The run waits; the user's answer is the result of this call.`,
    input: propsSchema,
    ...(resultSchema === undefined ? {} : { output: resultSchema }),
    component: name,
  }
}
