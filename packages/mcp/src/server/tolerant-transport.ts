import { specTypeSchemas, type Transport } from '@modelcontextprotocol/client'
import { isRecord, walkJson } from '@pf/core/internal'
import { createRequestSpans } from '../telemetry/request-spans.ts'
import type { SkippedTool } from '../tools/to-tool-definitions.ts'
import { cleanResult, withoutNulls, withoutOddMeta } from './clean-result.ts'
import { createSession } from './create-session.ts'
import { repairInput } from './repair-input.ts'

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
 * allow are removed from the list, a cursor that is not a text or that came before ends it, a tool that an earlier page has is listed once,
 * members that are null count as missing, an id that was returned as a text is the number that was sent, and content blocks of unknown
 * kinds become marked texts. A request that the server answers with 404 because the session has expired is sent again once in a new session.
 */
export function tolerantTransport(inner: Transport): TolerantTransport {
  repairInput(inner)
  const odd: SkippedTool[] = []
  const methods = new Map<unknown, { method: string; cursor: unknown }>()
  const cursors = new Set<string>()
  const listed = new Set<string>()
  let parts = 0
  const session = createSession(inner)
  let onmessage: Transport['onmessage']

  const spans = createRequestSpans(inner)

  const receive: NonNullable<Transport['onmessage']> = (received, extra) => {
    const message = withSentId(received)
    spans.received(message)
    if (session.takes(message)) return
    onmessage?.(cleanOrError(message), extra)
  }
  /** A message that cannot be read, for example because it is nested too deep, ends its request with an error. */
  const cleanOrError = (message: Message): Message => {
    try {
      return clean(message)
    } catch (error) {
      if (!('id' in message) || 'method' in message) throw error
      return {
        jsonrpc: '2.0',
        id: message.id,
        error: { code: -32_603, message: `The answer of the MCP server cannot be read: ${String(error).slice(0, 200)}` },
      }
    }
  }
  /** Some servers return the number of a request as a text. */
  const withSentId = (message: Message): Message => {
    if (!('id' in message) || 'method' in message || typeof message.id !== 'string' || methods.has(message.id)) return message
    return methods.has(Number(message.id)) ? { ...message, id: Number(message.id) } : message
  }
  const clean = <Received>(message: Received): Received => {
    if (!isRecord(message) || !('result' in message || 'error' in message)) return message
    const request = methods.get(message.id)
    methods.delete(message.id)
    // An empty cursor is a cursor, but some servers mean the end by it and do not know it.
    if (isRecord(message.error) && request?.method === 'tools/list' && request.cursor === '') return withoutTools(message)
    if (!isRecord(message.result)) return message
    if (request?.method === 'initialize' || request?.method === 'server/discover') return { ...message, result: withoutAnyNulls(message.result) }
    if (request?.method === 'tools/list') return { ...message, result: cleanList(message.result, request.cursor === undefined) }
    return request?.method === 'tools/call' ? { ...message, result: cleanResult(message.result, session.isLegacy) } : message
  }
  const cleanList = ({ nextCursor, ...result }: Record<string, unknown>, isFirstPage: boolean) => {
    if (isFirstPage) {
      odd.length = 0
      cursors.clear()
      listed.clear()
      parts = 0
    }
    const list = withoutOddMeta(result)
    const listedTools = toolList(list.tools)?.map(withoutNulls)
    if (!listedTools) return list
    const tools = listedTools.filter((tool) => isOfUsableSize(tool) && isNew(tool))
    const faults = tools.map((tool) => faultOf(tool, session.isLegacy))
    odd.push(...faults.flatMap((fault) => fault ?? []))
    return { ...list, tools: tools.filter((_, index) => !faults[index]), ...next(nextCursor) }
  }
  /** The SDK reads tools with recursive functions, so that one that is too deep or too large is removed before. */
  const isOfUsableSize = (tool: unknown) => {
    const size = sizeOf(tool)
    const reason = typeof size === 'string' ? size : parts + size > maxParts.list ? `the tools of the server have more than ${maxParts.list} parts` : undefined
    if (reason !== undefined) odd.push({ name: nameOf(tool), reason: `tool: ${reason}` })
    else parts += Number(size)
    return reason === undefined
  }
  const isNew = (tool: unknown) => listed.size < listed.add(JSON.stringify(tool)).size
  // A server that returns to a page that it has sent would never end.
  const next = (value: unknown) => {
    const nextCursor = typeof value === 'number' && value !== 0 ? String(value) : value
    if (typeof nextCursor !== 'string' || cursors.has(nextCursor)) return {}
    cursors.add(nextCursor)
    return { nextCursor }
  }
  const send = (message: Message, options?: SendOptions) => {
    spans.sent(message)
    if ('method' in message && 'id' in message) methods.set(message.id, { method: message.method, cursor: message.params?.cursor })
    const sending = session.send(message, options)
    sending.catch(() => spans.failed(message))
    return sending
  }
  const transport = new Proxy(inner, {
    get: (target, key) => {
      if (key === 'send') return send
      if (key === 'onmessage') return onmessage
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
    set: (target, key, value) => {
      if (key === 'onclose') {
        const onclose = value as Transport['onclose']
        target.onclose = () => {
          spans.closed()
          onclose?.()
        }
        return true
      }
      if (key !== 'onmessage') return Reflect.set(target, key, value, target)
      onmessage = value as Transport['onmessage']
      target.onmessage = receive
      return true
    },
  })
  return { transport, odd }
}

/** Replaces an error by an empty page. */
function withoutTools<Received extends Record<string, unknown>>(message: Received): Received {
  return Object.fromEntries(Object.entries({ ...message, result: { tools: [] } }).filter(([key]) => key !== 'error')) as Received
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
  return {
    name: nameOf(tool),
    reason: `${path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.') || 'tool'}: ${message.slice(0, 200)}`,
  }
}

const nameOf = (tool: unknown) => (isRecord(tool) && typeof tool.name === 'string' ? tool.name.slice(0, 200) : '(without a name)')

/** Maximum number of values in one tool and in all tools of a list together, with which the SDK reads the list in about 100 milliseconds. */
const maxParts = { tool: 20_000, list: 60_000 }
/** Maximum number of levels of a tool. A schema may have 64. */
const maxLevels = 80

/** Returns the number of values in a tool, or the reason why it cannot be read. */
function sizeOf(tool: unknown): number | string {
  let values = 0
  try {
    for (const _ of walkJson(tool, { maxDepth: maxLevels })) {
      values += 1
      if (values > maxParts.tool) return `it has more than ${maxParts.tool} parts`
    }
  } catch {
    return `it is nested deeper than ${maxLevels} levels`
  }
  return values
}

/** Returns the listed tools. Servers in Go send null for an empty list, and some send an object of tools by name. */
function toolList(tools: unknown): unknown[] | undefined {
  if (tools === null) return []
  if (isRecord(tools)) return Object.entries(tools).map(([name, tool]) => (isRecord(tool) ? { name, ...tool } : tool))
  return Array.isArray(tools) ? tools : undefined
}

/** Does the same in the objects inside of a value, as deep as the protocol nests them. */
function withoutAnyNulls(value: unknown, levels = 8): unknown {
  const left = withoutNulls(value)
  if (!isRecord(left) || levels === 0) return left
  return Object.fromEntries(Object.entries(left).map(([key, member]) => [key, withoutAnyNulls(member, levels - 1)]))
}
