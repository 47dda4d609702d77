import { PfError } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { createPolicy } from '../policy/policy.ts'
import { createRunBudget } from '../policy/run-budget.ts'
import { validateComponent } from '../registry.ts'
import { everything, examples, nestedGrids, serverOptions, via } from '../test-support/examples.ts'
import { defaultNames } from '../test-support/names.ts'
import type { ValidateOptions } from './options.ts'

const issuesOf = (component: unknown, props: unknown, options: ValidateOptions = serverOptions()) => {
  const result = validateComponent(component, props, options)
  return result.ok ? [] : result.issues
}
const codesOf = (...args: Parameters<typeof issuesOf>) => issuesOf(...args).map((issue) => `${issue.code} ${issue.pointer}`)

describe('validateComponent', () => {
  it.each(examples)('takes the example of %s, in both modes and in the browser', (name, props) => {
    const options = { ...serverOptions(everything), via: via(name) }
    expect(validateComponent(name, props, options)).toMatchObject({ ok: true, component: name })
    expect(validateComponent(name, props, { ...options, mode: 'model' })).toMatchObject({ ok: true })
    expect(validateComponent(name, props, { ...options, budget: 'uncounted' })).toMatchObject({ ok: true, bytes: 0 })
  })

  it('fills in defaults, also in lists and nested components, without touching what it was given', () => {
    const props = Object.freeze({ columns: Object.freeze([Object.freeze({ field: 'a' })]), rows: Object.freeze([]) })
    const result = validateComponent('datagrid', props, serverOptions())
    expect(result).toMatchObject({
      ok: true,
      props: { columns: [{ field: 'a', sortable: true, filterable: false, format: 'text' }], rows: [], pageSize: 10, sortable: true, striped: true },
    })
    expect(props).toEqual({ columns: [{ field: 'a' }], rows: [] })
    expect(validateComponent('grid', { items: [{ component: 'metric', props: { value: 1, label: 'x' } }] }, serverOptions())).toMatchObject({
      ok: true,
      components: 2,
      props: { columns: 2, gap: '1rem', equalHeight: true, items: [{ colSpan: 1, rowSpan: 1, props: { format: 'number', changeLabel: 'vs last period' } }] },
    })
  })

  it('[003-lim-01] refuses an unknown component and guesses what was meant', () => {
    expect(issuesOf('data_grid', {})).toEqual([
      {
        code: 'unknown_component',
        pointer: '',
        expected: `one of ${defaultNames.join(', ')}`,
        received: 'string "data_grid"',
        suggestion: 'Did you mean datagrid?',
      },
    ])
  })

  it.each([
    ['bar_chart', 'echarts'],
    ['table', 'datagrid'],
    ['lineChart', 'echarts'],
    ['flowchart', 'mermaid'],
    ['kpi-card', 'metric'],
    ['picture', 'image'],
    ['Tab', 'tabs'],
    ['faq', 'accordion'],
  ])('guesses from what a name says: %s may be %s', (wrong, meant) => {
    expect(issuesOf(wrong, {})[0]?.suggestion).toBe(`Did you mean ${meant}?`)
    expect(issuesOf('grid', { items: [{ component: wrong, props: {} }] })[0]).toMatchObject({
      pointer: '/items/0/component',
      suggestion: `Did you mean ${meant}?`,
    })
  })

  it('guesses nothing that is not enabled, and nothing for names that say nothing', () => {
    expect(issuesOf('bar_chart', {}, serverOptions({ allowlist: ['markdown'] }))[0]).not.toHaveProperty('suggestion')
    for (const wrong of ['xyzzy', '', '__proto__', '.*'.repeat(5000), 7]) expect(issuesOf(wrong, {})[0]).not.toHaveProperty('suggestion')
  })

  it('[003-lim-02] refuses props that break the schema, every fault at its place', () => {
    expect(issuesOf('metric', { lable: 'x', value: true, format: 'currancy', color: 'url(x)', sparkline: [1, 'a'] })).toEqual([
      { code: 'schema_invalid', pointer: '/label', expected: 'a value (required)', received: 'nothing' },
      {
        code: 'schema_invalid',
        pointer: '/lable',
        expected: 'one of the props value, label, format, prefix, suffix, change, changeLabel, sparkline, icon, color',
        received: 'string "x"',
        suggestion: 'Did you mean label?',
      },
      { code: 'schema_invalid', pointer: '/value', expected: 'number or string', received: 'boolean true' },
      {
        code: 'schema_invalid',
        pointer: '/format',
        expected: 'one of number, currency, percent, compact',
        received: 'string "currancy"',
        suggestion: 'Did you mean currency?',
      },
      { code: 'schema_invalid', pointer: '/sparkline/1', expected: 'number', received: 'string "a"' },
      {
        code: 'schema_invalid',
        pointer: '/color',
        expected: 'a colour: accent, good, warn, bad, a colour word, #hex, rgb() or hsl()',
        received: 'string "url(x)"',
      },
    ])
  })

  it('[003-ph-01] refuses an invalid component and invalid props on the server', () => {
    expect(codesOf('sparkles', {})).toEqual(['unknown_component '])
    expect(codesOf('markdown', {})).toEqual(['schema_invalid /content'])
    expect(codesOf('markdown', [])).toEqual(['schema_invalid '])
    expect(codesOf('markdown', null)).toEqual(['schema_invalid '])
    expect(codesOf('markdown', 'text')).toEqual(['schema_invalid '])
  })

  it('reports a fault that repeats in every row three times, and all others too', () => {
    const rows = Array.from({ length: 500 }, () => 'no row')
    expect(codesOf('datagrid', { columns: [{}], rows, pageSize: 1.5 })).toEqual([
      'schema_invalid /columns/0/field',
      'schema_invalid /rows/0',
      'schema_invalid /rows/1',
      'schema_invalid /rows/2',
      'schema_invalid /pageSize',
    ])
  })

  it('never says more of a value than 40 characters', () => {
    const secret = 'S'.repeat(5000)
    const issues = issuesOf('metric', { value: 1, label: secret, format: secret, [secret]: secret })
    expect(issues).toHaveLength(3)
    for (const issue of issues) {
      expect(issue.received?.length).toBeLessThanOrEqual(40)
      expect(JSON.stringify(issue).length).toBeLessThan(400)
    }
  })

  it('keeps its issues small and storable whatever a key looks like', () => {
    const rows = [{ ['k'.repeat(10_000)]: 'x'.repeat(20_001), '\uD800/~': 'x'.repeat(20_001) }]
    const issues = issuesOf('datagrid', { columns: [], rows }, { ...serverOptions(), writtenBytes: 1 })
    expect(issues).toHaveLength(2)
    for (const { pointer } of issues) {
      expect(pointer.length).toBeLessThanOrEqual(300)
      expect(pointer.isWellFormed()).toBe(true)
    }
  })

  it('suggests a reference where data is too much or of the wrong kind', () => {
    expect(issuesOf('metric', { value: 1, label: 'x', sparkline: new Array(1001).fill(1) })).toMatchObject([
      { pointer: '/sparkline', suggestion: 'Reference the data: {"$artifact": REF}.' },
    ])
    expect(issuesOf('datagrid', { columns: [], rows: 'tool.rows' })).toMatchObject([{ pointer: '/rows', expected: 'array or a reference {"$artifact": REF}' }])
  })
})

