import type { JsonSchema } from '@pf/core'
import { isRecord } from '@pf/core/internal'

const reference = {
  type: 'object',
  required: ['$artifact'],
  additionalProperties: false,
  properties: { $artifact: { type: 'string' }, path: { type: 'string' }, select: { type: 'array', items: { type: 'string' } }, limit: { type: 'integer' } },
  description: 'Data of a tool, by its ref.',
}

/** Maximum number of nested definitions. The registry validates the props in any case. */
const maxNesting = 12

/**
 * Converts the props schema of a component to the input schema of a tool: data props also accept references, `$ref` is expanded, and
 * keywords that are specific to the registry are removed.
 */
export function typedInput(propsSchema: JsonSchema): JsonSchema {
  const root = isRecord(propsSchema) ? propsSchema : {}
  const { $defs, ...rest } = root
  return convert(rest, isRecord($defs) ? $defs : {}, 0) as JsonSchema
}

function convert(schema: unknown, definitions: Record<string, unknown>, depth: number): unknown {
  if (Array.isArray(schema)) return schema.map((item) => convert(item, definitions, depth))
  if (!isRecord(schema)) return schema
  if (depth > maxNesting) return {}
  if (typeof schema.$ref === 'string') return convert(definitionOf(schema.$ref, definitions), definitions, depth + 1)
  const own = Object.entries(schema).filter(([key]) => !key.startsWith('x-'))
  const plain = Object.fromEntries(own.map(([key, value]) => [key, key === 'default' || key === 'enum' ? value : convert(value, definitions, depth + 1)]))
  return schema['x-data'] ? { anyOf: [plain, reference] } : plain
}

function definitionOf(ref: string, definitions: Record<string, unknown>): unknown {
  const name = ref.slice('#/$defs/'.length)
  return ref.startsWith('#/$defs/') && Object.hasOwn(definitions, name) ? definitions[name] : {}
}
