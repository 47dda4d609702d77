import type { JsonSchema } from '@pf/core'
import { isRecord } from '@pf/core/internal'

const contentProperties = {
  text: { type: 'string' },
  links: { type: 'array', items: { type: 'object', properties: { uri: { type: 'string' }, name: { type: 'string' } }, required: ['uri'] } },
  files: { type: 'array', artifact: true, items: { type: 'object' } },
  other: { type: 'array', description: 'Content of other kinds.' },
} as const

/** Output schema of a tool that declares none: the text is for the model, and files become artifacts. */
const unstructuredOutput: JsonSchema = {
  type: 'object',
  properties: { ...contentProperties, data: { description: 'Structured content without a schema.' } },
}

/** Returns the output schema of a tool of an agent: the schema declared by the server, extended by a property for the content beside the structured result. */
export function outputSchemaOf(declared: JsonSchema | undefined): JsonSchema {
  if (declared === undefined) return unstructuredOutput
  if (!isRecord(declared)) return declared
  const properties = isRecord(declared.properties) ? declared.properties : {}
  const content = { type: 'object', description: 'Content that the tool returned besides its structured result.', properties: contentProperties }
  return { ...declared, properties: { ...properties, [contentKey(declared)]: content } }
}

/** Returns the name of the property for content beside a structured result. The schema of the server does not use this name. */
export function contentKey(declared: unknown): string {
  const properties = isRecord(declared) && isRecord(declared.properties) ? declared.properties : {}
  let key = 'content'
  while (Object.hasOwn(properties, key)) key = `mcp_${key}`
  return key
}
