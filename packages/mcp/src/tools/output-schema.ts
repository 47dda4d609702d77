import type { JsonSchema } from '@pf/core'
import { isRecord } from '@pf/core/internal'

const contentProperties = {
  text: { type: 'string' },
  links: { type: 'array', items: { type: 'object', properties: { uri: { type: 'string' }, name: { type: 'string' } }, required: ['uri'] } },
  files: { type: 'array', artifact: true, items: { type: 'object' } },
  other: { type: 'array', description: 'Content of other kinds.' },
} as const

/** The output of a tool without an output schema: the text is for the model, files become artifacts. */
const unstructuredOutput: JsonSchema = {
  type: 'object',
  properties: { ...contentProperties, data: { description: 'Structured content without a schema.' } },
}

/** The output schema of a tool of an agent: what the server declares, and room for the content beside it. */
export function outputSchemaOf(declared: JsonSchema | undefined): JsonSchema {
  if (declared === undefined) return unstructuredOutput
  if (!isRecord(declared)) return declared
  const properties = isRecord(declared.properties) ? declared.properties : {}
  const content = { type: 'object', description: 'What the tool returned beside its structured result.', properties: contentProperties }
  return { ...declared, properties: { ...properties, [contentKey(declared)]: content } }
}

/** The name under which content beside a structured result is kept: one that the schema of the server does not use. */
export function contentKey(declared: unknown): string {
  const properties = isRecord(declared) && isRecord(declared.properties) ? declared.properties : {}
  let key = 'content'
  while (Object.hasOwn(properties, key)) key = `mcp_${key}`
  return key
}
