import { describe, expect, it } from 'vitest'
import { createPolicy } from '../policy/policy.ts'
import { validateComponent, validPrefix } from '../registry.ts'
import { examples, nestedGrids } from '../test-support/examples.ts'
import { partialParse } from '../test-support/partial-parse.ts'

const at = (component: string, text: string, options: { policy?: ReturnType<typeof createPolicy> } = {}) => {
  const { value, pathState } = partialParse(text)
  return validPrefix(component, value, { ...options, pathState })
}

describe('validPrefix', () => {
  it('shows prose as it grows and holds back half a name, enum value or number', () => {
    expect(at('metric', '{"label":"Reven')).toMatchObject({ label: 'Reven' })
    expect(at('metric', '{"label":"Revenue","format":"cur')).not.toHaveProperty('format', 'cur')
    expect(at('metric', '{"label":"Revenue","value":12')).not.toHaveProperty('value')
    expect(at('metric', '{"label":"Revenue","value":125,')).toMatchObject({ value: 125 })
    expect(at('metric', '{"label":"Revenue","color":"#0a')).not.toHaveProperty('color')
    expect(at('datagrid', '{"columns":[{"field":"reg')).toMatchObject({ columns: [] })
    expect(at('datagrid', '{"columns":[{"field":"region","header":"Reg')).toMatchObject({ columns: [{ field: 'region', header: 'Reg' }] })
  })

  it('grows rows one by one and cells inside the last', () => {
    const text = '{"columns":[{"field":"a"}],"rows":[{"a":"one","b":1},{"a":"tw'
    expect(at('datagrid', text)?.rows).toEqual([{ a: 'one', b: 1 }, { a: 'tw' }])
    expect(at('datagrid', text.slice(0, -'"a":"tw'.length))?.rows).toEqual([{ a: 'one', b: 1 }, {}])
  })

  it('lets a chart grow by whole points', () => {
    const text = '{"option":{"xAxis":{"type":"cat'
    expect(at('echarts', text)).toMatchObject({ option: { xAxis: {} }, theme: 'light' })
    expect(at('echarts', '{"option":{"series":[{"type":"bar","data":[1,22')).toMatchObject({ option: { series: [{ type: 'bar', data: [1] }] } })
  })

  it('takes out what does not fit the schema, and in a list what follows it', () => {
    const props = { value: 1, label: 'x', sparkline: [1, 2, 'no', 3], color: 'url(x)', extra: 1, format: 'money' }
    expect(validPrefix('metric', props, { pathState: () => 'complete' })).toEqual({
      value: 1,
      label: 'x',
      sparkline: [1, 2],
      changeLabel: 'vs last period',
      format: 'number',
    })
  })

  it('holds references back until the server has resolved them', () => {
    expect(at('datagrid', '{"columns":[{"field":"a"}],"rows":{"$artifact":"query.rows"}}')).not.toHaveProperty('rows')
    expect(at('echarts', '{"option":{"dataset":{"source":{"$artifact":"query.rows"}},"series":[{"type":"bar"}]}}')).toMatchObject({
      option: { dataset: {}, series: [{ type: 'bar' }] },
    })
  })

  it('leaves stored references out: in a stream the model wrote them, and a renderer would fetch them', () => {
    const stored = '{"artifact_id":"a1","url":"https://evil.example/?q=secret"}'
    expect(at('datagrid', `{"columns":[{"field":"a"}],"rows":${stored},"compact":true}`)).not.toHaveProperty('rows')
    expect(at('metric', `{"value":1,"sparkline":${stored}}`)).not.toHaveProperty('sparkline')
    expect(at('echarts', `{"option":{"dataset":{"source":${stored}},"series":[{"data":${stored}}]}}`)).toMatchObject({ option: { dataset: {}, series: [{}] } })
    expect(JSON.stringify(at('grid', `{"items":[{"component":"datagrid","props":{"columns":[],"rows":${stored}}}]}`))).not.toContain('evil')
  })

  it('reads components inside layouts the same way, in order', () => {
    const text = '{"columns":2,"items":[{"component":"metric","props":{"label":"Visi'
    expect(at('grid', text)).toMatchObject({ columns: 2, items: [{ component: 'metric', props: { label: 'Visi', format: 'number' } }] })
    expect(at('grid', '{"items":[{"component":"met')).toMatchObject({ items: [] })
    expect(at('grid', '{"items":[{"component":"metric"')).toMatchObject({ items: [{ component: 'metric', props: {} }] })
    expect(at('grid', '{"items":[{"props":{"label":"x"')).toMatchObject({ items: [] })
  })

  it('ends a layout before a component that is unknown, not enabled or too deep', () => {
    const items = [
      { component: 'metric', props: { value: 1, label: 'a' } },
      { component: 'html', props: {} },
      { component: 'metric', props: { value: 2, label: 'b' } },
    ]
    expect(validPrefix('grid', { items }, { pathState: () => 'complete' })).toMatchObject({ items: [{ component: 'metric' }] })
    expect(validPrefix('grid', { items }, { pathState: () => 'complete' })?.items).toHaveLength(1)
    const policy = createPolicy({ denylist: ['metric'] })
    expect(validPrefix('grid', { items }, { policy })?.items).toEqual([])
    let inner = validPrefix('grid', nestedGrids(12)) as { items?: { props: never }[] } | undefined
    let depth = 0
    for (; inner?.items?.[0]; inner = inner.items[0].props) depth++
    expect(depth).toBeLessThanOrEqual(8)
  })

  it('shows nothing of what is unknown, not enabled, no object or over a limit', () => {
    expect(validPrefix('sparkles', {})).toBeUndefined()
    expect(validPrefix('__proto__', {})).toBeUndefined()
    expect(validPrefix(7, {})).toBeUndefined()
    expect(validPrefix('metric', 'x')).toBeUndefined()
    expect(validPrefix('metric', [])).toBeUndefined()
    expect(validPrefix('metric', { value: 1 }, { policy: createPolicy({ denylist: ['metric'] }) })).toBeUndefined()
    expect(validPrefix('metric', JSON.parse('{"__proto__":{"a":1}}'))).toBeUndefined()
    expect(validPrefix('echarts', { option: { data: new Array(30_000).fill(1) } })).toBeUndefined()
  })

  it("obeys the host's choices in a preview too", () => {
    expect(validPrefix('markdown', { allowHtml: true, content: '<b>' })).toMatchObject({ allowHtml: false })
  })

  it('without word from a parser takes only the last value for unfinished', () => {
    expect(validPrefix('metric', { label: 'x', value: 12 })).not.toHaveProperty('value')
    expect(validPrefix('metric', { value: 12, label: 'x' })).toMatchObject({ value: 12, label: 'x' })
  })

  it.each(examples)('is a growing part of %s at every cut, and the whole at the end', (name, props) => {
    const text = JSON.stringify(props)
    const whole = validateComponent(name, props, { policy: createPolicy(), budget: 'uncounted' })
    let last = 0
    for (let cut = 1; cut <= text.length; cut++) {
      const prefix = at(name, text.slice(0, cut))
      const result = prefix && validateComponent(name, filled(name, prefix), { policy: createPolicy(), budget: 'uncounted' })
      expect(result).toMatchObject({ ok: true })
      const size = JSON.stringify(prefix).length
      expect(size).toBeGreaterThanOrEqual(last - 40)
      last = size
    }
    expect(at(name, text)).toEqual(whole.ok && whole.props)
  })
})

/** A prefix may still lack required props; with them it must be valid as it stands. */
function filled(name: string, prefix: Record<string, unknown>): Record<string, unknown> {
  const required: Record<string, Record<string, unknown>> = {
    metric: { value: 0, label: '' },
    markdown: { content: '' },
    datagrid: { columns: [], rows: [] },
    echarts: { option: {} },
    grid: { items: [] },
  }
  const own = { ...required[name], ...prefix }
  if (!Array.isArray(own.items)) return own
  return {
    ...own,
    items: own.items.map((item: { component: string; props: Record<string, unknown> }) => ({ ...item, props: filled(item.component, item.props) })),
  }
}
