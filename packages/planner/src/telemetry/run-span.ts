import { type Context, context, type Link, type Span, SpanKind, trace } from '@opentelemetry/api'
import type { TokenUsage } from '@pf/core'
import type { ContentRecorder } from './content.ts'
import { type Attributes, errorType, failSpan, tracer } from './in-span.ts'
import { measurements, startClock } from './measurements.ts'
import { fromTraceparent, toTraceparent } from './trace-context.ts'

/** The span of a segment of a run, and the context for the spans of its calls. */
export interface RunSpan {
  readonly context: Context
  /** The trace id of the host's tracing; undefined if none is registered. */
  readonly traceId: string | undefined
  /** The span as a W3C traceparent; undefined if no tracing is registered. */
  readonly traceparent: string | undefined
  /** Attributes that the spans of calls share: the agent and the conversation. */
  readonly shared: Attributes
  /** Undefined unless the host has opted in to content. */
  readonly content: ContentRecorder | undefined
  /** Adds the tokens of a model call to those of the segment. */
  addUsage(usage: TokenUsage): void
  /** Ends the span. Later calls have no effect. */
  end(result: { attributes: Attributes; content?: Readonly<Record<string, unknown>>; error?: unknown }): void
}

/** The segment to start a span for. */
export interface RunSpanStart {
  agent: string
  threadId: string
  /** The model of the run and its provider. */
  model: ModelNames
  attributes: Attributes
  content: ContentRecorder | undefined
  /** The content of the request, which is recorded if `content` is defined. */
  input: Readonly<Record<string, unknown>>
  /** The stored traceparent of the run, if it is continued or works on a task. The new span becomes its child. */
  parent: string | undefined
  /** A traceparent of another trace to which the span is linked. */
  linked: string | undefined
}

/** The names of a model. */
export interface ModelNames {
  readonly name: string
  readonly provider?: string
}

/** Returns the attributes that name a model. The provider of a model of the host may be unknown. */
export const modelAttributes = ({ name, provider = 'unknown' }: ModelNames) => ({ 'gen_ai.provider.name': provider, 'gen_ai.request.model': name })

/**
 * Starts the span of a segment of a run. Without `content`, its attributes contain names, versions and sizes only. With a stored parent, the
 * span belongs to the trace of that parent, and is linked to the request that continues the run.
 */
export function startRunSpan({ agent, threadId, model, content, parent, linked, ...start }: RunSpanStart): RunSpan {
  const elapsed = startClock()
  const remote = fromTraceparent(parent)
  const within = remote ? trace.setSpanContext(context.active(), remote) : context.active()
  const shared = { 'gen_ai.agent.name': agent, 'gen_ai.conversation.id': threadId }
  const names = { 'gen_ai.operation.name': 'invoke_agent', ...shared, ...modelAttributes(model) }
  const attributes = { ...names, ...start.attributes, ...content?.attributes(start.input) }
  const links = linksOf(remote?.traceId, linked)
  const span = tracer().startSpan(`invoke_agent ${agent}`, { kind: SpanKind.INTERNAL, attributes, ...(links.length > 0 ? { links } : {}) }, within)
  const usage: TokenUsage = {}
  const traceparent = toTraceparent(span.spanContext())
  return {
    context: trace.setSpan(within, span),
    traceId: traceparent === undefined ? undefined : span.spanContext().traceId,
    traceparent,
    shared,
    content,
    addUsage: ({ input, output, cached, reasoning }) => {
      for (const [name, value] of Object.entries({ input, output, cached, reasoning }) as [keyof TotalUsage, number | undefined][])
        if (value !== undefined) usage[name] = (usage[name] ?? 0) + value
    },
    end: (result) => {
      span.setAttributes({ ...usageAttributes(usage), ...result.attributes, ...(result.content && content?.attributes(result.content)) })
      if (result.error !== undefined) failSpan(span, errorType(result.error))
      span.end()
      const failed = result.error === undefined ? {} : { 'error.type': errorType(result.error) }
      measurements.run(elapsed(), { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': agent, ...modelAttributes(model), ...failed })
    },
  }
}

type TotalUsage = Pick<TokenUsage, 'input' | 'output' | 'cached' | 'reasoning'>

/** Links to the stored span of an earlier turn, and to the request that continues a run in the trace `traceId`, unless that is in the same trace. */
function linksOf(traceId: string | undefined, linked: string | undefined): Link[] {
  const earlier = fromTraceparent(linked)
  const active: Span | undefined = traceId === undefined ? undefined : trace.getActiveSpan()
  const request = active?.spanContext()
  return [...(earlier ? [{ context: earlier }] : []), ...(request && request.traceId !== traceId ? [{ context: request }] : [])]
}

const usageNames = {
  input: 'gen_ai.usage.input_tokens',
  output: 'gen_ai.usage.output_tokens',
  cached: 'gen_ai.usage.cache_read.input_tokens',
  reasoning: 'gen_ai.usage.reasoning.output_tokens',
} as const

/** Returns the reported token counts as attributes. */
export function usageAttributes(usage: TokenUsage): Record<string, number> {
  return Object.fromEntries(
    (Object.keys(usageNames) as (keyof TotalUsage)[]).flatMap((name) => (usage[name] === undefined ? [] : [[usageNames[name], usage[name]]])),
  )
}
