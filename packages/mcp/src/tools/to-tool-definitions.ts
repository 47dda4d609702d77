import type { Tool } from '@modelcontextprotocol/client'
import type { JsonSchema, ToolDefinition } from '@pf/core'
import { schemaFault } from '../schemas/schema-fault.ts'
import { callMcpTool } from './call-mcp-tool.ts'
import { plainOutput } from './plain-output.ts'
import { toolNames } from './tool-names.ts'
import type { ToolSource } from './tool-source.ts'

/** A tool that is left out. */
export interface SkippedTool {
  name: string
  reason: string
}

/** The tools of a server as an agent takes them; those whose schemas cannot be used are listed with the reason, and the others work. */
export function toToolDefinitions(listed: readonly Tool[], source: ToolSource): { tools: ToolDefinition[]; skipped: SkippedTool[] } {
  const wanted = source.allow ? listed.filter(({ name }) => source.allow?.includes(name)) : listed
  const names = toolNames(
    source.server,
    wanted.map(({ name }) => name),
  )
  const tools: ToolDefinition[] = []
  const skipped: SkippedTool[] = []
  for (const [index, tool] of wanted.entries()) {
    const reason = faultOf(tool)
    if (reason === undefined) tools.push(toDefinition(tool, names[index] ?? tool.name, source))
    else skipped.push({ name: tool.name, reason })
  }
  return { tools, skipped }
}

function faultOf({ inputSchema, outputSchema }: Tool): string | undefined {
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
    output: (tool.outputSchema as JsonSchema | undefined) ?? plainOutput,
    tags: ['mcp', source.server],
    sideEffects: annotations.readOnlyHint ? 'read' : 'external',
    // What a server says of itself is a hint: only an explicit promise lets a call run twice.
    idempotent: annotations.readOnlyHint === true || annotations.idempotentHint === true,
    // The SDK's own limit ends a silent call; this one ends a call that never stops reporting progress.
    timeoutMs: source.timeoutMs * 10,
    run,
  }
}

function descriptionOf({ name, title, description }: Tool): string {
  const text = (description ?? title ?? name).trim().slice(0, 4_000).toWellFormed()
  return text === '' ? name : text
}
