import { type Context, context, type Span, SpanStatusCode, trace } from '@opentelemetry/api'
import { isPfError } from '../util/thrown-message.ts'

/** Attributes of a span or a measurement. */
export type Attributes = Record<string, string | number | boolean | string[]>

export const tracer = () => trace.getTracer('@pf/planner')

/** A span to start below `parent`. */
export interface SpanStart {
  parent: Context
  name: string
  attributes: Attributes
  /** A value of SpanKind. Default: internal. */
  kind?: number
}

/** Runs `work` in a span, which is the active span meanwhile. An error marks the span with its `error.type` and is rethrown. */
export async function inSpan<T>({ parent, name, attributes, kind = 0 }: SpanStart, work: (span: Span) => Promise<T>): Promise<T> {
  const span = tracer().startSpan(name, { attributes, kind }, parent)
  try {
    return await context.with(trace.setSpan(parent, span), () => work(span))
  } catch (error) {
    failSpan(span, errorType(error))
    throw error
  } finally {
    span.end()
  }
}

/** Marks a span as failed. The type is a code without content. */
export function failSpan(span: Span, type: string): void {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR, message: type })
}

/** Returns the value of `error.type`: the code of a PfError, the name of another error, or `_OTHER`. Never contains a message. */
export function errorType(error: unknown): string {
  if (isPfError(error)) return error.code
  try {
    const name = error instanceof Error ? error.name : ''
    return /^\w{1,60}$/.test(name) ? name : '_OTHER'
  } catch {
    return '_OTHER'
  }
}
