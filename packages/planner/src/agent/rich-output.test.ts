import { artifact } from '@pf/artifacts/zod'
import type { PlannerEvent, ToolContext } from '@pf/core'
import { createPolicy } from '@pf/registry'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineTool } from '../index.ts'
import { answer, call, createHarness, finishOf, type Harness, type HarnessOptions, ofType, script } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

const query = defineTool({
  name: 'query',
  description: 'Rows.',
  input: z.object({ rows: z.number() }),
  output: z.object({ count: z.number(), rows: artifact(z.array(z.object({ city: z.string(), people: z.number() }))) }),
  run: ({ rows }) => ({ count: rows, rows: Array.from({ length: rows }, (_, index) => ({ city: `City number ${index}`, people: index })) }),
})
const columns = [{ field: 'city' }, { field: 'people' }]
const grid = (rows: unknown, more: Record<string, unknown> = {}) => call('render_component', { component: 'datagrid', props: { columns, rows }, ...more })
const metric = (value: unknown, more: Record<string, unknown> = {}) =>
  call('render_component', { component: 'metric', props: { label: 'People', value }, ...more })

async function runReplies(replies: string[], more: Partial<HarnessOptions> = {}): Promise<PlannerEvent[]> {
  harness = await createHarness({ stories: [script(...replies, answer('Here it is.'))], tools: [query], richOutput: { enabled: true }, ...more })
  return harness.run('Show me.')
}

/** Returns the result that the model received for its call of a step. */
const seen = (index = -1) => harness.server.requests.at(-1)?.conversation?.toolResults.at(index)?.content

describe('rich output that is off', () => {
  it('[003-be-01] [003-lab-03] [003-ph-03] offers no tool, adds nothing to the prompt and emits no component', async () => {
    harness = await createHarness({ stories: [script(metric(1), answer('plain'))], tools: [query] })
    const events = await harness.run('Show me.')
    expect(harness.agent.catalog()).toMatchObject({ enabled: false, components: [] })
    expect(harness.server.requests[0]?.conversation?.system).not.toMatch(/render_component|artifact_id|datagrid/)
    expect(seen()).toMatchObject({ error: { code: 'unknown_tool' } })
    expect(ofType(events, 'artifact_chunk')).toEqual([])
    expect(ofType(events, 'tool_call_start')).toEqual([])
  })

  it('refuses components that a host tool emits', async () => {
    const emitting = {
      name: 'query',
      description: 'Emits.',
      input: { type: 'object' },
      run: (_: unknown, { emitArtifact }: ToolContext) =>
        emitArtifact({ stream_id: 'x', artifact_type: 'ui_component', chunk: { component: 'metric', props: { label: 'a', value: 1 } }, done: true }),
    }
    harness = await createHarness({ stories: [script(call('query'), answer('plain'))], tools: [emitting] })
    const events = await harness.run('Show me.')
    expect(ofType(events, 'artifact_chunk')).toEqual([])
    expect(ofType(events, 'warning')).toMatchObject([{ code: 'component_not_allowed' }])
  })
})

