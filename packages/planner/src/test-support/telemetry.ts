import { context, metrics, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  AggregationTemporality,
  type HistogramMetricData,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'

/** One measured combination of attributes: the number of measurements and their sum. */
export interface Measurement {
  attributes: Record<string, unknown>
  count: number
  sum: number
}

/** The SDK of OpenTelemetry, which keeps spans and metrics in memory. */
export interface RegisteredTelemetry {
  /** The ended spans, in the order in which they ended. */
  spans(): ReadableSpan[]
  /** The ended spans whose name begins with `name`. */
  named(name: string): ReadableSpan[]
  /** The measurements of a metric so far, and its unit. */
  measured(name: string): Promise<{ unit: string; points: Measurement[] } | undefined>
  /** Everything recorded, as text. */
  text(): Promise<string>
  dispose(): Promise<void>
}

/** Registers the SDK globally, as a host does. */
export function registerTelemetry(): RegisteredTelemetry {
  const spanExporter = new InMemorySpanExporter()
  const tracing = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spanExporter })] })
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const metering = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter: metricExporter, exportIntervalMillis: 3_600_000 })] })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(tracing)
  metrics.setGlobalMeterProvider(metering)
  const spans = () => spanExporter.getFinishedSpans()
  const metricData = async () => {
    metricExporter.reset()
    await metering.forceFlush()
    return metricExporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
  }
  return {
    spans,
    named: (name) => spans().filter((span) => span.name.startsWith(name)),
    measured: async (name) => {
      const found = (await metricData()).find(({ descriptor }) => descriptor.name === name)
      if (!found) return undefined
      const points = (found as HistogramMetricData).dataPoints.map(({ attributes, value }): Measurement => {
        const single = value as unknown
        return typeof single === 'number' ? { attributes, count: single, sum: single } : { attributes, count: value.count, sum: value.sum ?? 0 }
      })
      return { unit: found.descriptor.unit, points }
    },
    text: async () =>
      JSON.stringify([spans().map(({ name, attributes, status, events, links }) => ({ name, attributes, status, events, links })), await metricData()]),
    dispose: async () => {
      trace.disable()
      metrics.disable()
      context.disable()
      await Promise.all([tracing.shutdown(), metering.shutdown()])
    },
  }
}
