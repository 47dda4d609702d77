import type { ActionFormat } from '../contracts/action.ts'
import type { JsonSchema } from '../contracts/json.ts'
import { isRecord } from '../json/is-record.ts'
import { setOwn } from '../json/set-own.ts'
import type { PromptTool } from './action-prompt.ts'

export interface ActionSchemaOptions {
  tools: readonly PromptTool[]
  /** `strict`: a union over the tools, each with its own args. `loose`: one flat object, for weak models. */
  mode: 'strict' | 'loose'
  /** `legacy` describes the five-field form. Default `auto`: the two-field form. */
  format?: ActionFormat
  /** Allow parallel plans. Default true. */
  plan?: boolean
  /** Allow background tasks. Default true. */
  task?: boolean
}

const text = { type: 'string' } as const
const anyObject = { type: 'object' } as const
const merge = { type: 'string', enum: ['HUMAN_GATED', 'APPEND', 'REPLACE'] } as const
/** Keys of a schema under which data stands, not schemas. */
const dataKeys = new Set(['const', 'enum', 'default', 'examples'])

/** A JSON Schema of one action, for `response_format`. `next_node` comes first, so that answers can stream. Spec 004. */
export function actionJsonSchema({ tools, mode, format = 'auto', plan = true, task = true }: ActionSchemaOptions): JsonSchema {
  if (format === 'legacy') return legacySchema(tools, plan)
  const opcodes = [...(plan ? ['plan'] : []), ...(task ? ['task'] : []), 'final_response']
  if (mode === 'loose') return branch({ type: 'string', enum: [...tools.map(({ name }) => name), ...opcodes] }, anyObject)
  const special = { plan: planArgs(tools), task: taskArgs(tools), final_response: answerArgs }
  const branches = tools.map(({ name, input }, index) => branch({ const: name }, movedTo(input, `#/anyOf/${index}/properties/args`)))
  return { type: 'object', anyOf: [...branches, ...opcodes.map((name) => branch({ const: name }, special[name as keyof typeof special]))] }
}

function branch(next: JsonSchema, args: JsonSchema): { [key: string]: unknown } {
  return { type: 'object', properties: { next_node: next, args }, required: ['next_node', 'args'], additionalProperties: false }
}

const answerArgs = {
  type: 'object',
  properties: {
    answer: { type: 'string', minLength: 1 },
    confidence: { type: 'number', minimum: 0, maximum: 1 },
    route: text,
    requires_followup: { type: 'boolean' },
    warnings: { type: 'array', items: text },
    sources: { type: 'array', items: { type: 'object', properties: { title: text, url: text, snippet: text }, required: ['title'] } },
    suggested_actions: {
      type: 'array',
      items: { type: 'object', properties: { action_id: text, label: text, params: anyObject }, required: ['action_id', 'label'] },
    },
    language: text,
  },
  required: ['answer'],
  additionalProperties: false,
}

function planArgs(tools: readonly PromptTool[]): JsonSchema {
  const node = toolName(tools)
  const step = { type: 'object', properties: { node, args: anyObject }, required: ['node', 'args'], additionalProperties: false }
  const join = { type: 'object', properties: { node, args: anyObject, inject: anyObject }, required: ['node'], additionalProperties: false }
  return { type: 'object', properties: { steps: { type: 'array', items: step, minItems: 1 }, join }, required: ['steps'], additionalProperties: false }
}

function taskArgs(tools: readonly PromptTool[]): JsonSchema {
  const properties = {
    name: text,
    mode: { type: 'string', enum: ['subagent', 'job'] },
    query: text,
    tool: toolName(tools),
    tool_args: anyObject,
    merge_strategy: merge,
    group: text,
    group_id: text,
    group_sealed: { type: 'boolean' },
    group_report: { type: 'string', enum: ['all', 'any', 'none'] },
    group_merge_strategy: merge,
    retain_turn: { type: 'boolean' },
  }
  return { type: 'object', properties, required: ['mode'], additionalProperties: false }
}

function toolName(tools: readonly PromptTool[]): JsonSchema {
  return tools.length === 0 ? text : { type: 'string', enum: tools.map(({ name }) => name) }
}

function legacySchema(tools: readonly PromptTool[], plan: boolean): JsonSchema {
  const orNull = (schema: JsonSchema) => ({ anyOf: [schema, { type: 'null' }] })
  const step = { type: 'object', properties: { node: toolName(tools), args: anyObject }, required: ['node', 'args'] }
  const properties = {
    thought: text,
    next_node: orNull(toolName(tools)),
    args: orNull(anyObject),
    plan: plan ? orNull({ type: 'array', items: step, minItems: 1 }) : { type: 'null' },
    join: plan ? orNull(anyObject) : { type: 'null' },
  }
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

/** Points the local references of an embedded schema to its new place. */
function movedTo(schema: unknown, place: string): JsonSchema {
  if (typeof schema === 'boolean') return schema ? anyObject : false
  return moveReferences(schema, place) as JsonSchema
}

function moveReferences(schema: unknown, place: string): unknown {
  if (Array.isArray(schema)) return schema.map((item) => moveReferences(item, place))
  if (!isRecord(schema)) return schema
  const moved: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(schema)) setOwn(moved, key, dataKeys.has(key) ? value : moveMember(key, value, place))
  return moved
}

function moveMember(key: string, value: unknown, place: string): unknown {
  const isLocal = key === '$ref' && typeof value === 'string' && (value === '#' || value.startsWith('#/'))
  return isLocal ? `${place}${value.slice(1)}` : moveReferences(value, place)
}
