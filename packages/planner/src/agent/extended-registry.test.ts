import { createPolicy, defaultRegistry, extendRegistry, type RegistryComponent } from '@pf/registry'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, call, createHarness, finishOf, type Harness, type HarnessOptions, ofType, questionOf, scope, script } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

const gauge: RegistryComponent = {
  entry: {
    name: 'gauge',
    description: 'A needle on a scale from nought to a hundred.\nFor one share of a whole.',
    need: 'a share of a whole',
    when: 'load, progress',
    category: 'data',
    interactive: false,
    tags: ['needle'],
    height: 90,
    propsSchema: {
      type: 'object',
      required: ['percent'],
      additionalProperties: false,
      properties: { percent: { type: 'number' }, marks: { type: 'array', 'x-data': true, items: { type: 'number' } } },
    },
    dataPaths: ['/marks'],
    example: { description: 'Half full', props: { percent: 50 } },
  },
  validate: ({ percent }) => (typeof percent === 'number' && percent >= 0 && percent <= 100 ? true : [{ pointer: '/percent', expected: '0 to 100' }]),
  text: { full: (props) => `${props.percent} percent`, short: (props) => `${props.percent} %` },
}
const rate: RegistryComponent = {
  entry: { ...gauge.entry, name: 'rate', need: 'a mark', category: 'interactive', interactive: true, resultSchema: { type: 'object' }, dataPaths: [] },
  validate: () => true,
  answer: {
    check: (_, given) => (given === 5 ? { ok: true, result: { stars: 5 } } : { ok: false, issues: [{ code: 'schema_invalid', pointer: '', expected: '5' }] }),
    schema: () => ({ const: 5 }),
  },
}
const registry = extendRegistry(defaultRegistry(), { components: [gauge, rate] })
const policy = createPolicy({ registry })

async function runReplies(replies: string[], more: Partial<HarnessOptions> = {}) {
  harness = await createHarness({ stories: [script(...replies, answer('done'))], richOutput: { enabled: true, policy }, ...more })
  return harness.run('Show it.')
}
const seen = (index = -1) => harness.server.requests.at(-1)?.conversation?.toolResults.at(index)?.content

describe('a registry of the host', () => {
  it("is known everywhere: prompt, summary, data paths, chunk, version and digest are the extended one's", async () => {
    const numbers = {
      name: 'numbers',
      description: 'Numbers.',
      input: { type: 'object' },
      output: { type: 'object', properties: { list: { type: 'array', artifact: true } } },
      run: () => ({ list: [1, 2, 3] }),
    }
    const props = { percent: 70, marks: { $artifact: 'numbers.list' } }
    const events = await runReplies([call('numbers'), call('render_component', { component: 'gauge', props })], { tools: [numbers] })
    expect(seen()).toMatchObject({ ok: true, component: 'gauge', summary: '70 %' })
    expect(harness.server.requests[0]?.conversation?.system).toContain('gauge')
    const shown = ofType(events, 'artifact_chunk').find(({ artifact_type }) => artifact_type === 'ui_component')
    expect(shown).toMatchObject({ chunk: { props: { percent: 70, marks: [1, 2, 3] } }, meta: { registry_version: registry.version } })
    expect(events[0]).toMatchObject({ type: 'run_start', registry_version: registry.version, registry_digest: registry.digest })
    expect(harness.agent.catalog()).toMatchObject({ registry_version: registry.version, digest: registry.digest })
  })

  it('asks with its own components, and answers are checked by their own rules', async () => {
    const paused = await runReplies([call('ui_rate', { percent: 1 })])
    const { id, component, result_schema } = questionOf(paused)
    expect({ component, result_schema }).toEqual({ component: 'rate', result_schema: { const: 5 } })
    expect(await harness.agent.answer({ interaction_id: id }, { result: 4 as never }, scope)).toMatchObject({ status: 'invalid' })
    const accepted = await harness.agent.answer({ interaction_id: id }, { result: 5 as never }, scope)
    if (accepted.status !== 'accepted') throw new Error(accepted.status)
    expect(finishOf(await harness.log(accepted.run_id)).payload.raw_answer).toBe('done')
    expect(seen()).toEqual({ stars: 5 })
  })

  it('is named among the components that wait, and its tools clash by name', async () => {
    harness = await createHarness({})
    const ui_rate = { name: 'ui_rate', description: 'Rates.', input: { type: 'object' }, run: () => 1 }
    await expect(createHarness({ tools: [ui_rate], richOutput: { enabled: true, policy } })).rejects.toThrow(/"ui_rate" has the name of a tool of rich output/)
    await expect(createHarness({ richOutput: { enabled: true, policy: { registry } as never } })).rejects.toThrow(/createPolicy/)
  })
})

describe('typed tools', () => {
  const items = [{ component: 'metric', props: { label: 'People', value: 3 } }]

  it('[003-ph-09] show a component by a tool of its own, with its props as arguments', async () => {
    const report = call('render_report', { title: 'Sales', sections: [{ title: 'A', components: items }] })
    const events = await runReplies([call('render_grid', { items }), report], { richOutput: { enabled: true, typedTools: ['grid', 'report'] } })
    expect(ofType(events, 'artifact_chunk')).toMatchObject([
      { chunk: { component: 'grid' }, meta: { source_tool: 'render_grid' } },
      { chunk: { component: 'report' }, meta: { source_tool: 'render_report' } },
    ])
    expect(seen()).toMatchObject({ ok: true, component: 'report' })
    const system = harness.server.requests[0]?.conversation?.system ?? ''
    expect(system).toContain('render_grid')
    expect(system).not.toMatch(/render_metric|x-slot|x-data|\$defs/)
  })

  it("come from the host's registry too, tell the model what is wrong, and take references", async () => {
    const events = await runReplies([call('render_gauge', { percent: 700 }), call('render_gauge', { percent: 7 })], {
      richOutput: { enabled: true, policy, typedTools: true },
    })
    expect(seen(0)).toMatchObject({ ok: false, issues: [{ pointer: '/percent' }] })
    expect(seen(1)).toMatchObject({ ok: true, summary: '7 %' })
    expect(ofType(events, 'artifact_rejected')).toHaveLength(1)
    expect(harness.server.requests[0]?.conversation?.system).toMatch(/render_gauge[\s\S]*\$artifact/)
  })

  it('are off by default, fit a schema as response format, and names that are no enabled passive component are refused', async () => {
    await runReplies([answer('x')], { richOutput: { enabled: true, typedTools: true }, responseFormat: 'schema' })
    expect(JSON.stringify(harness.server.requests[0]?.body)).not.toContain('$defs/')
    await expect(createHarness({ richOutput: { enabled: true, typedTools: ['gauge', 'form'] } })).rejects.toThrow(
      /typedTools names "gauge".*typedTools names "form"/,
    )
    await harness.close()
    await runReplies([answer('x')])
    expect(harness.server.requests[0]?.conversation?.system).not.toContain('render_gauge')
  })
})
