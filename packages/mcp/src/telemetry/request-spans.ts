import type { Transport } from '@modelcontextprotocol/client'
import { type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { isRecord } from '@pf/core/internal'
import { recordRequestId } from './in-call-span.ts'
import { measureSince } from './measure.ts'
import { type McpAttributes, transportAttributes } from './transport-attributes.ts'

/** Observes the messages of a connection. */
export interface RequestSpans {
  sent(message: unknown): void
  /** Ends the span of a request that could not be sent. */
  failed(message: unknown): void
  received(message: unknown): void
  /** Ends the spans of requests without an answer. */
  closed(): void
}

interface OpenRequest {
  span: Span
  start: number
  names: McpAttributes
}

/** Creates the spans and measurements of all requests of a client, except calls of tools, which have a span of their own. They contain no parameters and no results. */
export function createRequestSpans(transport: Transport): RequestSpans {
  const open = new Map<unknown, OpenRequest>()

  const begin = (id: unknown, method: string) => {
    const names = { 'mcp.method.name': method, ...transportAttributes(transport) }
    const { sessionId } = transport
    const attributes = { ...names, 'jsonrpc.request.id': String(id), ...(sessionId === undefined ? {} : { 'mcp.session.id': sessionId }) }
    open.set(id, { span: trace.getTracer('@pf/mcp').startSpan(method, { kind: SpanKind.CLIENT, attributes }), start: performance.now(), names })
  }
  const end = (id: unknown, failure: McpAttributes, version: McpAttributes = {}) => {
    const request = open.get(id)
    if (!request) return
    open.delete(id)
    const { span, start, names } = request
    span.setAttributes({ ...failure, ...version })
    const { 'error.type': type } = failure
    if (type !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: String(type) })
    span.end()
    measureSince(start, 'mcp.client.operation.duration', { ...names, ...version, ...(type === undefined ? {} : { 'error.type': type }) })
  }
  return {
    sent: (message) => {
      if (!isRecord(message) || typeof message.method !== 'string') return
      const { id, method, params } = message
      if (method === 'notifications/cancelled' && isRecord(params)) end(params.requestId, { 'error.type': 'cancelled' })
      if (id === undefined || id === null) return
      if (method === 'tools/call') recordRequestId(id)
      else begin(id, method)
    },
    failed: (message) => {
      if (isRecord(message)) end(message.id, { 'error.type': '_OTHER' })
    },
    received: (message) => {
      if (!isRecord(message) || 'method' in message) return
      const { id, error, result } = message
      end(id, failureOf(error), isRecord(result) && typeof result.protocolVersion === 'string' ? { 'mcp.protocol.version': result.protocolVersion } : {})
    },
    closed: () => {
      for (const id of [...open.keys()]) end(id, { 'error.type': 'connection_closed' })
    },
  }
}

function failureOf(error: unknown): McpAttributes {
  if (!isRecord(error)) return {}
  const code = Number.isInteger(error.code) ? String(error.code) : '_OTHER'
  return { 'error.type': code, ...(code === '_OTHER' ? {} : { 'rpc.response.status_code': code }) }
}
