import { trace } from '@opentelemetry/api'
import { artifact } from '@pf/artifacts/zod'
import type { InteractionRecord, JsonValue, PlannerEvent, StorePorts, ToolDefinition } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Agent, type AgentOptions, createAgent, defineTool } from '../index.ts'
import type { Model } from '../model/model.ts'
import { parseRunState } from '../state/read-run-state.ts'
import type { RunState } from '../state/run-state.ts'
import type { Waiting } from '../state/waiting.ts'
import { answer, call, createHarness, inputOf, scope, script } from '../test-support/harness.ts'
import { type RegisteredTelemetry, registerTelemetry } from '../test-support/telemetry.ts'

/** The way in which a stored run is continued: by a reader of its log after a crash, by an answer to its question, or by a request on its thread. */
type Continuation = 'attach' | 'answer' | 'request'

/** One field of the state, and a change of it that must change how the run continues. */
interface FieldCase {
  /** Members of the state in addition to those of `committedState`. */
  state?: Partial<RunState>
  /** The damaged value; undefined removes the field. */
  damaged: unknown
  replies?: string[]
  options?: Partial<AgentOptions>
  continueBy?: Continuation
  /** The text of a message to the run, which is stored with it. */
  sent?: string
  /** Also observes the next run of the thread. */
  nextRun?: true
}

const run = { run_id: 'run-1', thread_id: 'thread-1' }
const now = () => 1_000_000
const storedTraceId = 'a'.repeat(32)

/** A run that has committed its first step and whose process has then ended. */
const committedState: RunState = {
  version: 10,
  status: 'running',
  turn: { message_id: 't:run-1', runs: ['run-1'] },
  client: { pf: {} },
  client_tools: [],
  context: [],
  known_message_ids: ['u1'],
  step: 1,
  attempt: 1,
  model_calls: 1,
  tokens: 100,
  chars_per_token: 4,
  consecutive_failures: 0,
  takeovers: 0,
  prepared: true,
  history: [{ role: 'user', content: 'Go.' }],
  transcript: [],
  deferred_messages: [],
  sources: [],
  warnings: [],
  artifacts: null,
  components: { spent: 0, inlined: 0 },
  secret_refs: [],
  in_flight: [],
}

const question: Waiting = {
  by: 'model',
  call: { tool: 'ui_confirm', args: { message: 'Sure?' }, tool_call_id: 'tc:run-1:1' },
  asked: { id: 'q1', tool_call_id: 'tc:run-1:1', component: 'confirm', props: { message: 'Sure?' }, message_id: 't:run-1', result_schema: { type: 'object' } },
  questions: [],
  since: 10,
  action: { next_node: 'ui_confirm', args: { message: 'Sure?' } },
  tool_call_id: 'tc:run-1:1',
}
const paused = { status: 'paused', waiting: question } as const
const answered = { waiting: question, resolution: { status: 'answered' } } as const

const passwordForm = { title: 'Sign in', fields: [{ name: 'pin', label: 'PIN', type: 'password' }] }
const interactions: InteractionRecord[] = [
  { ...run, id: 'q0', tool_call_id: 'tc:run-1:0', component: 'form', props: passwordForm, message_id: 't:run-1', result_schema: {}, created: 1, state: 'open' },
  {
    ...run,
    id: 'q1',
    tool_call_id: 'tc:run-1:1',
    component: 'confirm',
    props: { message: 'Sure?' },
    message_id: 't:run-1',
    result_schema: {},
    created: 1,
    state: 'open',
  },
]

const large: Model = {
  name: 'large',
  async *stream() {
    yield { type: 'text', text: answer('From the large model.') }
    yield { type: 'finish', reason: 'stop' }
  },
}
const routing: Partial<AgentOptions> = { reasoningEffort: 'auto', models: [{ model: large, description: 'For hard questions.' }] }
const openMap = { name: 'open_map', description: 'Opens a map.', parameters: { type: 'object' } }

const rowsTool = defineTool({
  name: 'rows',
  description: 'Returns rows.',
  input: z.object({}),
  output: z.object({ rows: artifact(z.array(z.number())) }),
  run: () => ({ rows: [1, 2, 3] }),
})
const showMetric = [call('render_component', { component: 'metric', props: { label: 'Users', value: 1 } }), answer('Done.')]

