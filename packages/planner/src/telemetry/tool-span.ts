import type { Span } from '@opentelemetry/api'
import { type Attributes, errorType, failSpan, inSpan } from './in-span.ts'
import { measurements, startClock } from './measurements.ts'
import type { RunSpan } from './run-span.ts'

/** One tool call. */
export interface ToolSpanStart {
  tool: string
  description: string
  toolCallId: string
  /** The arguments as the model wrote them, with references in place of secrets. They are recorded only if the host has opted in to content. */
  args: Readonly<Record<string, unknown>>
  attributes: Attributes
}

/** The parts of the outcome of a call that its span records. */
interface SpannedOutcome {
  status: string
  code?: string
  observation: unknown
}

/** Runs a tool call in its span and measures its duration. An outcome with the status `error` marks the span with its code. */
export async function inToolSpan<T extends SpannedOutcome>(run: RunSpan, call: ToolSpanStart, work: (span: Span) => Promise<T>): Promise<T> {
  const { tool, description, toolCallId, args, attributes } = call
  const names = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool, 'gen_ai.tool.type': 'function' }
  const start = {
    parent: run.context,
    name: `execute_tool ${tool}`,
    attributes: {
      ...names,
      ...run.shared,
      'gen_ai.tool.call.id': toolCallId,
      'gen_ai.tool.description': description.slice(0, 1_000).toWellFormed(),
      ...attributes,
      ...run.content?.attributes({ 'gen_ai.tool.call.arguments': args }),
    },
  }
  return inSpan(start, async (span) => {
    const elapsed = startClock()
    let failed: string | undefined
    try {
      const outcome = await work(span)
      if (outcome.status === 'error') failed = outcome.code ?? 'tool_failed'
      if (failed !== undefined) failSpan(span, failed)
      if (run.content && outcome.status !== 'paused') span.setAttributes(run.content.attributes({ 'gen_ai.tool.call.result': outcome.observation }))
      return outcome
    } catch (error) {
      failed = errorType(error)
      throw error
    } finally {
      measurements.tool(elapsed(), { ...names, ...(failed === undefined ? {} : { 'error.type': failed }) })
    }
  })
}
