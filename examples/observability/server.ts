import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { createPfHandlers } from '@pf/agui-adapter'
import { createMemoryStore } from '@pf/core/memory'
import { createAgent, defineTool } from '@pf/planner'
import { openaiModel } from '@pf/planner/openai'
import OpenAI from 'openai'
import pino from 'pino'
import { z } from 'zod'

// Spans and metrics go to OTEL_EXPORTER_OTLP_ENDPOINT, by default http://localhost:4318.
const metricReaders = [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter() })]
const sdk = new NodeSDK({ serviceName: 'my-agent', traceExporter: new OTLPTraceExporter(), metricReaders })
sdk.start()

const logger = pino()
const input = z.object({ sides: z.int().min(2) })
const roll = defineTool({ name: 'roll', description: 'Rolls a die', input, run: ({ sides }) => 1 + Math.floor(Math.random() * sides) })
const model = openaiModel({ client: new OpenAI(), model: process.env.OPENAI_MODEL ?? 'gpt-5-mini' })
const agent = createAgent({ name: 'dice', model, tools: [roll], ports: createMemoryStore(), logger, telemetry: { captureContent: false } })
const pf = createPfHandlers({ agent, authenticate: () => ({ id: 'me' }), logger })

const server = createServer(getRequestListener(pf.fetch))
const port = Number(process.env.PORT ?? 4000)
server.listen(port, '127.0.0.1', () => logger.info({ port }, 'The server is ready.'))

process.once('SIGTERM', async () => {
  await pf.close()
  await agent.close()
  server.close()
  await sdk.shutdown()
})