describe('render_component', () => {
  it('[003-meta-01] [003-meta-03] [003-pas-02] emits one finished chunk and tells the model a summary', async () => {
    const events = await runReplies([metric(42, { id: 'people', title: 'Population', metadata: { note: 'x', message_id: 'forged' } })])
    expect(ofType(events, 'artifact_chunk')).toMatchObject([
      {
        stream_id: 'people',
        done: true,
        mode: 'replace',
        artifact_type: 'ui_component',
        tool_call_id: 'tc:run-1:1',
        chunk: { id: 'people', component: 'metric', title: 'Population', props: { value: 42, label: 'People' } },
        meta: { note: 'x', message_id: 't:run-1', source_tool: 'render_component', registry_version: expect.any(String) },
      },
    ])
    expect(seen()).toEqual({ ok: true, id: 'people', component: 'metric', summary: expect.any(String) })
    expect(String((seen() as { summary: string }).summary).length).toBeLessThanOrEqual(200)
  })

  it('streams its arguments while the model writes them, and the chunk takes over under the same call', async () => {
    const events = await runReplies([metric(42)])
    const args = ofType(events, 'tool_call_args').map(({ delta }) => delta)
    expect(JSON.parse(args.join(''))).toEqual({ component: 'metric', props: { label: 'People', value: 42 } })
    const order = events.map(({ type }) => type).filter((type) => type.startsWith('tool_call') || type === 'artifact_chunk')
    expect(order[0]).toBe('tool_call_start')
    expect(order.slice(-3)).toEqual(['tool_call_end', 'artifact_chunk', 'tool_call_result'])
    expect(ofType(events, 'artifact_chunk')[0]?.tool_call_id).toBe(ofType(events, 'tool_call_start')[0]?.tool_call_id)
  })

  it('[003-lim-05] shows data by reference: small data inline, large data as a stored artifact, and never through the model', async () => {
    const small = await runReplies([call('query', { rows: 3 }), grid({ $artifact: 'query.rows', limit: 2 })])
    expect(ofType(small, 'artifact_chunk')[0]?.chunk).toMatchObject({ props: { rows: [{ city: 'City number 0', people: 0 }, { people: 1 }] } })
    await harness.close()
    const large = await runReplies([call('query', { rows: 2_000 }), grid({ $artifact: 'query.rows' })])
    expect(ofType(large, 'artifact_chunk')[0]?.chunk).toMatchObject({
      props: { rows: { artifact_id: expect.any(String), items: 2_000, columns: ['city', 'people'] } },
    })
    expect(JSON.stringify(harness.server.requests.map(({ body }) => body))).not.toContain('City number')
    expect(seen()).toMatchObject({ ok: true, component: 'datagrid' })
  })

  it('resolves references of components inside a layout', async () => {
    const inside = { component: 'grid', props: { items: [{ component: 'datagrid', props: { columns, rows: { $artifact: 'query.rows' } } }] } }
    const events = await runReplies([call('query', { rows: 3 }), call('render_component', inside)])
    expect(ofType(events, 'artifact_chunk')[0]?.chunk).toMatchObject({ props: { items: [{ props: { rows: [{ people: 0 }, {}, {}] } }] } })
  })

  it.each([
    ['an unknown reference', grid({ $artifact: 'query.nothing' }), 'unknown_reference'],
    ['a forged artifact', grid({ artifact_id: 'a', media_type: 'application/json', bytes: 1, sha256: 'x' }), 'unsafe_value'],
    ['an unknown component', call('render_component', { component: 'metrik', props: {} }), 'unknown_component'],
    ['a component that is not enabled', call('render_component', { component: 'echarts', props: { option: {} } }), 'component_not_allowed'],
    ['a component named __proto__', call('render_component', { component: '__proto__', props: {} }), 'unknown_component'],
    ['props that do not fit', metric({ deep: true }), 'schema_invalid'],
    ['an unknown prop', call('render_component', { component: 'metric', props: { label: 'a', value: 1, dangerouslySetInnerHTML: {} } }), 'schema_invalid'],
    ['missing props', call('render_component', { component: 'metric' }), 'required'],
    ['an id with a blank', metric(1, { id: 'a b' }), 'pattern'],
  ])('[003-meta-02] refuses %s: the client is notified, and the model gets the issue', async (_name, reply, code) => {
    const events = await runReplies([reply], { richOutput: { enabled: true, allowlist: ['metric', 'datagrid', 'grid'] } })
    expect(ofType(events, 'artifact_chunk')).toEqual([])
    expect(ofType(events, 'artifact_rejected')).toMatchObject([{ tool_call_id: 'tc:run-1:1', errors: [{ code }] }])
    expect(seen()).toMatchObject({ ok: false, issues: [{ code }] })
    expect(ofType(events, 'tool_call_result')[0]).toMatchObject({ status: 'error' })
  })

  it('refuses nesting and sizes beyond the limits without falling over', async () => {
    let deep: Record<string, unknown> = { component: 'metric', props: { label: 'a', value: 1 } }
    for (let level = 0; level < 20; level++) deep = { component: 'grid', props: { items: [deep] } }
    const events = await runReplies([call('render_component', deep), grid(Array.from({ length: 9_000 }, () => ({ city: 'x'.repeat(40), people: 1 })))])
    expect(ofType(events, 'artifact_rejected')).toHaveLength(2)
    expect(finishOf(events)).toMatchObject({ reason: 'answer' })
  })

  it('counts what the model writes over the whole run', async () => {
    const policy = createPolicy({ limits: { runBytes: 300 }, denylist: ['confirm', 'form', 'select_option'] })
    const events = await runReplies([metric(1, { title: 'a'.repeat(100) }), metric(2, { title: 'b'.repeat(100) }), metric(3, { title: 'c'.repeat(100) })], {
      richOutput: { enabled: true, policy },
    })
    expect(ofType(events, 'artifact_chunk').length).toBeLessThan(3)
    expect(JSON.stringify(ofType(events, 'artifact_rejected'))).toContain('budget_exceeded')
  })

  it('skips the same render in the next step, and not one that comes later', async () => {
    const events = await runReplies([metric(1, { id: 'a' }), metric(1, { id: 'a' }), call('query', { rows: 1 }), metric(1, { id: 'a' })])
    expect(ofType(events, 'artifact_chunk')).toHaveLength(2)
    expect(seen(1)).toMatchObject({ ok: true, id: 'a', skipped: 'duplicate' })
  })

  it('withdraws the preview of a call whose output broke off, and shows the repaired one under another id', async () => {
    harness = await createHarness({ stories: [script(metric(42), answer('Here.'))], richOutput: { enabled: true } })
    harness.server.mode('cut-clean', { times: 1, at: 24 })
    const events = await harness.run('Show me.')
    expect(ofType(events, 'tool_call_result').map(({ tool_call_id, code }) => [tool_call_id, code])).toEqual([
      ['tc:run-1:1', 'withdrawn'],
      ['tc:run-1:1~2', undefined],
    ])
    expect(ofType(events, 'artifact_chunk')).toHaveLength(1)
  })
})

