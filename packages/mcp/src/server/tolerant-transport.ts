import { specTypeSchemas, type Transport } from '@modelcontextprotocol/client'
import { PfError } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { markUnknownBlock } from '../tools/read-content.ts'
import type { SkippedTool } from '../tools/to-tool-definitions.ts'

type Message = Parameters<Transport['send']>[0]
type SendOptions = Parameters<Transport['send']>[1]

/** A transport whose messages the SDK accepts, even if the server does not follow the protocol exactly. */
export interface TolerantTransport {
  transport: Transport
  /** Tools of the last list whose declaration the protocol does not allow. */
  odd: SkippedTool[]
}

/**
 * Wraps a transport so that one invalid part of a message does not invalidate the rest: tools with a declaration that the protocol does not
 * allow are removed from the list, `nextCursor: null` ends the list, and content blocks of unknown kinds become marked texts. A request
 * that the server answers with 404 because the session has expired is sent again once in a new session.
 */
export function tolerantTransport(inner: Transport): TolerantTransport {
  const odd: SkippedTool[] = []
  const methods = new Map<unknown, { method: string; isFirstPage: boolean }>()
  const session = createSession(inner)
  let onmessage: Transport['onmessage']

  const receive: NonNullable<Transport['onmessage']> = (message, extra) => {
    if (session.takes(message)) return
    onmessage?.(clean(message), extra)
  }
  const clean = <Received>(message: Received): Received => {
    if (!isRecord(message) || !isRecord(message.result)) return message
    const request = methods.get(message.id)
    methods.delete(message.id)
    if (request?.method === 'tools/list') return { ...message, result: cleanList(message.result, request.isFirstPage) }
    return request?.method === 'tools/call' ? { ...message, result: cleanResult(message.result) } : message
  }
  const cleanList = ({ nextCursor, ...list }: Record<string, unknown>, isFirstPage: boolean) => {
    if (isFirstPage) odd.length = 0
    const { tools } = list
    if (!Array.isArray(tools)) return list
    const faults = tools.map((tool: unknown) => faultOf(tool, session.isLegacy))
    odd.push(...faults.flatMap((fault) => fault ?? []))
    return { ...list, tools: tools.filter((_, index) => !faults[index]), ...(nextCursor === null || nextCursor === undefined ? {} : { nextCursor }) }
  }
  const send = (message: Message, options?: SendOptions) => {
    if ('method' in message && 'id' in message) methods.set(message.id, { method: message.method, isFirstPage: message.params?.cursor === undefined })
    return session.send(message, options)
  }
  const transport = new Proxy(inner, {
    get: (target, key) => {
      if (key === 'send') return send
      if (key === 'onmessage') return onmessage
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
    set: (target, key, value) => {
      if (key !== 'onmessage') return Reflect.set(target, key, value, target)
      onmessage = value as Transport['onmessage']
      target.onmessage = receive
      return true
    },
  })
  return { transport, odd }
}

/**
 * Returns the reason why the SDK would refuse the entire list because of this tool. `isLegacy`: in protocol versions with a handshake, each
 * output must be an object.
 */
function faultOf(tool: unknown, isLegacy: boolean): SkippedTool | undefined {
  const { issues } = specTypeSchemas.Tool['~standard'].validate(tool)
  if (!issues) {
    const { name, outputSchema } = tool as { name: string; outputSchema?: { type?: unknown } }
    const isObject = outputSchema === undefined || outputSchema.type === 'object'
    return isLegacy && !isObject ? { name, reason: 'outputSchema.type: expected "object"' } : undefined
  }
  const [{ message, path = [] } = { message: 'it is not a tool' }] = issues
  const name = isRecord(tool) && typeof tool.name === 'string' ? tool.name : '(without a name)'
  return { name, reason: `${path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.') || 'tool'}: ${message.slice(0, 200)}` }
}

function cleanResult(result: Record<string, unknown>): Record<string, unknown> {
  if (!Object.hasOwn(result, 'content')) return result
  const { content } = result
  if (content === null || content === undefined) return { ...result, content: [] }
  if (!Array.isArray(content)) return result
  return {
    ...result,
    content: content.map((block: unknown) => (specTypeSchemas.ContentBlock['~standard'].validate(block).issues ? markUnknownBlock(block) : block)),
  }
}

/** Sends messages, and opens a new session once if the server does not know the current one. */
function createSession(inner: Transport) {
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
