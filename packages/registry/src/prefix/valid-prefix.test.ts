import { isRecord } from '@pf/core/internal'
import { describe, expect, it } from 'vitest'
import { allKits } from '../kits/all-kits.ts'
import { getComponent } from '../lookup/list-components.ts'
import { createPolicy } from '../policy/policy.ts'
import { validateComponent, validPrefix } from '../registry.ts'
import { everything, examples, nestedGrids, via } from '../test-support/examples.ts'
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

  it('lets code, markdown and headings grow, and shows diagrams, formulas, frames and scientific charts only whole', () => {
    expect(at('code', '{"language":"pyth')).not.toHaveProperty('language')
    expect(at('code', '{"language":"python","code":"def f(')).toMatchObject({ language: 'python', code: 'def f(' })
    expect(at('callout', '{"type":"warn')).not.toHaveProperty('type', 'warn')
    expect(at('callout', '{"type":"tip","title":"Mi","content":"')).toMatchObject({ type: 'tip', title: 'Mi', content: '' })
    expect(at('mermaid', '{"theme":"dark","code":"graph LR')).toEqual({ theme: 'dark' })
    expect(at('mermaid', '{"code":"graph LR"')).toMatchObject({ code: 'graph LR' })
    expect(at('latex', '{"expression":"\\\\frac{1}')).toEqual({ displayMode: true })
    expect(at('plotly', '{"data":[{"type":"surface","z":[[1,2],[3,4]]}')).toEqual({ height: '400px' })
    expect(at('plotly', '{"data":[{"type":"surface","z":[[1,2],[3,4]]}],"layout":{"title":"x"')).toEqual({
      data: [
        {
          type: 'surface',
          z: [
            [1, 2],
            [3, 4],
          ],
        },
      ],
      height: '400px',
    })
    expect(at('json', '{"data":{"a":{"b":1},"c":[1,"tw')).toMatchObject({ data: { a: { b: 1 }, c: [1] } })
    const policy = createPolicy(everything)
    expect(at('html', '{"html":"<p>x</p>","js":"fetch(', { policy })).toMatchObject({ html: '<p>x</p>' })
    expect(at('html', '{"html":"<p>x</p>","js":"fetch(', { policy })).not.toHaveProperty('js')
  })

  it('shows half an address to nobody: a shorter one may be another place', () => {
    const policy = createPolicy({ ...everything, urlHosts: ['cdn.example.org'] })
    expect(at('image', '{"alt":"A map","src":"https://cdn.example.org/ma', { policy })).toEqual({
      alt: 'A map',
      objectFit: 'contain',
      zoomable: false,
      border: false,
    })
    expect(at('image', '{"src":"https://cdn.example.org/map.png"', { policy })).toMatchObject({ src: 'https://cdn.example.org/map.png' })
    expect(at('embed', '{"url":"https://cdn.example.org/ma', { policy })).not.toHaveProperty('url')
    expect(at('image', '{"src":"https://elsewhere.example/map.png"', { policy })).toBeUndefined()
  })

  it('reads reports, tabs and accordions as they arrive, down to components in subsections', () => {
    const report = '{"title":"Week","sections":[{"title":"One","content":"Done."},{"title":"Tw'
    expect(at('report', report)).toMatchObject({ title: 'Week', sections: [{ title: 'One', content: 'Done.' }, { title: 'Tw' }] })
    const deep = '{"sections":[{"subsections":[{"components":[{"component":"metric","props":{"value":1,"label":"La'
    expect(at('report', deep)).toMatchObject({ sections: [{ subsections: [{ components: [{ component: 'metric', props: { value: 1, label: 'La' } }] }] }] })
    expect(at('report', deep.replace('metric', 'html'))).toMatchObject({ sections: [{ subsections: [{ components: [] }] }] })
    expect(at('tabs', '{"tabs":[{"label":"A","content":"tex')).toMatchObject({ tabs: [{ label: 'A', content: 'tex', disabled: false }] })
    expect(at('tabs', '{"tabs":[{"component":"metric","props":{')).toMatchObject({ tabs: [] })
    expect(at('tabs', '{"tabs":[{"label":"A","component":"metric"')).toMatchObject({ tabs: [{ label: 'A', component: 'metric', props: {} }] })
    expect(at('accordion', '{"items":[{"title":"Wh')).toMatchObject({ items: [{ title: 'Wh', defaultOpen: false }], allowMultiple: false })
  })

  it('without word from a parser takes only the last value for unfinished', () => {
    expect(validPrefix('metric', { label: 'x', value: 12 })).not.toHaveProperty('value')
    expect(validPrefix('metric', { value: 12, label: 'x' })).toMatchObject({ value: 12, label: 'x' })
  })

  it.each(examples)('is a growing part of %s at every cut, and the whole at the end', (name, props) => {
    const text = JSON.stringify(props)
    const policy = createPolicy(everything)
    const whole = validateComponent(name, props, { policy, budget: 'uncounted', via: via(name) })
    // Whether a form can be answered is decided only when it is complete; until then only its schema applies.
    const form = allKits.find((kit) => kit.name === name && kit.interactive)
    let last = 0
    for (let cut = 1; cut <= text.length; cut++) {
      const prefix = at(name, text.slice(0, cut), { policy })
      const result = form ? { ok: form.relaxed(prefix) } : prefix && validateComponent(name, filled(name, prefix), { policy, budget: 'uncounted' })
      expect(result).toMatchObject({ ok: true })
      const size = JSON.stringify(prefix).length
      expect(size).toBeGreaterThanOrEqual(last - 40)
      last = size
    }
    expect(at(name, text, { policy })).toEqual(whole.ok && whole.props)
  })
})

/** Adds missing required props of the example to a prefix. The result must be valid. */
function filled(name: string, prefix: Record<string, unknown>): Record<string, unknown> {
  const entry = getComponent(name)
  const { required = [] } = (entry?.propsSchema ?? {}) as { required?: string[] }
  const usual = Object.entries(entry?.example.props ?? {}).filter(([key]) => required.includes(key))
  return withFilledSlots({ ...Object.fromEntries(usual), ...prefix }) as Record<string, unknown>
}

function withFilledSlots(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withFilledSlots)
  if (!isRecord(value)) return value
  const inner = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withFilledSlots(part)]))
  return typeof value.component === 'string' ? { ...inner, props: filled(value.component, isRecord(value.props) ? value.props : {}) } : inner
}
