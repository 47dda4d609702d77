import type { Names } from './names.ts'

/** The file of a tool. */
export const toolFile = ({ value, model }: Names): string => `import { defineTool } from '@pf/planner'
import { z } from 'zod'

export const ${value} = defineTool({
  name: '${model}',
  // The model chooses the tool by this text: say what it returns, and when to use it.
  description: 'Replace this: what the tool returns, and when to use it.',
  input: z.object({ query: z.string().min(1) }),
  output: z.object({ answer: z.string() }),
  // True if a call may be made twice, for example after a crash.
  idempotent: true,
  run: async ({ query }, { signal }) => {
    signal.throwIfAborted()
    return { answer: \`Replace this: the result for \${query}.\` }
  },
})
`

/** How an MCP server is reached: at an address, or as a process that is started. */
export type McpTransport = { url: string } | { command: string; args: readonly string[] }

/** The file that connects an MCP server. */
export function mcpFile({ value, type, model }: Names, transport: McpTransport): string {
  const [from, made] =
    'url' in transport
      ? ["import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'", `new StreamableHTTPClientTransport(new URL(${quoted(transport.url)}))`]
      : [
          "import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'",
          `new StdioClientTransport({ command: ${quoted(transport.command)}, args: [${transport.args.map(quoted).join(', ')}] })`,
        ]
  return `${from}
import { connectMcpServer, mergeServers } from '@pf/mcp'

/** Connects the MCP server. Rejects if it cannot be reached. Call \`close\` when the app ends. */
export async function connect${type}() {
  const ${value} = await connectMcpServer({ name: '${model}', transport: ${made} })
  for (const { name, reason } of ${value}.skipped) console.warn(\`${model}: the tool \${name} cannot be used: \${reason}\`)
  return { tools: mergeServers([${value}]), close: () => ${value}.close() }
}
`
}

/** The definition of a component, from which \`pf-registry generate\` makes its validator, types and kit. */
export function componentFile({ model }: Names): string {
  const definition = {
    $schema: '../../node_modules/@pf/registry/schemas/component.schema.json',
    name: model,
    description: 'Replace this: what it shows.\nReplace this too: what it is for.',
    need: 'replace this: what a user needs',
    when: 'replace, these, words',
    category: 'data',
    interactive: false,
    tags: ['replace'],
    height: 90,
    propsSchema: {
      type: 'object',
      required: ['label', 'value'],
      additionalProperties: false,
      properties: {
        label: { type: 'string', minLength: 1, maxLength: 80, description: 'What the value is.' },
        value: { type: 'number', minimum: 0, maximum: 100, description: 'The value, from 0 to 100.' },
      },
    },
    example: { description: 'Half of it', props: { label: 'Capacity', value: 50 } },
  }
  return `${JSON.stringify(definition, null, 2)}\n`
}

/** The text form of a component, for mail, logs and screen readers. */
export const componentTextFile = (): string => `export const text = {
  full: ({ label, value }) => \`\${label}: \${value}\`,
  short: ({ label, value }) => \`\${label} \${value}\`,
}
`

/** The React component. */
export const rendererFile = ({ type }: Names): string => `import type { RendererProps } from '@pf/react-renderers'

/** While the component arrives, props that are required may still be missing. */
export function ${type}({ props: { label, value } }: RendererProps<{ label?: string; value?: number }>) {
  return (
    <p>
      {label} <meter min={0} max={100} value={value ?? 0} />
    </p>
  )
}
`

/** Text as a literal of TypeScript. */
const quoted = (text: string) => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
