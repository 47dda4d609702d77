import type { ActionFormat, Opcode } from '../../contracts/action.ts'
import type { JsonSchema } from '../../contracts/json.ts'
import type { PromptTool } from './action-prompt.ts'
import { embedSchema } from './embed-schema.ts'
import { answerArgs, closedObject, legacyAction, openObject, planArgs, taskArgs } from './opcode-schemas.ts'

export interface ActionSchemaOptions {
  tools: readonly PromptTool[]
  /** `strict` is a union over the tools, each with its own `args`. `loose` is one flat object, for less capable models. */
  mode: 'strict' | 'loose'
  /** `legacy` describes the five-field form, in both modes as one flat object. Default `auto`: the two-field form. */
  format?: ActionFormat
  /** Allows parallel plans. Default true. */
  plan?: boolean
  /** Allows background tasks, which the five-field form does not support. Default true. */
  task?: boolean
}

/**
 * Builds a JSON Schema (2020-12) of one action, for `response_format`. The result shares no objects with the schemas of the tools.
 * `next_node` comes first, so that answers can be streamed. OpenAI does not accept either mode with `strict: true`. Throws PfError
 * `too_deep` if a tool's schema exceeds 1,000 levels.
 */
export function actionJsonSchema({ tools, mode, format = 'auto', plan = true, task = true }: ActionSchemaOptions): JsonSchema {
  if (format === 'legacy') return legacyAction(tools, plan)
  const opcodes: Opcode[] = [...(plan ? ['plan' as const] : []), ...(task ? ['task' as const] : []), 'final_response']
  if (mode === 'loose') return action({ type: 'string', enum: [...tools.map(({ name }) => name), ...opcodes] }, openObject())
  const { branches, $defs } = toolBranches(tools)
  const union = { type: 'object', anyOf: [...branches, ...opcodes.map((name) => action({ const: name }, opcodeArgs[name](tools)))] }
  return Object.keys($defs).length > 0 ? { ...union, $defs } : union
}

const opcodeArgs = { plan: planArgs, task: taskArgs, final_response: answerArgs } satisfies Record<Opcode, (tools: readonly PromptTool[]) => JsonSchema>

const action = (next_node: JsonSchema, args: JsonSchema) => closedObject({ next_node, args }, ['next_node', 'args'])

/** Moves a schema with references into `$defs`, because some engines for constrained output do not resolve references inside the items of a union. */
function toolBranches(tools: readonly PromptTool[]) {
  const $defs: Record<string, JsonSchema> = {}
  const branches = tools.map(({ name, input }, index) => {
    const place = `tool_${index}`
    const { schema, refers } = embedSchema(input, `#/$defs/${place}`)
    if (refers) $defs[place] = schema
    return action({ const: name }, refers ? { $ref: `#/$defs/${place}` } : schema)
  })
  return { branches, $defs }
}