/** A model that answers with the part of the state that it received. */
const tellingModel: Model = {
  name: 'telling',
  async *stream({ messages, resume }) {
    const kept = messages.flatMap(({ reasoning }) => reasoning ?? [])
    yield { type: 'text', text: answer(JSON.stringify({ resume: resume ?? null, kept })) }
    yield { type: 'finish', reason: 'stop' }
  },
}

/** The compiler refuses this table when a field of RunState has no entry. */
const fields = {
  version: { damaged: 1 },
  status: { damaged: 'moved' },
  turn: { damaged: { message_id: 't:other', runs: ['run-1'] }, replies: showMetric },
  client: { state: { ...paused, client: { pf: { tool_results: true } } }, damaged: { pf: {} }, continueBy: 'answer' },
  client_tools: { state: { client_tools: [openMap] }, damaged: [], replies: [call('open_map'), answer('Done.')] },
  context: { state: { ...paused, context: [{ description: 'Page', value: 'prices' }] }, damaged: [], continueBy: 'request' },
  known_message_ids: { state: paused, damaged: [], continueBy: 'request' },
  step: { damaged: 5 },
  attempt: {
    // Ids of further questions of a call contain the attempt number.
    state: {
      attempt: 4,
      waiting: { ...question, by: 'tool', call: { ...question.call, tool: 'ask' }, questions: [{ key: 'k', interaction_id: 'q1' }] },
      resolution: { status: 'answered' },
    },
    damaged: 1,
  },
  model_calls: { damaged: 7 },
  tokens: { damaged: 5_000, options: { limits: { maxTokens: 5_000 } } },
  budget: {
    state: { budget: { run_id: 'run-1', thread_id: 'thread-1', warned: ['run:tokens'] } },
    damaged: { run_id: 'run-1', thread_id: 'thread-1', warned: [] },
    options: { budgets: { run: { tokens: 1_000_000 }, warnAt: 0.000_001 } },
  },
  chars_per_token: { damaged: 0.01, options: { limits: { contextTokens: 10_000 } } },
  consecutive_failures: { state: { consecutive_failures: 3 }, damaged: 0, replies: [call('unknown_tool_name'), answer('Done.')] },
  takeovers: { damaged: 3 },
  prepared: { state: { route: { model: 'scripted' } }, damaged: false, options: routing },
  route: { state: { route: { model: 'large', effort: 'high' } }, damaged: undefined, options: routing },
  memory: {
    state: { memory: { text: 'They asked about prices.', until: 'earlier' } },
    damaged: undefined,
    options: { memory: { summary: { lastTurns: 1 } } },
    nextRun: true,
  },
  history: { damaged: [] },
  transcript: { state: { transcript: [{ role: 'user', content: 'An observation.' }] }, damaged: [] },
  deferred_messages: { state: { deferred_messages: [{ role: 'user', content: 'And hurry.' }] }, damaged: [] },
  kept_reasoning: {
    state: { ...answered, kept_reasoning: { by: 'telling', items: ['signed'] } },
    damaged: undefined,
    options: { model: tellingModel },
  },
  started_response: { state: { started_response: { by: 'telling', id: 'resp_1' } }, damaged: undefined, options: { model: tellingModel } },
  last_call: { state: { last_call: { key: '["find",{}]', step: 1, times: 1 } }, damaged: undefined },
  last_observation: { state: { last_observation: { found: 1 } }, damaged: undefined, options: { limits: { maxSteps: 2 } } },
  sources: { state: { sources: [{ title: 'Docs', url: 'https://example.com' }] }, damaged: [] },
  warnings: { state: { warnings: ['A list was shortened.'] }, damaged: [] },
  artifacts: { damaged: null },
  components: {
    state: { components: { spent: 1e9, inlined: 0 } },
    damaged: { spent: 0, inlined: 0 },
    replies: showMetric,
  },
  secret_refs: {
    state: { secret_refs: [{ field: 'pin', interaction_id: 'q0' }] },
    damaged: [],
    replies: [call('login', { pin: '<secret:pin>' }), answer('Done.')],
  },
  in_flight: { state: { in_flight: [{ tool_call_id: 'tc:run-1:2', tool: 'find', args: {}, observation: { sent: true } }] }, damaged: [] },
  waiting: { state: answered, damaged: undefined },
  resolution: { state: answered, damaged: { status: 'cancelled' } },
  planned: {
    state: { planned: { plan_id: 'p:run-1:2', reasoning: 'Find it.', calls: [{ tool_name: 'find', arguments: {} }], errors: [], done: [], outputs: [] } },
    damaged: undefined,
    replies: [answer('Done.')],
    options: { strategy: 'plan-execute' },
  },
  handover: {
    state: {
      ...paused,
      status: 'moved',
      handover: {
        to: 'run-2',
        resolution: { status: 'cancelled' },
        warnings: [],
        messages: [],
        known_message_ids: [],
        context: [],
        client: {},
        client_tools: [],
        answered: [],
        new_turn: false,
      },
    },
    damaged: undefined,
  },
  background: { state: { background: { kind: 'report', text: 'The report is ready.', mode: 'notify', depth: 1 } }, damaged: undefined },
  task_groups: {
    state: { task_groups: [{ group_id: 'group-1', name: 'q4' }] },
    damaged: undefined,
    replies: [call('task', { query: 'Look.', group: 'q4' }), answer('Done.')],
    options: { tasks: { confirm: false, maxConcurrent: 0 } },
  },
  messages: { state: { messages: { position: 1 } }, damaged: undefined, sent: 'Look at May.' },
  shared_state: { state: { shared_state: { city: 'Oslo' } }, damaged: { city: 'Rome' }, options: { state: { prompt: true } } },
  untrusted: {
    state: { untrusted: true },
    damaged: undefined,
    options: { guardrails: { untrustedContent: {} }, approvals: { rules: [{ id: 'after', decision: 'deny', tools: ['find'], afterUntrusted: true }] } },
  },
  trace: { state: { trace: `00-${storedTraceId}-${'b'.repeat(16)}-01` }, damaged: undefined },
} satisfies Record<keyof RunState, FieldCase>

