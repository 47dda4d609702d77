import type { Transport } from '@modelcontextprotocol/client'

type Message = Parameters<Transport['send']>[0]
/** Results by method. */
export type Answers = Record<string, (params: Record<string, unknown>) => unknown>

/** Creates a tool in the form in which a server lists it. */
export const scriptedTool = (more: object = {}) => ({ name: 'lookup', description: 'Looks up a value.', inputSchema: { type: 'object' }, ...more })
const defaultAnswers: Answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'odd', version: '1' } }),
  'tools/list': () => ({ tools: [scriptedTool()] }),
}

/** Creates a transport to a server with scripted answers; an Error is sent as one. A request for a method without an answer stays pending. */
export function scriptedServer(overrides: Answers): Transport {
  const answers = { ...defaultAnswers, ...overrides }
  const transport: Transport = {
    start: async () => undefined,
    close: async () => transport.onclose?.(),
    send: async (message: Message) => {
      if (!('method' in message) || !('id' in message)) return
      const { id, method, params } = message
      const refuse = (code: number, text: string) => queueMicrotask(() => transport.onmessage?.({ jsonrpc: '2.0', id, error: { code, message: text } }))
      if (!Object.hasOwn(answers, method) && method !== 'tools/call') {
        refuse(-32601, 'No such method.')
        return
      }
      const result = answers[method]?.((params ?? {}) as Record<string, unknown>)
      if (result instanceof Error) refuse(-32602, result.message)
      else if (result !== undefined) queueMicrotask(() => transport.onmessage?.({ jsonrpc: '2.0', id, result } as Message))
    },
  }
  return transport
}
