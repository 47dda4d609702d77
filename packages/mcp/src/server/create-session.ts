import type { Transport } from '@modelcontextprotocol/client'
import { PfError } from '@pf/core'
import { isRecord } from '@pf/core/internal'

type Message = Parameters<Transport['send']>[0]
type SendOptions = Parameters<Transport['send']>[1]

/** Sends messages, and opens a new session once if the server does not know the current one. */
export function createSession(inner: Transport) {
  let initialize: Record<string, unknown> | undefined
  let renewal: Promise<void> | undefined
  let renewals = 0
  const waiting = new Map<unknown, (message: Record<string, unknown>) => void>()

  async function renew(): Promise<void> {
    renewals += 1
    const id = `pf-session-${renewals}`
    const { promise, resolve } = Promise.withResolvers<Record<string, unknown>>()
    waiting.set(id, resolve)
    await inner.send({ ...initialize, id } as Message)
    const answer = await promise
    if (!isRecord(answer.result)) throw new Error('The server refused a new session.')
    await inner.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  }
  return {
    get isLegacy() {
      return initialize !== undefined
    },
    /** Receives the answer to the transport's own request. Returns false for any other message. */
    takes: (message: unknown) => {
      const resolve = isRecord(message) ? waiting.get(message.id) : undefined
      if (!resolve || !isRecord(message)) return false
      waiting.delete(message.id)
      resolve(message)
      return true
    },
    send: async (message: Message, options?: SendOptions): Promise<void> => {
      const isHandshake = 'method' in message && message.method === 'initialize'
      if (isHandshake) initialize = message
      const before = inner.sessionId
      try {
        await inner.send(message, options)
      } catch (error) {
        if (isHandshake || !initialize || before === undefined || !isNotFound(error)) throw error
        try {
          if (inner.sessionId === before) {
            renewal ??= renew().finally(() => {
              renewal = undefined
            })
            await renewal
          }
          await inner.send(message, options)
        } catch (cause) {
          throw new PfError('session_expired', 'The MCP server no longer knows the session, and a new one could not be opened.', { cause })
        }
      }
    },
  }
}

function isNotFound(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const data: unknown = Reflect.get(error, 'data')
  return Reflect.get(error, 'status') === 404 || (isRecord(data) && data.status === 404)
}