describe('nesting', () => {
  it('[003-ph-07] checks nested components against the registry, with pointers from the outermost props', () => {
    const items = [
      { component: 'metric', props: { value: 1 } },
      { component: 'toString', props: {} },
      { component: 'grid', props: { items: [{ component: 'datagrid', props: { columns: [{ field: 'a', align: 'top' }], rows: [] } }] } },
      { component: 'metric' },
      { props: {} },
    ]
    expect(codesOf('grid', { items })).toEqual([
      'schema_invalid /items/3/props',
      'schema_invalid /items/4/component',
      'schema_invalid /items/0/props/label',
      'unknown_component /items/1/component',
      'schema_invalid /items/2/props/items/0/props/columns/0/align',
      'schema_invalid /items/3/props/value',
      'schema_invalid /items/3/props/label',
    ])
  })

  it('takes eight components inside each other and refuses the ninth', () => {
    expect(validateComponent('grid', nestedGrids(7), serverOptions())).toMatchObject({ ok: true, components: 8 })
    expect(issuesOf('grid', nestedGrids(8))).toMatchObject([{ code: 'too_deep', expected: 'components at most 8 deep' }])
  })

  it('refuses a component that is not enabled at any depth, however deep it hides', () => {
    for (let depth = 1; depth <= 7; depth++) {
      const text = JSON.stringify(nestedGrids(depth)).replace('"metric"', '"echarts"')
      const codes = issuesOf('grid', JSON.parse(text), serverOptions({ denylist: ['echarts'] })).map((issue) => issue.code)
      expect(codes).toContain('component_not_allowed')
    }
  })

  it('takes 200 components and refuses one more', () => {
    const metric = { component: 'metric', props: { value: 1, label: 'x' } }
    const of = (count: number) => ({
      items: [0, 1].map((half) => ({ component: 'grid', props: { items: new Array(Math.floor((count - 3 + half) / 2)).fill(metric) } })),
    })
    expect(validateComponent('grid', of(200), serverOptions())).toMatchObject({ ok: true, components: 200 })
    expect(issuesOf('grid', of(201))).toMatchObject([{ code: 'too_many_nodes', expected: 'at most 200 components' }])
  })

  it('[003-ph-08] keeps stable ids of nested items and refuses one used twice', () => {
    const item = (id: unknown) => ({ component: 'metric', id, props: { value: 1, label: 'x' } })
    expect(validateComponent('grid', { items: [item('sales'), item('cost')] }, serverOptions())).toMatchObject({
      ok: true,
      props: { items: [{ id: 'sales' }, { id: 'cost' }] },
    })
    expect(codesOf('grid', { items: [item('a'), { component: 'grid', props: { items: [item('a')] } }] })).toEqual(['schema_invalid /items/1/props/items/0/id'])
    expect(codesOf('grid', { items: [item('a b')] })).toEqual(['schema_invalid /items/0/id'])
  })
})

