import type { JsonObject, JsonSchema, JsonValue, MessageFile, PlannerAction } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { z } from 'zod'
import type { KeptReasoning, ModelMessage, StartedResponse } from '../model/model.ts'
import type { Background } from './background.ts'
import type { CallReport, PlannedRun } from './planned-run.ts'
import type { Handover, RunState } from './run-state.ts'
import type { InFlightCall, RemainingPlan, Resolution, UnapprovedResult, Waiting, WaitingCall } from './waiting.ts'

// Values with an unknown structure, such as arguments and observations, are kept unchanged, because copying them key by key would lose keys
// like `__proto__`.
const json = z.custom<JsonValue>((value) => value !== undefined, 'Expected a JSON value.')
const jsonObject = z.custom<JsonObject>(isRecord, 'Expected an object.')
const jsonSchema = z.custom<JsonSchema>((value) => isRecord(value) || typeof value === 'boolean', 'Expected a JSON Schema.')
const count = z.int().min(0)
const texts = z.array(z.string())

const keptReasoning: z.ZodType<KeptReasoning> = z.strictObject({ by: z.string(), items: z.array(json) })
const files: z.ZodType<MessageFile[]> = z.array(
  z.strictObject({
    kind: z.enum(['image', 'audio', 'video', 'document']),
    media_type: z.string(),
    name: z.string().exactOptional(),
    artifact_id: z.string().exactOptional(),
    bytes: count.exactOptional(),
    url: z.string().exactOptional(),
  }),
)
const message: z.ZodType<ModelMessage> = z.strictObject({
  role: z.enum(['system', 'user', 'assistant']),
  content: z.string(),
  reasoning: keptReasoning.exactOptional(),
  files: files.exactOptional(),
})
const startedResponse: z.ZodType<StartedResponse> = z.strictObject({
  by: z.string(),
  id: z.string(),
  received: z.strictObject({ after: count, text: z.string(), reasoning: z.string() }).exactOptional(),
})
const effort = z.enum(['low', 'medium', 'high'])
const client = z.looseObject({
  protocol_version: z.string().exactOptional(),
  pf: z.looseObject({ tool_results: z.boolean().exactOptional() }).exactOptional(),
})
const clientTools = z.array(z.looseObject({ name: z.string(), description: z.string(), parameters: jsonSchema }))
const context = z.array(z.looseObject({ description: z.string(), value: z.string() }))

const inFlightCall: z.ZodType<InFlightCall> = z.strictObject({
  tool_call_id: z.string(),
  tool: z.string(),
  args: jsonObject,
  observation: json.exactOptional(),
})
const waitingCall: z.ZodType<WaitingCall> = z.strictObject({
  tool: z.string(),
  args: jsonObject,
  tool_call_id: z.string(),
  branch: count.exactOptional(),
  hidden: z.literal(true).exactOptional(),
})
const held: z.ZodType<UnapprovedResult> = z.strictObject({
  status: z.enum(['ok', 'error', 'skipped', 'unknown']),
  observation: json,
  code: z.string().exactOptional(),
  value: json.exactOptional(),
})
const remainingPlan: z.ZodType<RemainingPlan> = z.strictObject({
  plan_id: z.string(),
  planned: count,
  join: json.exactOptional(),
  branches: z.array(
    z.strictObject({
      branch: count,
      node: z.string(),
      status: z.enum(['ok', 'error']),
      observation: json,
      code: z.string().exactOptional(),
      value: json.exactOptional(),
    }),
  ),
  joining: z.boolean(),
  lost: z.boolean().exactOptional(),
})
const question = z.strictObject({
  id: z.string(),
  tool_call_id: z.string(),
  component: z.string(),
  props: jsonObject,
  message_id: z.string(),
  result_schema: jsonSchema,
  deadline: z.number().exactOptional(),
  approval: z
    .strictObject({ tool_call_id: z.string(), tool: z.string(), rule: z.string(), args_hash: z.string(), role: z.string().exactOptional() })
    .exactOptional(),
})
const action = z.custom<PlannerAction>((value) => isRecord(value) && typeof value.next_node === 'string' && isRecord(value.args), 'Expected an action.')
const waiting: z.ZodType<Waiting> = z.strictObject({
  by: z.enum(['model', 'tool', 'client', 'hook', 'task']),
  call: waitingCall,
  asked: question.exactOptional(),
  questions: z.array(z.strictObject({ key: z.string(), interaction_id: z.string() })),
  scopes: z.array(z.enum(['once', 'thread', 'always'])).exactOptional(),
  held: held.exactOptional(),
  since: z.number(),
  action,
  tool_call_id: z.string(),
  note: z.string().exactOptional(),
  plan: remainingPlan.exactOptional(),
})
const resolution: z.ZodType<Resolution> = z.strictObject({
  status: z.enum(['answered', 'cancelled', 'expired', 'superseded', 'lost']),
  content: json.exactOptional(),
})
const callReport: z.ZodType<CallReport> = z.strictObject({
  tool_call_id: z.string(),
  tool_name: z.string(),
  arguments: jsonObject,
  status: z.enum(['success', 'failed', 'skipped']),
  kind: z
    .enum([
      'template_unresolved',
      'invalid_arguments',
      'output_schema_violation',
      'missing_structured_content',
      'tool_error',
      'timeout',
      'exception',
      'outcome_unknown',
    ])
    .exactOptional(),
  output: json.exactOptional(),
})
const planned: z.ZodType<PlannedRun> = z.strictObject({
  plan_id: z.string(),
  reasoning: z.string(),
  calls: z.array(z.strictObject({ tool_name: z.string(), arguments: jsonObject })),
  errors: z.array(z.custom<PlannedRun['errors'][number]>((value) => isRecord(value) && typeof value.kind === 'string', 'Expected an error of a plan.')),
  done: z.array(callReport),
  outputs: z.array(json),
})
const handover: z.ZodType<Handover> = z.strictObject({
  to: z.string(),
  resolution: resolution.exactOptional(),
  warnings: z.array(z.strictObject({ code: z.string(), text: z.string() })),
  messages: z.array(message),
  known_message_ids: texts,
  context,
  client,
  client_tools: clientTools,
  answered: texts,
  line: z.strictObject({ id: z.string(), text: z.string(), files: files.exactOptional() }).exactOptional(),
  shared_state: json.exactOptional(),
  new_turn: z.boolean(),
})

