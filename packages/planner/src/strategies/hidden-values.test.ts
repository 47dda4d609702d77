import type { JsonObject, PlannerEvent, ToolDefinition } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import type { Story } from '@pf/testing'
import { afterEach, describe, expect, it } from 'vitest'
import type { AgentHooks } from '../index.ts'
import { answer, call, createHarness, finishOf, type Harness, type HarnessOptions, ofType, questionOf, scope, script } from '../test-support/harness.ts'

/** Part of a marked artifact, which only tools and the user may see. */
const hidden = 'TOP-SECRET-ROW'
const object = { type: 'object' }
const source: ToolDefinition = {
  name: 'source',
  description: 'Rows.',
  input: object,
  output: { type: 'object', properties: { id: { type: 'string' }, text: { type: 'string', artifact: true }, rows: { type: 'array', artifact: true } } },
  run: () => ({ id: 'i1', text: hidden, rows: [{ x: hidden }] }),
}
const got: unknown[] = []
const sink: ToolDefinition = { name: 'sink', description: 'Takes.', input: object, run: ((args: unknown) => ({ n: got.push(args) })) as never }

const open: Harness[] = []
afterEach(async () => {
  got.length = 0
  for (const harness of open.splice(0)) await harness.close()
})

async function openWith(story: Story, options: HarnessOptions): Promise<{ harness: Harness; events: PlannerEvent[] }> {
  const harness = await createHarness({ stories: [story], tools: [source, sink], richOutput: { enabled: true }, ...options })
  open.push(harness)
  return { harness, events: await harness.run('Go.') }
}

const runReplies = (...replies: string[]) => openWith(script(...replies, answer('Done.')), {})

function planned(calls: [string, JsonObject][], options: HarnessOptions = {}) {
  const listed = [['source', {}] as const, ...calls].map(([tool_name, args]) => ({ tool_name, arguments: args }))
  const plan = JSON.stringify({ type: 'tool_calls', reasoning: '', calls: listed })
  const reply: Story['reply'] = ({ messages }) => ({ content: messages.at(-1)?.content.includes('Plan now.') ? plan : answer('Done.') })
  return openWith({ name: 'plan', match: () => true, reply }, { strategy: 'plan-execute', ...options })
}

/** Asserts that the hidden value is in no prompt and in no event other than those that show artifacts to the user. */
function expectHidden(events: readonly PlannerEvent[], { server }: Harness): void {
  const shown = events.filter(({ type }) => type !== 'artifact_chunk' && type !== 'artifact_update')
  const withoutArtifacts = shown.map((event) => (event.type === 'finish' ? { ...event, payload: { ...event.payload, artifacts: {} } } : event))
  expect(JSON.stringify(withoutArtifacts)).not.toContain(hidden)
  expect(server.requests.length).toBeGreaterThan(1)
  expect(JSON.stringify(server.requests.map(({ body }) => body))).not.toContain(hidden)
}
const argsOf = (events: readonly PlannerEvent[]) => ofType(events, 'tool_call_args').map(({ delta }) => delta)
const resultsOf = (events: readonly PlannerEvent[]) => ofType(events, 'tool_call_result').map(({ content }) => JSON.parse(content) as JsonObject)

describe('a value that the model may not see, in the arguments of a planned call', () => {
  const sinkCall: [string, JsonObject] = ['sink', { rows: '$0.output.rows', id: '$0.output.id', n: 1 }]
  const replace = (change: (args: JsonObject) => JsonObject): AgentHooks => ({
    beforeTool: { tools: ['sink'], run: ({ args }) => ({ verdict: 'replace', reason: 'r', args: change(args as JsonObject) }) },
  })

  it('stays hidden where a hook moves it to another argument', async () => {
    const { events, harness } = await planned([sinkCall], {
      hooks: replace(({ rows = null, id = null, n = 0 }) => ({ data: rows, deep: { of: [rows] }, id, n })),
    })
    expect(got).toEqual([{ data: [{ x: hidden }], deep: { of: [[{ x: hidden }]] }, id: 'i1', n: 1 }])
    expectHidden(events, harness)
    expect(JSON.parse(argsOf(events).at(-1) ?? '')).toEqual({ data: '<replaced>', deep: '<replaced>', id: 'i1', n: 1 })
  })

  it('hides nothing of calls that hold no such value', async () => {
    const { events } = await planned([['sink', { id: '$0.output.id' }]], { hooks: replace(({ id = null }) => ({ data: id, more: 2 })) })
    expect(JSON.parse(argsOf(events).at(-1) ?? '')).toEqual({ data: 'i1', more: 2 })
  })

  it('does not come back in what is reported of a component, of a refused one, or of its update', async () => {
    const { events, harness } = await planned([
      ['render_component', { component: 'metric', id: 'm', props: { label: '$0.output.text', value: 1 } }],
      ['update_component', { id: 'm', patch: [{ op: 'replace', path: '/value', value: 2 }] }],
      ['render_component', { component: 'metric', props: { label: 'x', value: 1, format: '$0.output.text' } }],
    ])
    expectHidden(events, harness)
    expect(JSON.stringify(ofType(events, 'artifact_chunk'))).toContain(hidden)
    const hiddenSummary = { ok: true, component: 'metric', summary: 'metric, with data that only the user sees' }
    expect(resultsOf(events)).toMatchObject([
      { id: 'i1' },
      hiddenSummary,
      hiddenSummary,
      { ok: false, issues: [{ code: expect.any(String), pointer: '/format' }] },
    ])
  })

  it('does not come back after the user let the call run, on another node', async () => {
    const hooks: AgentHooks = {
      beforeTool: { tools: ['render_component'], run: () => ({ verdict: 'pause', reason: 'r', question: { message: 'Show it?' } }) },
    }
    const ports = createMemoryStore()
    const { events, harness } = await planned([['render_component', { component: 'metric', props: { label: '$0.output.text', value: 1 } }]], { hooks, ports })
    const second = await createHarness({
      server: harness.server,
      tools: [source, sink],
      strategy: 'plan-execute',
      richOutput: { enabled: true },
      hooks,
      ports,
    })
    open.push(second)
    const given = await second.agent.answer({ interaction_id: questionOf(events).id }, { result: { confirmed: true } }, scope)
    const after = await second.log('run_id' in given ? given.run_id : '')
    expect(JSON.stringify(ofType(after, 'artifact_chunk'))).toContain(hidden)
    expectHidden(after, harness)
    expect(finishOf(after).payload.raw_answer).toBe('Done.')
  })
})

describe('a value that the model may not see, in a component of a step', () => {
  it('does not come back from a join that shows it', async () => {
    const join = { node: 'render_component', args: { component: 'code' }, inject: { props: '$all' } }
    const wrong = { node: 'render_component', args: { component: 'json', id: 'j' }, inject: { props: '$branches' } }
    for (const part of [join, wrong]) {
      const { events, harness } = await runReplies(call('plan', { steps: [{ node: 'source', args: {} }], join: part }))
      expectHidden(events, harness)
    }
  })

  it('does not come back from a text that a reference put there, nor from what is wrong with its data', async () => {
    const text = call('render_component', { component: 'json', props: { data: { $artifact: 'source.text' } } })
    const rows = call('render_component', { component: 'metric', props: { label: 'x', value: 1, sparkline: { $artifact: 'source.text' } } })
    const { events, harness } = await runReplies(call('source'), text, rows)
    expect(JSON.stringify(ofType(events, 'artifact_chunk'))).toContain(hidden)
    expectHidden(events, harness)
    expect(resultsOf(events)).toMatchObject([{ id: 'i1' }, { ok: true }, { ok: false }])
  })
})