describe('policy', () => {
  it('[003-ph-14] refuses what an allowlist or denylist leaves out', () => {
    expect(codesOf('metric', { value: 1, label: 'x' }, serverOptions({ allowlist: ['markdown'] }))).toEqual(['component_not_allowed '])
    expect(codesOf('metric', { value: 1, label: 'x' }, serverOptions({ denylist: ['metric'] }))).toEqual(['component_not_allowed '])
    expect(codesOf('metric', { value: 1, label: 'x' }, serverOptions({ renderers: ['markdown', 'grid'] }))).toEqual(['component_not_allowed '])
  })

  it('[003-term-01] takes a name and props: no markup for the page, unless the host has switched on what frames it', () => {
    const script = '<script>window.x = 1</script>'
    expect(validateComponent(script, {}, serverOptions())).toMatchObject({ ok: false, issues: [{ code: 'unknown_component' }] })
    expect(validateComponent('html', { content: script }, serverOptions())).toMatchObject({ ok: false, issues: [{ code: 'component_not_allowed' }] })
    expect(validateComponent('metric', { value: 1, label: 'x', dangerouslySetInnerHTML: { __html: script } }, serverOptions())).toMatchObject({ ok: false })
    expect(validateComponent('markdown', { content: script, allowHtml: true }, serverOptions())).toMatchObject({ ok: true, props: { allowHtml: false } })
  })

  it('lets the host decide on raw HTML, whatever the model wrote', () => {
    const props = { content: '<b>x</b>', allowHtml: true }
    expect(validateComponent('markdown', props, serverOptions())).toMatchObject({ ok: true, props: { allowHtml: false } })
    expect(validateComponent('markdown', props, serverOptions({ allowHtml: true }))).toMatchObject({ ok: true, props: { allowHtml: true } })
    expect(validateComponent('markdown', { content: 'x' }, serverOptions({ allowHtml: true }))).toMatchObject({ ok: true, props: { allowHtml: false } })
    expect(codesOf('markdown', { content: 'x', allowHtml: 'yes' })).toEqual(['schema_invalid /allowHtml'])
  })

  it('refuses a passive component through a ui_* tool', () => {
    expect(codesOf('markdown', { content: 'x' }, { ...serverOptions(), via: 'interactive' })).toEqual(['component_not_allowed '])
  })
})

