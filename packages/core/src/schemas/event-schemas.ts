import { z } from 'zod'
import type { PlannerEventType } from '../contracts/events.ts'
import { artifactChunkSchema } from './artifact-schemas.ts'
import { jsonObjectSchema, jsonSchemaSchema, jsonValueSchema } from './json-schemas.ts'
import { finalPayloadSchema, finishReasonSchema } from './payload-schemas.ts'

/** An answer, which is either a result or a cancellation. */
export const answerEnvelopeSchema = z.union([z.strictObject({ result: jsonValueSchema }), z.strictObject({ cancelled: z.literal(true) })])

/** Identifies a question by its own id or by the call that asked it. */
export const interactionRefSchema = z.union([
  z.strictObject({ interaction_id: z.string() }),
  z.strictObject({ thread_id: z.string(), run_id: z.string(), tool_call_id: z.string() }),
])

/** A question that pauses a run. */
export const interactionAnnouncementSchema = z.object({
  id: z.string(),
  tool_call_id: z.string(),
  component: z.string(),
  props: jsonObjectSchema,
  message_id: z.string(),
  result_schema: jsonSchemaSchema,
  deadline: z.number().exactOptional(),
  approval: z.object({ tool_call_id: z.string(), tool: z.string(), rule: z.string(), args_hash: z.string(), role: z.string().exactOptional() }).exactOptional(),
})

/** A fault in external data. */
export const validationIssueSchema = z.object({
  code: z.string(),
  pointer: z.string(),
  expected: z.string().exactOptional(),
  received: z.string().exactOptional(),
  suggestion: z.string().exactOptional(),
})

const text = z.string()
const whole = z.number().int()
const count = whole.min(0)
const flag = z.boolean()
const fraction = z.number().exactOptional()
const branch = whole.exactOptional()
const patch = z.array(jsonObjectSchema)
const interactions = z.array(interactionAnnouncementSchema)
const endStatus = z.enum(['ok', 'error', 'cancelled'])

const client = z.object({
  protocol_version: text.exactOptional(),
  pf: z.object({ tool_results: flag.exactOptional() }).exactOptional(),
  client_tools: z.array(text),
  answered: z.array(text),
})

const envelope = {
  run_id: text,
  thread_id: text,
  seq: whole.min(1),
  ts: z.number(),
  step: whole.exactOptional(),
  parent_run_id: text.exactOptional(),
}

const event = <T extends PlannerEventType, Body extends z.core.$ZodLooseShape>(type: T, body: Body) => z.object({ type: z.literal(type), ...envelope, ...body })

const amount = z.number().min(0)
const spendingSchema = z.object({ tokens: amount, cost: amount, ms: amount, model_calls: amount, tool_calls: amount })
const budgetStatusSchema = z.object({
  scope: z.enum(['run', 'thread', 'day', 'owner']),
  unit: z.enum(['tokens', 'cost', 'ms', 'model_calls', 'tool_calls']),
  limit: amount,
  spent: amount,
  left: amount,
})

/** An event as stored in a log, discriminated by `type`. Members that are not part of the contract are removed. */
export const plannerEventSchema = z.discriminatedUnion('type', [
  event('run_start', { registry_version: text, registry_digest: text, message_id: text, client }),
  event('step_start', { node: text.exactOptional(), branch }),
  event('step_complete', { node: text, status: z.enum(['ok', 'error', 'paused']), latency_ms: z.number(), branch, thought: text.exactOptional() }),
  event('llm_stream_chunk', {
    stream_id: text,
    text,
    channel: z.enum(['answer', 'thinking']),
    phase: z.enum(['action', 'answer', 'revision']),
    attempt: whole,
    action_seq: whole,
    done: flag,
  }),
  event('answer_reset', { stream_id: text, attempt: whole, reason: text }),
  event('tool_call_start', {
    tool_call_id: text,
    name: text,
    plan_id: text.exactOptional(),
    branch,
    interactive: flag,
    owner: z.enum(['server', 'client']),
  }),
  event('tool_call_args', { tool_call_id: text, delta: text }),
  event('tool_call_end', { tool_call_id: text }),
  event('tool_call_progress', { tool_call_id: text, fraction, text: text.exactOptional() }),
  event('tool_call_result', { tool_call_id: text, status: z.enum(['ok', 'error', 'skipped', 'unknown']), content: text, code: text.exactOptional() }),
  event('artifact_chunk', artifactChunkSchema.omit({ seq: true }).shape),
  event('artifact_stored', { artifact_id: text, media_type: text, bytes: count, sha256: text, source_tool: text }),
  event('artifact_update', { id: text, message_id: text, patch, version: whole }),
  event('artifact_rejected', { tool_call_id: text, errors: z.array(validationIssueSchema) }),
  event('pause', { interactions }),
  event('resume', { interaction_id: text, status: z.enum(['answered', 'cancelled', 'expired']) }),
  event('state_snapshot', { state: jsonValueSchema }),
  event('state_delta', { patch }),
  event('repair', { kind: text, attempt: whole }),
  event('usage', {
    model: text.exactOptional(),
    provider: text.exactOptional(),
    input: count.exactOptional(),
    output: count.exactOptional(),
    cached: count.exactOptional(),
    reasoning: count.exactOptional(),
  }),
  event('budget', { spent: spendingSchema, limits: z.array(budgetStatusSchema) }),
  event('warning', { code: text, text }),
  event('run_message', {
    message_id: text,
    kind: z.enum(['inject', 'redirect', 'pause', 'resume']),
    status: z.enum(['read', 'late']),
    text: text.exactOptional(),
  }),
  event('draft_delta', { draft_id: text, block: z.enum(['artifact', 'user']), text, attempt: whole }),
  event('draft_done', { draft_id: text, version: whole.exactOptional(), ok: flag, parse_ok: flag, error: text.exactOptional() }),
  event('task_start', { task_id: text, name: text, group_id: text.exactOptional() }),
  event('task_progress', { task_id: text, fraction, text: text.exactOptional() }),
  event('task_pause', { task_id: text, interactions }),
  event('task_result', { task_id: text, status: endStatus, summary: text }),
  event('task_group_start', { group_id: text, name: text }),
  event('task_group_result', { group_id: text, status: endStatus, summary: text }),
  event('finish', {
    reason: finishReasonSchema,
    payload: finalPayloadSchema,
    error: z.object({ code: text, message: text, trace_id: text }).exactOptional(),
  }),
])
