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

async function durations() {
  metricExporter.reset()
  await metering.forceFlush()
  const all = metricExporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
  return all.find(({ descriptor }) => descriptor.name === 'mcp.client.operation.duration') as HistogramMetricData
}

it('[prod-11] a call of a tool is a client span below the active span, which the server can continue, without arguments and results', async () => {
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const received: unknown[] = []
  const server = await connect(received)
  const parent = await trace.getTracer('host').startActiveSpan('execute_tool sample_echo', async (span) => {
    await call(server, 'echo', { text: 'SECRET argument' })
    span.end()
    return span.spanContext()
  })
  const [span] = spanExporter.getFinishedSpans()
  expect(span?.name).toBe('tools/call echo')
  expect(span?.kind).toBe(SpanKind.CLIENT)
  expect(span?.parentSpanContext?.spanId).toBe(parent.spanId)
  expect(span?.attributes).toMatchObject({
    'mcp.method.name': 'tools/call',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'echo',
    'mcp.protocol.version': expect.stringMatching(/^\d{4}-/),
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
  const spans = spanExporter.getFinishedSpans()
  expect(spans.map(({ attributes }) => attributes['error.type'])).toEqual(['tool_error', expect.stringMatching(/^\w+$/)])
  expect(spans.map(({ status }) => status.code)).toEqual([SpanStatusCode.ERROR, SpanStatusCode.ERROR])
  const metric = await durations()
  expect(metric.descriptor.unit).toBe('s')
  expect(metric.dataPoints.map(({ attributes }) => [attributes['gen_ai.tool.name'], attributes['error.type']])).toEqual([
    ['fails', 'tool_error'],
    ['echo', expect.any(String)],
  ])
  expect(JSON.stringify([spans.map(({ attributes, status }) => [attributes, status]), metric])).not.toContain('SECRET')
})
