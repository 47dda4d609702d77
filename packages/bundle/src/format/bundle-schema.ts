import { answerEnvelopeSchema, jsonObjectSchema, jsonSchemaSchema, jsonValueSchema, plannerEventSchema } from '@pf/core/schemas'
import { modelExchangeSchema } from '@pf/planner/recording'
import { z } from 'zod'
import type { Bundle } from './bundle.ts'

const id = z.string().min(1).max(300)
const name = z.string().max(300)
const count = z.number().int().min(0)
const flag = z.boolean()

const file = z.object({
  kind: z.enum(['image', 'audio', 'video', 'document']),
  media_type: name,
  name: name.exactOptional(),
  artifact_id: id.exactOptional(),
  bytes: count.exactOptional(),
  url: z.string().exactOptional(),
})
const message = z.discriminatedUnion('role', [
  z.object({ id, role: z.enum(['system', 'developer']), content: z.string() }),
  z.object({ id, role: z.literal('user'), content: z.string(), files: z.array(file).exactOptional() }),
  z.object({
    id,
    role: z.literal('assistant'),
    content: z.string(),
    tool_calls: z.array(z.object({ id, name, arguments: z.string() })).exactOptional(),
  }),
  z.object({ id, role: z.literal('tool'), tool_call_id: id, content: z.string(), error: z.string().exactOptional() }),
])
const reference = z.union([z.strictObject({ interaction_id: id }), z.strictObject({ thread_id: id, run_id: id, tool_call_id: id })])
const input = z.object({
  thread_id: id,
  run_id: id,
  messages: z.array(message),
  client_tools: z.array(z.object({ name, description: z.string(), parameters: jsonSchemaSchema })),
  state: jsonValueSchema.exactOptional(),
  context: z.array(z.object({ description: z.string(), value: z.string() })),
  answers: z.array(z.object({ ref: reference, envelope: answerEnvelopeSchema })).exactOptional(),
  client: z.object({ protocol_version: name.exactOptional(), pf: z.object({ tool_results: flag.exactOptional() }).exactOptional() }),
  parent_run_id: id.exactOptional(),
})

const emission = z.object({
  stream_id: id,
  chunk: jsonValueSchema,
  done: flag.exactOptional(),
  mode: z.enum(['replace', 'append', 'merge']).exactOptional(),
  artifact_type: name.exactOptional(),
  meta: jsonObjectSchema.exactOptional(),
})
const operation = z.discriminatedUnion('type', [
  z.object({ type: z.literal('emit'), emission }),
  z.object({ type: z.literal('progress'), fraction: z.number().exactOptional(), text: z.string().exactOptional() }),
  z.object({ type: z.literal('pause'), request: z.object({ component: name, props: jsonObjectSchema, timeout_ms: z.number().min(0).exactOptional() }) }),
  z.object({ type: z.literal('set_state'), state: jsonValueSchema }),
])
const end = z.discriminatedUnion('type', [
  z.object({ type: z.literal('value'), value: jsonValueSchema }),
  z.object({ type: z.literal('nothing') }),
  z.object({ type: z.literal('error'), code: name, message: z.string() }),
  z.object({ type: z.literal('paused') }),
  z.object({ type: z.literal('unrecorded'), reason: name }),
])
const run = z.object({
  run_id: id,
  events: z.array(plannerEventSchema),
  state: jsonValueSchema,
  requests: z.array(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('start'), input }),
      z.object({ type: z.literal('answer'), tool_call_id: id, envelope: answerEnvelopeSchema }),
    ]),
  ),
  model_calls: z.array(modelExchangeSchema),
  tool_executions: z.array(z.object({ tool: name, tool_call_id: id, args: jsonObjectSchema, operations: z.array(operation), end })),
})
const tool = z.object({
  name,
  description: z.string(),
  input: jsonSchemaSchema,
  output: jsonSchemaSchema.exactOptional(),
  tags: z.array(name).exactOptional(),
  side_effects: z.enum(['none', 'read', 'write', 'external']).exactOptional(),
  idempotent: flag.exactOptional(),
  timeout_ms: z.number().min(0).exactOptional(),
  stream_args: flag.exactOptional(),
  source: z.enum(['trusted', 'untrusted']).exactOptional(),
})
const artifact = z.object({
  artifact_id: id,
  media_type: name,
  bytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  source_tool: name,
  data: z.string().exactOptional(),
  omitted: z.enum(['policy', 'too_large', 'missing']).exactOptional(),
})

/** The schema of a bundle of version 1. Unknown members of the format itself are removed. */
export const bundleSchema: z.ZodType<Bundle> = z.object({
  format: z.literal('pf-bundle'),
  version: z.literal(1),
  created: z.number(),
  versions: z.object({ node: name.exactOptional(), packages: z.record(name, name) }),
  registry: z.object({ version: name, digest: name }),
  agent: z
    .object({ options: jsonObjectSchema, rich_output: jsonObjectSchema.exactOptional(), tools: z.array(tool), not_described: z.array(name) })
    .exactOptional(),
  thread_id: id,
  run_id: id,
  runs: z.array(run).min(1).max(1_000),
  artifacts: z.array(artifact).max(10_000),
  redaction: z.object({ replaced: count, requests_omitted: flag }),
}) as z.ZodType<Bundle>