/** An open group in the store of every case. */
const openGroup = {
  group_id: 'group-1',
  change: {
    kind: 'join',
    task: { task_id: 'task-1', name: 'First', run_id: 'run-1', mode: 'subagent', merge_strategy: 'HUMAN_GATED', payload: { query: 'Look.' } },
    group: { name: 'q4', thread_id: 'thread-1', agent: 'agent', alone: false, sealed: false, report: 'all', merge_strategy: 'HUMAN_GATED' },
  },
} as const

const agents: Agent[] = []
let telemetry: RegisteredTelemetry
beforeAll(() => {
  telemetry = registerTelemetry()
})
afterAll(() => telemetry.dispose())
afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.close()
})

/** Stores the state as the last commit of a run that no process works on, with the questions of its turn. */
async function storeRun(ports: StorePorts, state: unknown, { hasResolution, sent }: { hasResolution: boolean; sent: string | undefined }): Promise<void> {
  const leased = await ports.storage.lease(scope, { kind: 'run', ...run }, { ttlMs: 1_000 })
  if (leased.status !== 'granted') throw new Error('The run could not be leased.')
  const client = { client_tools: [], answered: [] }
  const start = { type: 'run_start', registry_version: '1', registry_digest: '', message_id: 't:run-1', client, ...run, ts: 1 } as const
  await ports.storage.commit(scope, {
    run,
    lease: leased.lease,
    events: [start],
    state: { expect_version: 0, value: state as JsonValue },
    pending: interactions,
    tasks: [openGroup],
    thread: [{ id: 'u1', role: 'user', run_id: 'run-1', text: 'Go.', ts: 1 }],
  })
  await ports.storage.release(scope, leased.lease)
  await ports.pending.answer(scope, 'q0', 'hash-0', { result: { pin: '4711' } })
  if (sent !== undefined) await ports.storage.addMessage?.(scope, run.run_id, { id: 'm1', kind: 'inject', text: sent })
  if (hasResolution) await ports.pending.answer(scope, 'q1', 'hash-1', { result: { confirmed: true } })
}

async function readUntilFinish(agent: Agent, run_id: string): Promise<PlannerEvent[]> {
  const events: PlannerEvent[] = []
  for await (const event of (await agent.attach(run_id, 0, { scope })) ?? []) {
    events.push(event)
    if (event.type === 'finish') break
  }
  return events
}

const volatile = new Set(['ts', 'latency_ms', 'trace_id'])

