import type { CallToolResult, Tool } from '@modelcontextprotocol/client'
import { type JsonValue, PfError, type ToolContext } from '@pf/core'
import { emitFiles } from './emit-files.ts'
import { readContent } from './read-content.ts'
import type { ToolSource } from './tool-source.ts'

/** A call and the run that it belongs to. */
export type McpCall = ToolSource & { context: ToolContext }

/**
 * Calls a tool and gives what a program can use: its structured content where it declares a schema, else its text, links and files. Throws PfError
 * `tool_failed` with all that the tool said of its failure, and `tool_output_missing` when it declares a schema and returns nothing structured.
 */
export async function callMcpTool(tool: Tool, args: Record<string, unknown>, call: McpCall): Promise<JsonValue> {
  const { client, gate, context, timeoutMs } = call
  const result = await gate.run(context, () =>
    client.callTool(
      { name: tool.name, arguments: args },
      {
        signal: context.signal,
        timeout: timeoutMs,
        resetTimeoutOnProgress: true,
        toolDefinition: tool,
        onprogress: ({ progress, total, message }) =>
          context.progress({
            ...(total !== undefined && total > 0 ? { fraction: Math.min(1, progress / total) } : {}),
            ...(message === undefined ? {} : { text: message }),
          }),
      },
    ),
  )
  return readResult(tool, result, context)
}

function readResult(tool: Tool, result: CallToolResult, context: ToolContext): JsonValue {
  const { text, links, files } = readContent(result.content ?? [])
  // A failure is never held to the schema of a success.
  if (result.isError) throw new PfError('tool_reported', text === '' ? 'The tool reported an error and did not say which.' : text.slice(0, mostErrorChars))
  if (tool.outputSchema !== undefined) {
    if (result.structuredContent === undefined)
      throw new PfError('tool_output_missing', `The tool "${tool.name}" declares an output schema and returned no structured content.`)
    emitFiles(files, context)
    return result.structuredContent as JsonValue
  }
  const data = result.structuredContent
  return {
    text,
    ...(data === undefined ? {} : { data: data as JsonValue }),
    ...(links.length > 0 ? { links } : {}),
    ...(files.length > 0 ? { files } : {}),
  } as unknown as JsonValue
}

const mostErrorChars = 4_000