describe('components that a host tool emits', () => {
  const emitting = (emissions: Parameters<ToolContext['emitArtifact']>[0][]) => ({
    name: 'query',
    description: 'Emits.',
    input: { type: 'object' },
    run: (_: unknown, { emitArtifact }: ToolContext) => {
      for (const emission of emissions) emitArtifact(emission)
      return 'ok'
    },
  })
  const shown = (value: unknown, component = 'metric') => ({
    stream_id: 'any',
    artifact_type: 'ui_component',
    chunk: { id: 'people', component, props: { label: 'a', value } },
    done: true,
  })

  it('are validated, replace each other under one id, and can be updated by the model', async () => {
    const update = call('update_component', { id: 'people', patch: [{ op: 'replace', path: '/value', value: 3 }] })
    const events = await runReplies([call('query'), update], { tools: [emitting([shown(1), shown(2)])] })
    expect(ofType(events, 'artifact_chunk')).toMatchObject([
      { stream_id: 'people', chunk: { id: 'people', props: { value: 1 } }, done: true },
      { stream_id: 'people', chunk: { id: 'people', props: { value: 2 } }, done: true },
    ])
    expect(ofType(events, 'artifact_update')).toHaveLength(1)
  })

  it('that are invalid, not enabled or in pieces are refused with a warning, and the tool continues', async () => {
    const bad = [shown({ deep: 1 }), shown(1, 'nothing'), { ...shown(1), mode: 'append' as const }, { ...shown(1), chunk: 'text' }]
    const events = await runReplies([call('query')], { tools: [emitting(bad)] })
    expect(ofType(events, 'artifact_chunk')).toEqual([])
    expect(ofType(events, 'warning').map(({ code }) => code)).toEqual(['schema_invalid', 'schema_invalid', 'schema_invalid', 'schema_invalid'])
    expect(ofType(events, 'tool_call_result')[0]).toMatchObject({ status: 'ok' })
  })
})

