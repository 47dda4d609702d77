import type { CallToolResult, Tool } from '@modelcontextprotocol/client'
import { type JsonValue, PfError, type ToolContext } from '@pf/core'
import { emitFiles } from './emit-files.ts'
import { readContent } from './read-content.ts'
import type { ToolSource } from './tool-source.ts'

/** A call and the run that it belongs to. */
export type McpCall = ToolSource & { context: ToolContext }

/**
 * Calls a tool and gives what a program can use: its structured content where it declares a schema, else its text, links and files. Throws PfError
 * `tool_failed` with all that the tool said of its failure, `tool_output_missing` when it declares a schema and returns nothing structured, and `protocol` for a result that
 * no MCP server may send.
 */
export async function callMcpTool(tool: Tool, args: Record<string, unknown>, call: McpCall): Promise<JsonValue> {
  const { client, gate, context, timeoutMs } = call
  // Without its schema: the SDK's own check would say first, and in its words, what is said below.
  const { outputSchema: _, ...toolDefinition } = tool
  const result = await gate
    .run(context, () =>
      client.callTool(
        { name: tool.name, arguments: args },
        {
          signal: context.signal,
          timeout: timeoutMs,
          resetTimeoutOnProgress: true,
          toolDefinition,
          onprogress: ({ progress, total, message }) =>
            context.progress({
              ...(total !== undefined && total > 0 ? { fraction: Math.min(1, progress / total) } : {}),
              ...(message === undefined ? {} : { text: message }),
            }),
        },
      ),
    )
    .catch(toReadable)
  return readResult(tool, result, context)
}

/** What the SDK says of a result outside the protocol is a list over many lines, of which a model would read the first. */
function toReadable(thrown: unknown): never {
  const message = thrown instanceof Error ? thrown.message : ''
  if (!message.includes('\n')) throw thrown
  throw new PfError('protocol', message.slice(0, 2_000).replace(/\s+/g, ' ').slice(0, 300), { cause: thrown })
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
