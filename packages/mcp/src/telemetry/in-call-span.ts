import type { CallToolResult, Client } from '@modelcontextprotocol/client'
import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { measureSince } from './measure.ts'
import { transportAttributes } from './transport-attributes.ts'

/** Metadata of a request, in which the server finds the trace of the call: empty if the host has registered no propagator. */
export type TraceMetadata = Record<string, string>

/** The spans of calls whose request was not sent yet. */
const callSpans = new WeakSet<Span>()

/** Records the id of the request of the active call. The SDK assigns it when it sends the request. */
export function recordRequestId(id: unknown): void {
  const span = trace.getActiveSpan()
  if (span && callSpans.delete(span)) span.setAttribute('jsonrpc.request.id', String(id))
}

/**
 * Runs the request `tools/call` in a span of the MCP conventions below the active span, and measures its duration. Neither contains
 * arguments or results. A result with `isError` counts as failed, although the request succeeded.
 */
export async function inCallSpan(client: Client, tool: string, call: (metadata: TraceMetadata) => Promise<CallToolResult>): Promise<CallToolResult> {
  const names = {
    'mcp.method.name': 'tools/call',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool,
    ...versionOf(client),
    ...transportAttributes(client.transport),
  }
  const start = performance.now()
  const session = client.transport?.sessionId
  const attributes = { ...names, ...(session === undefined ? {} : { 'mcp.session.id': session }) }
  const span = trace.getTracer('@pf/mcp').startSpan(`tools/call ${tool}`, { kind: SpanKind.CLIENT, attributes })
  callSpans.add(span)
  let failed: Failure | undefined
  try {
    const result = await context.with(trace.setSpan(context.active(), span), () => call(traceMetadata()))
    if (result.isError) failed = { 'error.type': 'tool_error' }
    return result
  } catch (error) {
    failed = failureOf(error)
    throw error
  } finally {
    if (failed) markFailed(span, failed)
    span.end()
    const { 'error.type': type } = failed ?? {}
    measureSince(start, 'mcp.client.operation.duration', { ...names, ...(type === undefined ? {} : { 'error.type': type }) })
  }
}

interface Failure {
  'error.type': string
  'rpc.response.status_code'?: string
}

function markFailed(span: Span, failure: Failure): void {
  span.setAttributes({ ...failure })
  span.setStatus({ code: SpanStatusCode.ERROR, message: failure['error.type'] })
}

/** Returns the code of a JSON-RPC error, or the name of another one. Never a message, which may contain content. */
function failureOf(error: unknown): Failure {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  if (Number.isInteger(code)) return { 'error.type': String(code), 'rpc.response.status_code': String(code) }
  const name = typeof code === 'string' ? code : error instanceof Error ? error.name : ''
  return { 'error.type': /^\w{1,60}$/.test(name) ? name : '_OTHER' }
}

function versionOf(client: Client): { 'mcp.protocol.version'?: string } {
  const version = client.getNegotiatedProtocolVersion()
  return version === undefined ? {} : { 'mcp.protocol.version': version }
}

function traceMetadata(): TraceMetadata {
  const metadata: TraceMetadata = {}
  propagation.inject(context.active(), metadata)
  return metadata
}
