import type { Tool } from '@modelcontextprotocol/client'
import type { JsonSchema, ToolDefinition } from '@pf/core'
import { schemaFault } from '../schemas/schema-fault.ts'
import { callMcpTool, type ToolConnection } from './call-mcp-tool.ts'
import { outputSchemaOf } from './output-schema.ts'

/** A tool that cannot be used. */
export interface SkippedTool {
  /** The server's own name of the tool. */
  name: string
  reason: string
}

/** The server that provides the tools. */
export interface ToolSource extends ToolConnection {
  /** Prefix of the tool names. */
  server: string
  /** Names of the tools to use. Undefined: all. */
  allow: readonly string[] | undefined
  /** Maximum number of tools, after `allow`. */
  maxTools: number
}

/** Converts the tools of a server to tools of an agent. A tool with an unusable schema is listed in `skipped`; the others are not affected. */
export function toToolDefinitions(listed: readonly Tool[], source: ToolSource): { tools: ToolDefinition[]; skipped: SkippedTool[] } {
  const allowed = source.allow ? listed.filter(({ name }) => source.allow?.includes(name)) : listed
  const names = toolNames(
    source.server,
    allowed.map(({ name }) => name),
  )
  const tools: ToolDefinition[] = []
  const skipped: SkippedTool[] = []
  for (const [index, tool] of allowed.entries()) {
    const reason = index < source.maxTools ? skipReason(tool) : `the server has more than ${source.maxTools} tools; raise maxTools, or name the tools in allow`
    if (reason === undefined) tools.push(toDefinition(tool, names[index] ?? tool.name, source))
    else skipped.push({ name: tool.name, reason })
  }
  return { tools, skipped }
}

function skipReason({ inputSchema, outputSchema }: Tool): string | undefined {
  const input = schemaFault(inputSchema)
  if (input !== undefined) return `inputSchema: ${input}`
  const output = outputSchema === undefined ? undefined : schemaFault(outputSchema)
  return output === undefined ? undefined : `outputSchema: ${output}`
}

function toDefinition(tool: Tool, name: string, source: ToolSource): ToolDefinition {
  const { annotations = {} } = tool
  const run: ToolDefinition['run'] = (args, context) => callMcpTool(tool, args as Record<string, unknown>, { ...source, context })
  return {
    name,
    description: descriptionOf(tool),
    input: tool.inputSchema as JsonSchema,
    output: outputSchemaOf(tool.outputSchema as JsonSchema | undefined),
    tags: ['mcp', source.server, ...annotatedTags(annotations)],
    // What a server returns was not written by the host, whatever its annotations say.
    source: 'untrusted',
    sideEffects: annotations.readOnlyHint ? 'read' : 'external',
    // Annotations are hints. A call may be repeated only if the server states explicitly that this is safe.
    idempotent: annotations.readOnlyHint === true || annotations.idempotentHint === true,
    // The SDK's own timeout ends a call without progress. This one ends a call that reports progress indefinitely.
    timeoutMs: source.timeoutMs * 10,
    run,
  }
}

/** Returns tags for approval rules. Annotations come from the server, so they can only require an approval, never remove that requirement. */
function annotatedTags({ destructiveHint, openWorldHint }: NonNullable<Tool['annotations']>): string[] {
  return [...(destructiveHint === true ? ['destructive'] : []), ...(openWorldHint === true ? ['open_world'] : [])]
}

function descriptionOf({ name, title, description }: Tool): string {
  const text = (description ?? title ?? name).trim().slice(0, 4_000).toWellFormed()
  return text === '' ? name : text
}

const maxNameChars = 64

/**
 * Returns names for the tools of a server that an agent accepts: `SERVER_TOOL`, with `_` for every other character. A name that is too long
 * or not unique ends with a short hash of the tool's own name, so that it is the same in every process.
 */
export function toolNames(server: string, names: readonly string[]): string[] {
  const plain = names.map((name) => `${server}_${name.replace(/[^A-Za-z0-9_.-]/g, '_')}`)
  const counts = new Map<string, number>()
  for (const name of plain) counts.set(name, (counts.get(name) ?? 0) + 1)
  return plain.map((name, index) => {
    if (name.length <= maxNameChars && counts.get(name) === 1) return name
    const suffix = `_${fnv1a(`${names[index]}#${counts.get(name) === 1 || new Set(names).size === names.length ? '' : index}`)}`
    return `${name.slice(0, maxNameChars - suffix.length)}${suffix}`
  })
}

/** Returns the 32-bit FNV-1a hash as eight hexadecimal digits. */
function fnv1a(text: string): string {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
