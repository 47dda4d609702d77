import type { CallToolResult, Tool } from '@modelcontextprotocol/client'
import { isRecord } from '@pf/core/internal'
import { Ajv, type AnySchemaObject } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { readContent } from '../tools/read-content.ts'
import { type Check, check, metadataFields } from './check-declaration.ts'

/** Checks a result against the declaration of its tool: structured content, validity, metadata, the same content as JSON text, and a readable summary. */
export function checkResult(tool: Tool, result: CallToolResult, standard: boolean): Check[] {
  const { text } = readContent(result.content ?? [])
  const called = check('called', !result.isError, ['The sample call worked.', `The sample call failed: ${text.slice(0, 200)}`])
  const { structuredContent: value } = result
  if (result.isError || tool.outputSchema === undefined) return [called, checkSummary(text)]
  const fault = value === undefined ? undefined : valueFault(tool.outputSchema, value)
  return [
    called,
    check('structured_content', value !== undefined, ['The tool returns structuredContent.', 'The tool declares an output and returned no structuredContent.']),
    ...(value === undefined
      ? []
      : [
          check('valid_output', fault === undefined, ['structuredContent fits the outputSchema.', `structuredContent does not fit: ${fault ?? ''}`]),
          checkJsonText(result, value),
        ]),
    ...(standard && value !== undefined ? [checkMetadata(tool, value)] : []),
    checkSummary(text),
  ]
}

function valueFault(schema: NonNullable<Tool['outputSchema']>, value: unknown): string | undefined {
  const dialect = typeof schema.$schema === 'string' ? schema.$schema : ''
  const settings = { strict: false, validateFormats: false, logger: false, ownProperties: true } as const
  try {
    const ajv = dialect.includes('draft-0') ? new Ajv(settings) : new Ajv2020(settings)
    return ajv.validate(schema as AnySchemaObject, value) ? undefined : ajv.errorsText()
  } catch (error) {
    return error instanceof Error ? error.message : 'the schema does not compile'
  }
}

/** Clients without support for structured content read the same JSON from a text block. */
function checkJsonText({ content = [] }: CallToolResult, value: unknown): Check {
  const same = content.some((block) => block.type === 'text' && isSameJson(block.text, value))
  return check('json_text', same, ['A text block has the same JSON.', 'No text block has the structured content as JSON.'])
}

function isSameJson(text: string, value: unknown): boolean {
  try {
    return sortedJson(JSON.parse(text)) === sortedJson(value)
  } catch {
    return false
  }
}

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))) : part,
  )
}

function checkMetadata({ name }: Tool, value: unknown): Check {
  const metadata = isRecord(value) && isRecord(value._metadata) ? value._metadata : {}
  const missing = metadataFields.filter((field) => typeof metadata[field] !== 'string' || metadata[field] === '')
  const misnamed = missing.length === 0 && metadata.tool_name !== name ? [`tool_name is "${String(metadata.tool_name)}"`] : []
  const undated = missing.length === 0 && Number.isNaN(Date.parse(String(metadata.executed_at))) ? ['executed_at is not a date'] : []
  const faults = [...missing.map((field) => `${field} is missing`), ...misnamed, ...undated]
  return check('metadata', faults.length === 0, ['_metadata is complete.', `_metadata: ${faults.join(', ')}.`])
}

/** A result needs a sentence that people and models can read, besides the JSON. */
function checkSummary(text: string): Check {
  const readable = text.split('\n').some((line) => /\p{L}{2,}/u.test(line) && !/^\s*[{[]/.test(line))
  return check('summary', readable, ['content has a readable summary.', 'content has no readable summary.'])
}
