import { metrics } from '@opentelemetry/api'
import type { TokenUsage } from '@pf/core'
import type { Attributes } from './in-span.ts'

const meter = () => metrics.getMeter('@pf/planner')

/** Bucket boundaries that the GenAI conventions recommend, in seconds and in tokens. */
const seconds = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92]
const tokens = [1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864]

const duration = (name: string, description: string) => (value: number, attributes: Attributes) =>
  meter()
    .createHistogram(name, { unit: 's', description, advice: { explicitBucketBoundaries: seconds } })
    .record(value, attributes)

/** The metrics of the GenAI conventions. The meter is requested each time, so that one that is registered later is still used. */
export const measurements = {
  /** Duration of a model call. */
  modelCall: duration('gen_ai.client.inference.duration', 'Duration of model calls.'),
  /** Time from the request to the first chunk of a response. */
  firstChunk: duration('gen_ai.client.inference.time_to_first_chunk', 'Time until the first chunk of a response.'),
  /** Duration of a segment of a run. */
  run: duration('gen_ai.invoke_agent.duration', 'Duration of the segments of runs.'),
  /** Duration of a tool call. */
  tool: duration('gen_ai.execute_tool.duration', 'Duration of tool calls.'),
  /** The reported tokens of a model call: counters for totals, and histograms of the tokens per call. Parts are included in the totals. */
  usage: (usage: TokenUsage, attributes: Attributes) => {
    for (const [member, name] of usageNames) {
      const count = usage[member]
      if (count !== undefined) counter(`gen_ai.client.inference.usage.${name}`).add(count, { ...attributes, 'gen_ai.token.modality': 'unknown' })
    }
    for (const member of ['input', 'output'] as const) {
      const count = usage[member]
      if (count !== undefined) tokensPerCall(`gen_ai.client.inference.operation.${member}_tokens`).record(count, attributes)
    }
  },
} as const

/** The counted members of a usage with the names of the conventions. */
const usageNames = [
  ['input', 'input_tokens'],
  ['output', 'output_tokens'],
  ['cached', 'cache_read.input_tokens'],
  ['reasoning', 'reasoning.output_tokens'],
] as const satisfies readonly (readonly [keyof TokenUsage, string])[]

const counter = (name: string) => meter().createCounter(name, { unit: '{token}', description: 'Tokens of model calls.' })
const tokensPerCall = (name: string) =>
  meter().createHistogram(name, { unit: '{token}', description: 'Tokens of one model call.', advice: { explicitBucketBoundaries: tokens } })

/** Returns a function that returns the seconds since the call. */
export function startClock(): () => number {
  const start = performance.now()
  return () => (performance.now() - start) / 1_000
}
