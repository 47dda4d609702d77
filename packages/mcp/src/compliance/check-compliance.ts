import type { CallToolResult, Client, Tool } from '@modelcontextprotocol/client'
import { isRecord, metadataFields } from '@pf/core/internal'
import { compileServerSchema } from '../schemas/schema-fault.ts'
import { listTools } from '../tools/list-tools.ts'
import { readContent } from '../tools/read-content.ts'
import { type Check, check, checkDeclaration } from './check-declaration.ts'

/** Checks a result against the declaration of its tool: structured content, validity, metadata, the same content as JSON text, and a readable summary. */
function checkResult(tool: Tool, result: CallToolResult, standard: boolean): Check[] {
  const { text } = readContent(result.content ?? [])
  const called = check('called', !result.isError, ['The sample call succeeded.', `The sample call failed: ${text.slice(0, 200)}`])
  const { structuredContent: value } = result
  if (result.isError || tool.outputSchema === undefined) return [called, checkSummary(text)]
  const fault = value === undefined ? undefined : valueFault(tool.outputSchema, value)
  return [
    called,
    check('structured_content', value !== undefined, ['The tool returns structuredContent.', 'The tool declares an output but returned no structuredContent.']),
    ...(value === undefined
      ? []
      : [
          check('valid_output', fault === undefined, [
            'structuredContent matches the outputSchema.',
            `structuredContent does not match the outputSchema: ${fault ?? ''}`,
          ]),
          checkJsonText(result, value),
        ]),
    ...(standard && value !== undefined ? [checkMetadata(tool, value)] : []),
    checkSummary(text),
  ]
}

function valueFault(schema: NonNullable<Tool['outputSchema']>, value: unknown): string | undefined {
  const compiled = compileServerSchema(schema)
  if (!compiled.ok) return compiled.reason
  const result = compiled.check(value)
  if (result.ok) return undefined
  if (result.stopped) return 'its check takes too long'
  return result.errors
    .slice(0, 20)
    .map(({ instancePath, message }) => `data${instancePath} ${message ?? 'does not match'}`)
    .join(', ')
}

/** Checks that a text block contains the same JSON, because clients without support for structured content read the JSON from there. */
function checkJsonText({ content = [] }: CallToolResult, value: unknown): Check {
  const same = content.some((block) => block.type === 'text' && isSameJson(block.text, value))
  return check('json_text', same, ['A text block contains the same JSON.', 'No text block contains the structured content as JSON.'])
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

/** Checks that a result has a summary in words besides the JSON. */
function checkSummary(text: string): Check {
  const readable = text.split('\n').some((line) => /\p{L}{2,}/u.test(line) && !/^\s*[{[]/.test(line))
  return check('summary', readable, ['content has a readable summary.', 'content has no readable summary.'])
}

/** The checks of one tool. */
export interface ToolReport {
  tool: string
  checks: Check[]
  /** Paths in the output of the tool that later calls of a plan can reference, such as `$N.output.artifact.title`. */
  references: string[]
}

/** The result of `checkCompliance`. */
export interface ComplianceReport {
  /** True if no check failed. */
  ok: boolean
  tools: ToolReport[]
  /** The report as lines for a terminal. */
  text: string
}

/** Options of `checkCompliance`. */
export interface ComplianceOptions {
  /** Arguments of one harmless call per tool name. Tools without an entry are checked without being called. */
  samples?: Readonly<Record<string, Record<string, unknown>>>
  /** Require the standard shape (artifact_id, artifact, _metadata) of every output. Default true. */
  standard?: boolean
  /** Milliseconds that a sample call may take without progress. Default 30,000. */
  timeoutMs?: number
}

/**
 * Runs the compliance checklist for every tool of a server: declared output, structured content, the same content as JSON text, complete
 * metadata and a readable summary. Throws PfError `protocol` if the tools cannot be listed.
 */
export async function checkCompliance(client: Client, options: ComplianceOptions = {}): Promise<ComplianceReport> {
  const tools: ToolReport[] = []
  for (const tool of await listTools(client)) tools.push(await reportOf(client, tool, options))
  const ok = tools.every(({ checks }) => checks.every(({ status }) => status !== 'fail'))
  return { ok, tools, text: tools.map(toText).join('\n') }
}

async function reportOf(client: Client, tool: Tool, { samples = {}, standard = true, timeoutMs = 30_000 }: ComplianceOptions): Promise<ToolReport> {
  const { checks, references } = checkDeclaration(tool, standard)
  const sample = Object.hasOwn(samples, tool.name) ? samples[tool.name] : undefined
  if (sample === undefined)
    return { tool: tool.name, references, checks: [...checks, { id: 'called', status: 'skip', detail: 'There are no sample arguments for this tool.' }] }
  try {
    const result = await client.callTool({ name: tool.name, arguments: sample }, { timeout: timeoutMs, toolDefinition: tool })
    return { tool: tool.name, references, checks: [...checks, ...checkResult(tool, result, standard)] }
  } catch (error) {
    return { tool: tool.name, references, checks: [...checks, { id: 'called', status: 'fail', detail: messageOf(error) }] }
  }
}

const messageOf = (error: unknown) => (isRecord(error) && typeof error.message === 'string' ? error.message.slice(0, 300) : 'The call failed.')

function toText({ tool, checks, references }: ToolReport): string {
  const lines = checks.map(({ id, status, detail }) => `  ${status.toUpperCase().padEnd(4)} ${id}: ${detail}`)
  return [tool, ...lines, `  output: ${references.join(', ') || 'nothing to reference'}`].join('\n')
}
