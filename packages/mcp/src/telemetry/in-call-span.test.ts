import { InMemoryTransport } from '@modelcontextprotocol/client'
import { McpServer as SdkServer } from '@modelcontextprotocol/server'
import { context, metrics, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  AggregationTemporality,
  type HistogramMetricData,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { connectMcpServer } from '../index.ts'
import { call } from '../test-support/describe-transport.ts'

const closing: (() => Promise<void>)[] = []
const spanExporter = new InMemorySpanExporter()
const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
let metering: MeterProvider

beforeEach(() => {
  spanExporter.reset()
  metering = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter: metricExporter, exportIntervalMillis: 3_600_000 })] })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spanExporter })] }))
  metrics.setGlobalMeterProvider(metering)
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  for (const api of [trace, metrics, context, propagation]) api.disable()
})

/** Connects to a server of the official SDK that records the metadata of calls. */
async function connect(received: unknown[] = []) {
  const server = new SdkServer({ name: 'sample', version: '1.0.0' })
  server.registerTool('echo', { description: 'Echoes.', inputSchema: z.object({ text: z.string() }) }, ({ text }, ctx) => {
    received.push(ctx.mcpReq._meta?.traceparent)
    return { content: [{ type: 'text', text: `${text} SECRET result` }] }
  })
  server.registerTool('fails', { description: 'Fails.', inputSchema: z.object({}) }, () => ({ isError: true, content: [{ type: 'text', text: 'SECRET' }] }))
  const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair()
  await server.connect(serverTransport)
  const connected = await connectMcpServer({ name: 'sample', transport: clientTransport })
  closing.push(() => connected.close())
  return connected
}

async function durations(name: 'mcp.client.operation.duration' | 'mcp.client.session.duration' = 'mcp.client.operation.duration') {
  metricExporter.reset()
  await metering.forceFlush()
  const all = metricExporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
  return all.find(({ descriptor }) => descriptor.name === name) as HistogramMetricData
}

const spansOf = (method: string) => spanExporter.getFinishedSpans().filter(({ attributes }) => attributes['mcp.method.name'] === method)
const callsIn = ({ dataPoints }: HistogramMetricData) => dataPoints.filter(({ attributes }) => attributes['mcp.method.name'] === 'tools/call')

it('[prod-11] a call of a tool is a client span below the active span, which the server can continue, without arguments and results', async () => {
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const received: unknown[] = []
  const server = await connect(received)
  const parent = await trace.getTracer('host').startActiveSpan('execute_tool sample_echo', async (span) => {
    await call(server, 'echo', { text: 'SECRET argument' })
    span.end()
    return span.spanContext()
  })
  const [span] = spansOf('tools/call')
  expect(span?.name).toBe('tools/call echo')
  expect(span?.kind).toBe(SpanKind.CLIENT)
  expect(span?.parentSpanContext?.spanId).toBe(parent.spanId)
  expect(span?.attributes).toMatchObject({
    'mcp.method.name': 'tools/call',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'echo',
    'mcp.protocol.version': expect.stringMatching(/^\d{4}-/),
    'jsonrpc.request.id': expect.stringMatching(/^\d+$/),
  })
  expect(received).toEqual([`00-${parent.traceId}-${span?.spanContext().spanId}-01`])
  expect(JSON.stringify([span?.attributes, await durations()])).not.toContain('SECRET')
})

it('no metadata is sent if the host has registered no propagator', async () => {
  const received: unknown[] = []
  await call(await connect(received), 'echo', { text: 'x' })
  expect(received).toEqual([undefined])
})

it('a result with isError and an error of the protocol mark the span and the measurement', async () => {
  const server = await connect()
  await expect(call(server, 'fails', {})).rejects.toThrow()
  await server.client.close()
  await expect(call(server, 'echo', { text: 'x' })).rejects.toThrow()
  const spans = spansOf('tools/call')
  expect(spans.map(({ attributes }) => attributes['error.type'])).toEqual(['tool_error', expect.stringMatching(/^\w+$/)])
  expect(spans.map(({ status }) => status.code)).toEqual([SpanStatusCode.ERROR, SpanStatusCode.ERROR])
  const metric = await durations()
  expect(metric.descriptor.unit).toBe('s')
  expect(callsIn(metric).map(({ attributes }) => [attributes['gen_ai.tool.name'], attributes['error.type']])).toEqual([
    ['fails', 'tool_error'],
    ['echo', expect.any(String)],
  ])
  expect(JSON.stringify([spans.map(({ attributes, status }) => [attributes, status]), metric])).not.toContain('SECRET')
})

it('the other requests of the connection have spans with their method and id, and are measured, without results', async () => {
  await connect()
  const [listed] = spansOf('tools/list')
  expect(listed).toMatchObject({ name: 'tools/list', kind: SpanKind.CLIENT, attributes: { 'jsonrpc.request.id': expect.stringMatching(/^\d+$/) } })
  const methods = spanExporter.getFinishedSpans().map(({ attributes }) => attributes['mcp.method.name'])
  expect(methods.some((method) => method === 'initialize' || method === 'server/discover')).toBe(true)
  expect((await durations()).dataPoints.map(({ attributes }) => attributes['mcp.method.name']).toSorted()).toEqual([...new Set(methods)].toSorted())
  expect(JSON.stringify(spanExporter.getFinishedSpans().map(({ attributes }) => attributes))).not.toContain('Echoes')
})

it('the time of a connection is measured, and a lost one is marked', async () => {
  const server = await connect()
  await server.close()
  const lost = await connect()
  await lost.client.close()
  const { descriptor, dataPoints } = await durations('mcp.client.session.duration')
  expect(descriptor.unit).toBe('s')
  expect(dataPoints.map(({ attributes }) => [attributes['error.type'], typeof attributes['mcp.protocol.version']])).toEqual([
    [undefined, 'string'],
    ['connection_closed', 'string'],
  ])
})

it('a request that is never answered has a span that ends with the connection', async () => {
  const { client } = await connect()
  const pending = client.request({ method: 'tools/list', params: { cursor: 'x' } }).catch(() => undefined)
  await client.close()
  await pending
  expect(spansOf('tools/list').at(-1)?.attributes['error.type']).toMatch(/^(connection_closed|-?\d+)$/)
})
