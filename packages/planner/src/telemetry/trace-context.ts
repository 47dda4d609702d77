import { isSpanContextValid, type SpanContext } from '@opentelemetry/api'

const pattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** Returns the context of a span in the form of the W3C header `traceparent`; undefined if no tracing is registered. */
export function toTraceparent(context: SpanContext): string | undefined {
  if (!isSpanContextValid(context)) return undefined
  return `00-${context.traceId}-${context.spanId}-${context.traceFlags.toString(16).padStart(2, '0')}`
}

/** Reads a `traceparent`; undefined for any other text. The span belongs to another segment or process. */
export function fromTraceparent(text: unknown): SpanContext | undefined {
  const [, traceId, spanId, flags] = (typeof text === 'string' && pattern.exec(text)) || []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  const context: SpanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return isSpanContextValid(context) ? context : undefined
}