describe('update_component', () => {
  const patch = (operations: unknown[], id = 'people') => call('update_component', { id, patch: operations })

  it('[003-pas-06] patches what was shown, validated as a whole', async () => {
    const events = await runReplies([metric(1, { id: 'people' }), patch([{ op: 'replace', path: '/value', value: 2 }])])
    expect(ofType(events, 'artifact_update')).toMatchObject([
      { id: 'people', message_id: 't:run-1', version: 1, patch: [{ op: 'replace', path: '/props/value', value: 2 }] },
    ])
    expect((await harness.agent.thread('thread-1', { owner: { id: 'ada' } }))?.components).toMatchObject([{ id: 'people', props: { value: 2 } }])
  })

  it('keeps the data of a component that only the store holds, and refuses another stored reference', async () => {
    const rows = { $artifact: 'query.rows', limit: 1_500 }
    const forged = { artifact_id: 'a', media_type: 'application/json', bytes: 1, sha256: 'x' }
    const events = await runReplies([
      call('query', { rows: 2_000 }),
      grid(rows, { id: 'people' }),
      patch([{ op: 'add', path: '/pageSize', value: 25 }]),
      patch([{ op: 'replace', path: '/rows', value: forged }]),
    ])
    const stored = { artifact_id: expect.any(String), limit: 1_500, items: 1_500 }
    expect(ofType(events, 'artifact_chunk')).toMatchObject([{ chunk: { props: { rows: stored } } }])
    expect(ofType(events, 'artifact_update')).toMatchObject([{ version: 1, patch: [{ path: '/props/pageSize', value: 25 }] }])
    expect(ofType(events, 'artifact_rejected')).toMatchObject([{ errors: [{ code: 'unsafe_value', pointer: '/rows' }] }])
    const thread = await harness.agent.thread('thread-1', { owner: { id: 'ada' } })
    expect(thread?.components).toMatchObject([{ props: { pageSize: 25, rows: stored } }])
  })

  it.each([
    ['an unknown id', patch([], 'nobody')],
    ['a patch that makes it invalid', patch([{ op: 'remove', path: '/label' }])],
    ['a path through __proto__', patch([{ op: 'add', path: '/__proto__/x', value: 1 }])],
    ['copy and move', patch([{ op: 'copy', from: '', path: '/label' }])],
    ['what is no operation', patch([{ path: '/value' }])],
  ])('refuses %s and changes nothing', async (_name, reply) => {
    const events = await runReplies([metric(1, { id: 'people' }), reply])
    expect(ofType(events, 'artifact_update')).toEqual([])
    expect(ofType(events, 'artifact_rejected')).toHaveLength(1)
    expect(seen()).toMatchObject({ ok: false })
  })
})

describe('the catalogue', () => {
  it('[003-be-02] [003-lab-05] is in the prompt unless switched off, with the meta-tools either way', async () => {
    await runReplies([])
    expect(harness.server.requests[0]?.conversation?.system).toContain('# Components')
    await harness.close()
    await runReplies([], { richOutput: { enabled: true, includePromptCatalog: false } })
    expect(harness.server.requests[0]?.conversation?.system).not.toContain('# Components')
    expect(harness.server.requests[0]?.conversation?.system).toContain('render_component')
  })

  it('[003-be-07] can be searched and described, and artifacts listed', async () => {
    await runReplies([
      call('query', { rows: 2 }),
      call('search_components', { query: 'table' }),
      call('describe_component', { name: 'metric' }),
      call('list_artifacts'),
    ])
    expect(seen(1)).toMatchObject({ components: expect.arrayContaining([expect.objectContaining({ name: 'datagrid', enabled: true })]) })
    expect(JSON.stringify(seen(2))).toContain('value')
    expect(seen(3)).toMatchObject({ artifacts: [{ ref: 'query.rows', kind: 'list', items: 2, source_tool: 'query' }] })
  })

  it('[003-meta-08] [003-meta-07] [003-meta-04] the tools come from the agent, and those that ask only where their components are enabled', async () => {
    await runReplies([])
    const system = harness.server.requests[0]?.conversation?.system ?? ''
    for (const name of ['render_component', 'update_component', 'describe_component', 'search_components', 'list_artifacts'])
      expect(system).toContain(`- ${name}:`)
    for (const name of ['ui_form', 'ui_confirm', 'ui_select_option']) expect(system).toContain(`- ${name}:`)
    await harness.close()
    await runReplies([], { richOutput: { enabled: true, allowlist: ['metric', 'confirm'] } })
    expect(harness.server.requests[0]?.conversation?.system).toContain('- ui_confirm:')
    expect(harness.server.requests[0]?.conversation?.system).not.toMatch(/ui_form|ui_select_option/)
  })
})