const background: z.ZodType<Background> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('subagent'), task_id: z.string(), depth: count }),
  z.strictObject({ kind: z.literal('job'), task_id: z.string(), depth: count, tool: z.string(), tool_args: jsonObject }),
  z.strictObject({ kind: z.literal('report'), text: z.string(), mode: z.enum(['notify', 'answer']), depth: count }),
])

/** Schema of the current version of the state. Unknown members are refused, because a state with additional members is not of that version. */
export const runStateSchema: z.ZodType<RunState> = z.strictObject({
  version: z.literal(10),
  status: z.enum(['running', 'paused', 'moved']),
  turn: z.strictObject({ message_id: z.string(), runs: texts }),
  client,
  client_tools: clientTools,
  context,
  known_message_ids: texts,
  step: count,
  attempt: count,
  model_calls: count,
  tokens: z.number().min(0),
  budget: z.strictObject({ run_id: z.string(), thread_id: z.string(), warned: texts }).exactOptional(),
  chars_per_token: z.number().positive(),
  consecutive_failures: count,
  takeovers: count,
  prepared: z.boolean(),
  route: z.strictObject({ model: z.string(), effort: effort.exactOptional() }).exactOptional(),
  memory: z.strictObject({ text: z.string(), until: z.string() }).exactOptional(),
  history: z.array(message),
  transcript: z.array(message),
  deferred_messages: z.array(message),
  kept_reasoning: keptReasoning.exactOptional(),
  started_response: startedResponse.exactOptional(),
  last_call: z.strictObject({ key: z.string(), step: count, times: count }).exactOptional(),
  last_observation: json.exactOptional(),
  sources: z.array(
    z.looseObject({ title: z.string(), url: z.string().exactOptional(), snippet: z.string().exactOptional(), relevance_score: z.number().exactOptional() }),
  ),
  warnings: texts,
  artifacts: json,
  components: z.strictObject({
    spent: z.number().min(0),
    inlined: z.number().min(0),
    written: z.array(z.strictObject({ id: z.string(), props: jsonObject })).exactOptional(),
  }),
  secret_refs: z.array(z.strictObject({ field: z.string(), interaction_id: z.string() })),
  in_flight: z.array(inFlightCall),
  waiting: waiting.exactOptional(),
  resolution: resolution.exactOptional(),
  planned: planned.exactOptional(),
  handover: handover.exactOptional(),
  background: background.exactOptional(),
  task_groups: z.array(z.strictObject({ group_id: z.string(), name: z.string() })).exactOptional(),
  messages: z.strictObject({ position: count, paused: z.literal(true).exactOptional() }).exactOptional(),
  untrusted: z.literal(true).exactOptional(),
  shared_state: json.exactOptional(),
  trace: z
    .string()
    .regex(/^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/)
    .exactOptional(),
})