/** Continues a stored run and returns everything observable: model requests, inputs of tools, logs and the thread, without times. */
async function observeContinuation(state: unknown, fieldCase: FieldCase): Promise<unknown> {
  const { replies = [call('find'), answer('Done.')], options = {}, continueBy = 'attach', nextRun } = fieldCase
  const ports = createMemoryStore({ now })
  await storeRun(ports, state, { hasResolution: fieldCase.state?.resolution !== undefined, sent: fieldCase.sent })
  const requests: unknown[] = []
  const toolInputs: unknown[] = []
  const model: Model = {
    name: 'scripted',
    async *stream({ messages, reasoningEffort }) {
      const isInStoredTrace = trace.getActiveSpan()?.spanContext().traceId === storedTraceId
      requests.push({ messages, reasoningEffort, isInStoredTrace })
      yield { type: 'text', text: replies[Math.min(requests.length, replies.length) - 1] ?? '' }
      yield { type: 'finish', reason: 'stop' }
    },
  }
  const record = (args: unknown) => {
    toolInputs.push(args)
    return { found: true }
  }
  const tools: ToolDefinition[] = [
    { name: 'find', description: 'Finds.', input: { type: 'object' }, run: record },
    { name: 'login', description: 'Signs in.', input: { type: 'object', properties: { pin: { type: 'string', writeOnly: true } } }, run: record },
    {
      name: 'ask',
      description: 'Asks.',
      input: { type: 'object' },
      run: (_args, context) => context.pause({ component: 'confirm', props: { message: 'Really?' } }),
    },
  ]
  let ids = 0
  const agent = createAgent({ model, ports, now, newId: () => `id-${++ids}`, richOutput: { enabled: true }, tools, ...options })
  agents.push(agent)
  const runIds = ['run-1', 'run-2']
  if (continueBy === 'answer') {
    const result = await agent.answer({ interaction_id: 'q1' }, { result: { confirmed: true } }, scope)
    if ('run_id' in result && !runIds.includes(result.run_id)) runIds.unshift(result.run_id)
  }
  if (continueBy === 'request') {
    const context = [{ description: 'Page', value: 'prices' }]
    const answers = [{ ref: { interaction_id: 'q1' }, envelope: { result: { confirmed: true } } }]
    await agent.start(inputOf('Go.', { run_id: 'run-2', context, answers }), scope)
  }
  const logs = []
  for (const run_id of runIds) logs.push({ run_id, events: await readUntilFinish(agent, run_id) })
  if (nextRun) {
    await agent.start(inputOf('More.', { run_id: 'run-3', messages: [{ id: 'u3', role: 'user', content: 'More.' }] }), scope)
    logs.push({ run_id: 'run-3', events: await readUntilFinish(agent, 'run-3') })
  }
  const thread = await agent.thread('thread-1', scope)
  return JSON.parse(JSON.stringify({ requests, toolInputs, logs, thread }, (key, value: unknown) => (volatile.has(key) ? undefined : value))) as unknown
}

/** Returns the snapshot of a run whose tool has returned an artifact. */
async function artifactSnapshot(): Promise<JsonValue> {
  const harness = await createHarness({ stories: [script(call('rows'), answer('Done.'))], tools: [rowsTool] })
  await harness.run('Go.')
  const record = await harness.ports.storage.load(scope, 'run-1')
  await harness.close()
  if (!record) throw new Error('The run was not stored.')
  return parseRunState(record.state).artifacts
}

describe('every field of the stored state has an effect on how a run continues', () => {
  it.each(Object.entries(fields) as [keyof RunState, FieldCase][])('%s', async (field, fieldCase) => {
    const artifacts = field === 'artifacts' ? await artifactSnapshot() : null
    const right = { ...committedState, artifacts, ...fieldCase.state }
    const { [field]: _, ...without } = right
    const damaged = fieldCase.damaged === undefined ? without : { ...without, [field]: fieldCase.damaged }
    const expected = await observeContinuation(right, fieldCase)
    const actual = await observeContinuation(damaged, fieldCase)
    // The observation contains no random values, so a difference can only be caused by the field.
    expect(await observeContinuation(right, fieldCase)).toEqual(expected)
    expect(actual).not.toEqual(expected)
    // Only another version may make the state unreadable. Any other damage must be noticed because the value is used.
    expect(JSON.stringify(expected)).not.toContain('state_unreadable')
    if (field !== 'version') expect(JSON.stringify(actual)).not.toContain('state_unreadable')
  })
})
