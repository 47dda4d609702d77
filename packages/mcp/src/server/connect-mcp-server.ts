import { Client, type Transport } from '@modelcontextprotocol/client'
import { PfError, type ToolDefinition } from '@pf/core'
import { requireNode } from '@pf/core/internal'
import { answerElicitation } from '../elicitation/answer-elicitation.ts'
import { measureSession } from '../telemetry/measure-session.ts'
import { createCallQueue } from '../tools/call-queue.ts'
import { listTools } from '../tools/list-tools.ts'
import { type SkippedTool, toToolDefinitions } from '../tools/to-tool-definitions.ts'
import { tolerantTransport } from './tolerant-transport.ts'

/** Options of `connectMcpServer`. */
export interface McpServerOptions {
  /** Prefix of the tool names: a letter followed by letters, digits and `_`, at most 24 characters. */
  name: string
  /** A transport of the official SDK: `StdioClientTransport` of `@modelcontextprotocol/client/stdio`, `StreamableHTTPClientTransport`, or any other. */
  transport: Transport
  /** Client name and version sent to the server. */
  client?: { name: string; version: string }
  /** Presents elicitation requests as forms through `ToolContext.pause`; calls then run one at a time. Default false: the capability is not announced. */
  elicitation?: boolean
  /** Called with the new tools after the server has announced a change. The tools of an agent are fixed, so create a new agent with them. */
  onToolsChanged?: (tools: ToolDefinition[]) => void
  /** The server's own names of the tools to use. Default: all. */
  allow?: readonly string[]
  /** Milliseconds to wait for the connection, for each page of tools, and for a call; progress restarts the timeout of a call. Default 60,000. */
  timeoutMs?: number
  /** Maximum number of tools; further tools are listed in `skipped`. Default 200. */
  maxTools?: number
}

/** A connected MCP server. */
export interface McpServer {
  readonly name: string
  /** The usable tools, named `NAME_TOOL`. */
  readonly tools: ToolDefinition[]
  /** Tools that cannot be used, with the reason. */
  readonly skipped: SkippedTool[]
  /** The client of the SDK, for features that this package does not map. */
  readonly client: Client
  close(): Promise<void>
}

/**
 * Connects to an MCP server and lists its tools. Throws PfError `invalid_config` for an invalid name, `network` if the server cannot be
 * reached, and `protocol` if its tools cannot be listed.
 */
export async function connectMcpServer(options: McpServerOptions): Promise<McpServer> {
  requireNode()
  const { name, elicitation = false, timeoutMs = 60_000 } = options
  if (!/^[A-Za-z][A-Za-z0-9_]{0,23}$/.test(name))
    throw new PfError(
      'invalid_config',
      `The server name ${JSON.stringify(String(name).slice(0, 40))} is invalid. Use a letter followed by letters, digits and _, at most 24 characters.`,
    )
  const queue = createCallQueue({ sequential: elicitation })
  const client = createClient(options, () => refresh())
  if (elicitation) client.setRequestHandler('elicitation/create', ({ params }) => answerElicitation(params, queue.current()))
  const { transport, odd } = tolerantTransport(options.transport)
  await connect(client, { ...options, transport })
  const session = measureSession(client)
  let current = await readTools()
  const server: McpServer = {
    name,
    client,
    get tools() {
      return current.tools
    },
    get skipped() {
      return current.skipped
    },
    close: () => {
      session.end()
      return client.close()
    },
  }
  return server

  async function readTools() {
    const listed = await listTools(client, timeoutMs)
    const { tools, skipped } = toToolDefinitions(listed, { server: name, client, queue, allow: options.allow, maxTools: options.maxTools ?? 200, timeoutMs })
    return { tools, skipped: [...odd.filter((each) => options.allow?.includes(each.name) ?? true), ...skipped] }
  }
  async function refresh() {
    current = await readTools()
    options.onToolsChanged?.(current.tools)
  }
}

function createClient({ client = { name: 'pf', version: '1.0.0' }, elicitation = false }: McpServerOptions, onToolsChanged: () => Promise<void>): Client {
  return new Client(client, {
    capabilities: elicitation ? { elicitation: { form: {} } } : {},
    versionNegotiation: { mode: 'auto' },
    listChanged: { tools: { autoRefresh: false, onChanged: () => void onToolsChanged().catch(() => undefined) } },
    // The agent validates results against the schema of the definition and reports violations to the model, so the SDK's own validation is disabled.
    jsonSchemaValidator: { getValidator: () => (data: unknown) => ({ valid: true, data: data as never, errorMessage: undefined }) },
  })
}

async function connect(client: Client, { name, transport, timeoutMs = 60_000 }: McpServerOptions): Promise<void> {
  try {
    await client.connect(transport, { timeout: timeoutMs })
  } catch (cause) {
    await client.close().catch(() => undefined)
    throw new PfError(
      'network',
      `The MCP server "${name}" could not be reached: ${cause instanceof Error ? cause.message.slice(0, 2_000).replace(/\s+/g, ' ').slice(0, 300) : 'unknown error'}.`,
      {
        cause,
      },
    )
  }
}

/** Joins the tools of several servers into one list for an agent. Throws PfError `invalid_config` if two servers or two tools have the same name. */
export function mergeServers(servers: readonly Pick<McpServer, 'name' | 'tools'>[]): ToolDefinition[] {
  const server = firstRepeated(servers.map(({ name }) => name))
  if (server !== undefined) throw new PfError('invalid_config', `Two MCP servers are named "${server}". Give each server its own name.`)
  const tools = servers.flatMap((each) => each.tools)
  const tool = firstRepeated(tools.map(({ name }) => name))
  if (tool !== undefined) throw new PfError('invalid_config', `Two tools of MCP servers are named "${tool}". Rename one of the servers.`)
  return tools
}

const firstRepeated = (names: readonly string[]) => names.find((name, index) => names.indexOf(name) !== index)
