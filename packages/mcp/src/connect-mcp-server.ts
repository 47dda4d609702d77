import { Client, type Transport } from '@modelcontextprotocol/client'
import { PfError, type ToolDefinition } from '@pf/core'
import { createCallGate } from './call-gate.ts'
import { answerElicitation } from './elicit/answer-elicitation.ts'
import { listTools } from './tools/list-tools.ts'
import { type SkippedTool, toToolDefinitions } from './tools/to-tool-definitions.ts'

/** How a server is reached and used. */
export interface McpServerOptions {
  /** Prefix of its tools' names: a letter, then letters, digits and `_`, at most 24. */
  name: string
  /** Of the official SDK: `StdioClientTransport` of `@modelcontextprotocol/client/stdio`, `StreamableHTTPClientTransport`, or any other. */
  transport: Transport
  /** How we introduce ourselves. */
  client?: { name: string; version: string }
  /** Its questions become forms (ToolContext.pause); calls then run one after the other. Default false: it is told that nobody can be asked. */
  elicitation?: boolean
  /** Called after the server has said that its tools changed, with the new ones; an agent is made of a fixed list, so make a new agent. */
  onToolsChanged?: (tools: ToolDefinition[]) => void
  /** Names of tools to use; default all. */
  allow?: readonly string[]
  /** Longest silence of the server in milliseconds: as it is reached, lists its tools, and in a call, where progress starts it anew. Default 60,000. */
  timeoutMs?: number
  /** Tools that the server lists; more are left out. Default 200. */
  maxTools?: number
}

/** A connected server. */
export interface McpServer {
  readonly name: string
  /** Its usable tools, named `NAME_TOOL`. */
  readonly tools: ToolDefinition[]
  /** Tools that cannot be used, and why. */
  readonly skipped: SkippedTool[]
  /** The SDK's client, for what is not mapped here. */
  readonly client: Client
  close(): Promise<void>
}

/** Connects to an MCP server and reads its tools, all pages. Throws PfError `invalid_config`, and `network` when it cannot be reached. */
export async function connectMcpServer(options: McpServerOptions): Promise<McpServer> {
  const { name, elicitation = false, timeoutMs = 60_000 } = options
  if (!/^[A-Za-z][A-Za-z0-9_]{0,23}$/.test(name))
    throw new PfError(
      'invalid_config',
      `The server name ${JSON.stringify(String(name).slice(0, 40))} is not a letter followed by letters, digits and _, at most 24.`,
    )
  const gate = createCallGate(elicitation)
  const client = createClient(options, () => refresh())
  if (elicitation) client.setRequestHandler('elicitation/create', ({ params }) => answerElicitation(params, gate.current()))
  await connect(client, options)
  let current = await read()
  const server: McpServer = {
    name,
    client,
    get tools() {
      return current.tools
    },
    get skipped() {
      return current.skipped
    },
    close: () => client.close(),
  }
  return server

  async function read() {
    const listed = await listTools(client, { most: options.maxTools ?? 200, timeoutMs })
    return toToolDefinitions(listed, { server: name, client, gate, allow: options.allow, timeoutMs })
  }
  async function refresh() {
    current = await read()
    options.onToolsChanged?.(current.tools)
  }
}

function createClient({ client = { name: 'pf', version: '1.0.0' }, elicitation = false }: McpServerOptions, changed: () => Promise<void>): Client {
  return new Client(client, {
    capabilities: elicitation ? { elicitation: { form: {} } } : {},
    versionNegotiation: { mode: 'auto' },
    listChanged: { tools: { autoRefresh: false, onChanged: () => void changed().catch(() => undefined) } },
    // Results are checked where all tools' results are: against the schema of the definition, with faults that the model can read.
    jsonSchemaValidator: { getValidator: () => (data: unknown) => ({ valid: true, data: data as never, errorMessage: undefined }) },
  })
}

async function connect(client: Client, { name, transport, timeoutMs = 60_000 }: McpServerOptions): Promise<void> {
  try {
    await client.connect(transport, { timeout: timeoutMs })
  } catch (cause) {
    await client.close().catch(() => undefined)
    throw new PfError('network', `The MCP server "${name}" could not be reached: ${cause instanceof Error ? cause.message.slice(0, 300) : 'unknown fault'}.`, {
      cause,
    })
  }
}