describe('limits', () => {
  it('[003-lim-03] takes 250,000 bytes of one request and refuses one more, in UTF-8', () => {
    const frame = JSON.stringify({ content: '', x: '' }).length - ',"x":""'.length
    const content = (bytes: number) => ({ content: 'é'.repeat(Math.floor((bytes - frame) / 2)) + 'a'.repeat((bytes - frame) % 2) })
    expect(validateComponent('markdown', content(250_000), serverOptions())).toMatchObject({ ok: true, bytes: 250_000 })
    expect(issuesOf('markdown', content(250_001))).toMatchObject([{ code: 'payload_too_large', received: '250001 bytes' }])
    expect(codesOf('markdown', { content: 'x' }, { ...serverOptions(), writtenBytes: 250_001 })).toEqual(['payload_too_large '])
  })

  it('[003-lim-04] takes 2 MB in one run and refuses more; what was refused costs nothing', () => {
    const options = serverOptions()
    for (let round = 0; round < 10; round++) expect(validateComponent('markdown', { content: 'x' }, { ...options, writtenBytes: 200_000 }).ok).toBe(true)
    expect(codesOf('markdown', { content: 'x' }, { ...options, writtenBytes: 1 })).toEqual(['budget_exceeded '])
    expect(options.budget.spent).toBe(2_000_000)
    expect(codesOf('markdown', {}, serverOptions())).toEqual(['schema_invalid /content'])
    const other = serverOptions()
    validateComponent('markdown', {}, other)
    expect(other.budget.spent).toBe(0)
  })

  it('throws when no budget is given, so that no caller can leave it out', () => {
    const { policy } = serverOptions()
    for (const options of [{ policy }, { policy, budget: undefined }, { policy, budget: null }, { policy, budget: {} }]) {
      expect(() => validateComponent('markdown', { content: 'x' }, options as unknown as ValidateOptions)).toThrow(PfError)
    }
  })

  it('refuses 33 levels, 20,001 values and unsafe values before anything recursive runs', () => {
    const levels = (count: number): unknown => (count === 0 ? 1 : [levels(count - 1)])
    expect(validateComponent('echarts', { option: { series: levels(30) } }, serverOptions()).ok).toBe(true)
    expect(issuesOf('echarts', { option: { series: levels(31) } })).toMatchObject([{ code: 'too_deep', expected: 'at most 32 levels of nesting' }])
    expect(issuesOf('echarts', { option: { series: [{ data: new Array(20_000).fill(1) }] } })).toMatchObject([{ code: 'too_many_nodes' }])
    expect(issuesOf('echarts', { option: { x: Number.NaN } })).toMatchObject([{ code: 'unsafe_value', pointer: '/option/x', received: 'NaN' }])
    expect(issuesOf('echarts', { option: { formatter: () => 'x' } })).toMatchObject([
      { code: 'unsafe_value', pointer: '/option/formatter', received: 'function' },
    ])
    expect(issuesOf('echarts', JSON.parse('{"option":{"__proto__":{"a":1}}}'))).toMatchObject([{ code: 'unsafe_value', pointer: '/option/__proto__' }])
  })

  it('keeps to the limits of its policy', () => {
    const options = serverOptions({ limits: { nesting: 2, payloadBytes: 60, nodes: 8 } })
    expect(codesOf('markdown', { content: 'x'.repeat(50) }, options)).toEqual(['payload_too_large '])
    expect(codesOf('metric', { value: 1, label: 'x', sparkline: [1, 2, 3, 4, 5, 6] }, options)).toEqual(['too_many_nodes /sparkline'])
    expect(createRunBudget(createPolicy({ limits: { runBytes: 7 } })).limit).toBe(7)
  })
})
