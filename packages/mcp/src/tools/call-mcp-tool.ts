import type { CallToolResult, Client, Tool } from '@modelcontextprotocol/client'
import { type JsonValue, PfError, type ToolContext } from '@pf/core'
import { equalJson, isRecord } from '@pf/core/internal'
import { inCallSpan } from '../telemetry/in-call-span.ts'
import type { CallQueue } from './call-queue.ts'
import { contentKey } from './output-schema.ts'
import { type ResultContent, readContent } from './read-content.ts'

/** The connection through which the tools of a server are called. */
export interface ToolConnection {
  client: Client
  queue: CallQueue
  /** Milliseconds without progress after which a call fails. */
  timeoutMs: number
}

const maxErrorChars = 4_000

/**
 * Calls a tool. Returns its structured content if the tool declares an output schema, with the rest of the content under `contentKey`;
 * otherwise its text, links, files and other blocks. Throws PfError `tool_reported` with the tool's own error text, `tool_output_missing`
 * if a declared output is missing, and `protocol` for a result that the protocol does not allow.
 */
export async function callMcpTool(
  tool: Tool,
  args: Record<string, unknown>,
  { client, queue, timeoutMs, context }: ToolConnection & { context: ToolContext },
): Promise<JsonValue> {
  // The output schema is omitted because otherwise the SDK would validate the result first and report violations with its own messages.
  const { outputSchema: _, ...toolDefinition } = tool
  const result = await queue
    .run(context, () =>
      inCallSpan(client, tool.name, (metadata) =>
        client.callTool(
          { name: tool.name, arguments: args, ...(Object.keys(metadata).length > 0 ? { _meta: metadata } : {}) },
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
      ),
    )
    .catch(rethrowOnOneLine)
  return readResult(tool, result)
}

/**
 * Rethrows an error with its message on one line, because the SDK describes a result that violates the protocol over many lines, and a
 * model receives only the first.
 */
function rethrowOnOneLine(thrown: unknown): never {
  const message = thrown instanceof Error ? thrown.message : ''
  if (!message.includes('\n')) throw thrown
  throw new PfError('protocol', message.slice(0, 2_000).replace(/\s+/g, ' ').slice(0, 300), { cause: thrown })
}

function readResult(tool: Tool, result: CallToolResult): JsonValue {
  const content = readContent(result.content ?? [])
  const { text } = content
  // An error result is not validated: the output schema describes successful results only.
  if (result.isError) throw new PfError('tool_reported', text === '' ? 'The tool reported an error without a message.' : text.slice(0, maxErrorChars))
  const data = result.structuredContent as JsonValue | undefined
  if (tool.outputSchema === undefined) return { text, ...(data === undefined ? {} : { data }), ...listsOf(content) } as unknown as JsonValue
  if (data === undefined) throw new PfError('tool_output_missing', `The tool "${tool.name}" declares an output schema but returned no structured content.`)
  const beside = { ...(text === '' || repeats(text, data) ? {} : { text }), ...listsOf(content) }
  if (Object.keys(beside).length === 0 || !isRecord(data)) return data
  return { ...data, [contentKey(tool.outputSchema)]: beside } as unknown as JsonValue
}

function listsOf({ links, files, other }: ResultContent) {
  return { ...(links.length > 0 ? { links } : {}), ...(files.length > 0 ? { files } : {}), ...(other.length > 0 ? { other } : {}) }
}

/** True if the text repeats the structured content, as servers do for clients without support for it. */
function repeats(text: string, data: JsonValue): boolean {
  try {
    return equalJson(JSON.parse(text), data)
  } catch {
    return false
  }
}
