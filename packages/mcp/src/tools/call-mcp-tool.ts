import type { CallToolResult, Client, Tool } from '@modelcontextprotocol/client'
import { type JsonValue, PfError, type ToolContext } from '@pf/core'
import type { CallQueue } from './call-queue.ts'
import { type McpFile, readContent } from './read-content.ts'

/** The connection that calls of a server's tools go through. */
export interface ToolConnection {
  client: Client
  queue: CallQueue
  /** Milliseconds without progress after which a call fails. */
  timeoutMs: number
}

const maxErrorChars = 4_000

/**
 * Calls a tool. Returns its structured content when the tool declares an output schema, otherwise its text, links and files.
 * Throws PfError `tool_reported` with the tool's own error text, `tool_output_missing` when a declared output is missing, and `protocol` for a
 * result that the protocol does not allow.
 */
export async function callMcpTool(
  tool: Tool,
  args: Record<string, unknown>,
  { client, queue, timeoutMs, context }: ToolConnection & { context: ToolContext },
): Promise<JsonValue> {
  // The output schema is left out because the SDK would otherwise validate the result first and report violations with its own messages.
  const { outputSchema: _, ...toolDefinition } = tool
  const result = await queue
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
    .catch(rethrowOnOneLine)
  return readResult(tool, result, context)
}

/** The SDK describes a result that violates the protocol over many lines. The message is joined to one line, as a model reads only the first. */
function rethrowOnOneLine(thrown: unknown): never {
  const message = thrown instanceof Error ? thrown.message : ''
  if (!message.includes('\n')) throw thrown
  throw new PfError('protocol', message.slice(0, 2_000).replace(/\s+/g, ' ').slice(0, 300), { cause: thrown })
}

function readResult(tool: Tool, result: CallToolResult, context: ToolContext): JsonValue {
  const { text, links, files } = readContent(result.content ?? [])
  // An error result is not validated: the output schema describes successful results only.
  if (result.isError) throw new PfError('tool_reported', text === '' ? 'The tool reported an error without a message.' : text.slice(0, maxErrorChars))
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

/** Emits the files of a structured result as artifacts: the user gets them, and the model sees the structured content only. */
function emitFiles(files: readonly McpFile[], context: ToolContext): void {
  for (const [index, file] of files.entries())
    context.emitArtifact({ stream_id: `file-${index + 1}`, chunk: { ...file }, done: true, mode: 'replace', artifact_type: 'file' })
}
