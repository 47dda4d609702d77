import { type Context, context, type Span, SpanStatusCode, trace } from '@opentelemetry/api'

type Attributes = Record<string, string | number | boolean>

/** The span of a run, and the context for the spans of its calls. */
export interface RunSpan {
  readonly span: Span
  readonly context: Context
  /** The trace id of the host's tracing; undefined if none is registered. */
  readonly traceId: string | undefined
}

const tracer = () => trace.getTracer('@pf/planner')

/** Starts the span of a run. Attributes contain names, versions and sizes, never content. */
export function startRunSpan(attributes: Attributes): RunSpan {
  const span = tracer().startSpan('pf.run', { attributes })
  const { traceId } = span.spanContext()
  return { span, context: trace.setSpan(context.active(), span), traceId: /^0*$/.test(traceId) ? undefined : traceId }
}

/** Runs `work` in a span below `parent`. An error marks the span and is rethrown. */
export async function inSpan<T>(parent: Context, name: string, options: { attributes: Attributes; work: (span: Span) => Promise<T> }): Promise<T> {
  const span = tracer().startSpan(name, { attributes: options.attributes }, parent)
  try {
    return await context.with(trace.setSpan(parent, span), () => options.work(span))
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}
