import { describe, expect, it } from 'vitest'
import { createPolicy } from '../policy/policy.ts'
import { validateComponent } from '../registry.ts'
import { serverOptions } from '../test-support/examples.ts'

const stored = { artifact_id: 'a1', media_type: 'application/json', bytes: 90_000, sha256: 'ab', items: 1000, columns: ['a'] }
const grid = (rows: unknown) => ({ columns: [{ field: 'a' }], rows })
const issuesOf = (...args: Parameters<typeof validateComponent>) => {
  const result = validateComponent(...args)
  return result.ok ? [] : result.issues
}

describe('references a model writes', () => {
  const model = () => ({ ...serverOptions(), mode: 'model' as const })

  it('are taken at every data prop', () => {
    const ref = { $artifact: 'query.rows', path: '/x', select: ['a'], limit: 5 }
    expect(validateComponent('datagrid', grid(ref), model()).ok).toBe(true)
    expect(validateComponent('metric', { value: 1, label: 'x', sparkline: ref }, model()).ok).toBe(true)
    for (const option of [
      { dataset: { source: ref } },
      { dataset: [{ source: ref }] },
      { series: [{ data: ref }] },
      { xAxis: { data: ref } },
      { baseOption: { series: { links: ref } } },
    ]) {
      expect(validateComponent('echarts', { option }, model()).ok).toBe(true)
    }
    expect(validateComponent('grid', { items: [{ component: 'datagrid', props: grid(ref) }] }, model()).ok).toBe(true)
    expect(validateComponent('json', { data: ref }, model()).ok).toBe(true)
    expect(validateComponent('image', { src: ref }, model()).ok).toBe(true)
    for (const data of [ref, [{ type: 'surface', z: ref }], [{ marker: { color: ref }, dimensions: [{ values: ref }] }]])
      expect(validateComponent('plotly', { data }, model()).ok).toBe(true)
    expect(validateComponent('report', { sections: [{ subsections: [{ components: [{ component: 'json', props: { data: ref } }] }] }] }, model()).ok).toBe(true)
  })

  it.each([
    ['no REF', { $artifact: '' }],
    ['a number', { $artifact: 7 }],
    ['an unknown key', { $artifact: 'a.b', url: 'https://x' }],
    ['a negative limit', { $artifact: 'a.b', limit: -1 }],
    ['a stored reference', stored],
  ])('are refused with %s', (_, rows) => {
    expect(issuesOf('datagrid', grid(rows), model())[0]?.pointer).toMatch(/^\/rows/)
  })

  it('are refused away from data props, however open the props are there', () => {
    const ref = { $artifact: 'query.rows' }
    expect(issuesOf('echarts', { option: { title: { text: ref } } }, model())).toMatchObject([{ code: 'schema_invalid', pointer: '/option/title/text' }])
    expect(issuesOf('echarts', { option: ref }, model())).toMatchObject([{ pointer: '/option' }])
    expect(issuesOf('markdown', { content: ref }, model())[0]).toMatchObject({ pointer: '/content' })
    const inner = { items: [{ component: 'echarts', props: { option: { title: ref, series: [{ data: [ref] }] } } }] }
    expect(issuesOf('grid', inner, model())).toMatchObject([{ pointer: '/items/0/props/option/title' }])
  })

  it('are refused in what only looks like a nested component', () => {
    const lookalike = { component: 'datagrid', props: { columns: [{ field: 'a' }], rows: { $artifact: 'query.rows' } } }
    expect(issuesOf('echarts', { option: { title: lookalike } }, model())).toMatchObject([{ pointer: '/option/title/props/rows' }])
    expect(issuesOf('echarts', { option: { graphic: [lookalike] } }, model())).toMatchObject([{ pointer: '/option/graphic/0/props/rows' }])
    const inside = { items: [{ component: 'echarts', props: { option: { title: lookalike } } }] }
    expect(issuesOf('grid', inside, model())).toMatchObject([{ pointer: '/items/0/props/option/title/props/rows' }])
    const props = { component: 'datagrid', items: [], props: lookalike.props }
    expect(issuesOf('grid', props, model()).map(({ pointer }) => pointer)).toContain('/props/rows')
  })

  it('are refused on the wire, where they must have been resolved', () => {
    const ref = { $artifact: 'query.rows' }
    expect(issuesOf('datagrid', grid(ref), serverOptions())[0]).toMatchObject({ code: 'schema_invalid', pointer: '/rows' })
    expect(issuesOf('echarts', { option: { series: [{ data: ref }] } }, serverOptions())[0]).toMatchObject({
      code: 'schema_invalid',
      pointer: '/option/series/0/data',
    })
    expect(issuesOf('echarts', { option: { title: { text: ref } } }, serverOptions())[0]).toMatchObject({
      code: 'schema_invalid',
      pointer: '/option/title/text',
    })
    expect(issuesOf('echarts', { option: { title: { text: ref } } }, { policy: createPolicy(), budget: 'uncounted' }).length).toBe(1)
  })
})

describe('stored references', () => {
  const rows = [{ a: 1 }, { a: 2 }]

  it('pass where resolving put them, and in a front end', () => {
    expect(validateComponent('datagrid', grid(stored), { ...serverOptions(), referenced: [{ pointer: '/rows', rows, reference: stored }] }).ok).toBe(true)
    expect(validateComponent('datagrid', grid({ ...stored, url: '/artifacts/a1' }), { policy: createPolicy(), budget: 'uncounted' }).ok).toBe(true)
    const nested = { items: [{ component: 'datagrid', props: grid(stored) }] }
    expect(validateComponent('grid', nested, { ...serverOptions(), referenced: [{ pointer: '/items/0/props/rows', rows, reference: stored }] }).ok).toBe(true)
  })

  it('pass for pictures and for single values, whose content is a file and no address', () => {
    const file = { artifact_id: 'a2', media_type: 'image/png', bytes: 90_000, sha256: 'cd' }
    const at = (pointer: string, content: unknown, reference: unknown = file) => ({ ...serverOptions(), referenced: [{ pointer, rows: content, reference }] })
    expect(validateComponent('image', { src: file }, at('/src', 'iVBORw0KGgo'.repeat(90_000))).ok).toBe(true)
    expect(validateComponent('json', { data: file }, at('/data', { deep: { value: 1 } })).ok).toBe(true)
    expect(validateComponent('json', { data: file }, at('/data', 'text')).ok).toBe(true)
    expect(issuesOf('image', { src: file }, at('/src', { no: 'file' }))).toMatchObject([
      { code: 'schema_invalid', pointer: '/src', expected: expect.stringContaining('string') },
    ])
    expect(issuesOf('datagrid', grid(file), at('/rows', 'no rows'))).toMatchObject([{ code: 'schema_invalid', pointer: '/rows' }])
    expect(issuesOf('image', { src: file }, serverOptions())).toMatchObject([{ code: 'unsafe_value', pointer: '/src' }])
  })

  it('have whole traces and single lists of a plot checked', () => {
    const traces = [{ type: 'scatter', y: [1] }, 7]
    expect(issuesOf('plotly', { data: stored }, { ...serverOptions(), referenced: [{ pointer: '/data', rows: traces, reference: stored }] })).toMatchObject([
      { pointer: '/data/1', expected: 'object' },
    ])
    const inTrace = { data: [{ type: 'surface', z: stored }] }
    expect(validateComponent('plotly', inTrace, { ...serverOptions(), referenced: [{ pointer: '/data/0/z', rows: [[1], [2]], reference: stored }] }).ok).toBe(
      true,
    )
    expect(issuesOf('plotly', inTrace, serverOptions())).toMatchObject([{ code: 'unsafe_value', pointer: '/data/0/z' }])
  })

  it('pass at a location without a known reference, and nowhere else', () => {
    expect(validateComponent('datagrid', grid(stored), { ...serverOptions(), referenced: [{ pointer: '/rows' }] }).ok).toBe(true)
    expect(issuesOf('datagrid', grid(stored), { ...serverOptions(), referenced: [{ pointer: '/columns' }] })).toMatchObject([{ code: 'unsafe_value' }])
  })

  it('have no data checked at a location that holds no data prop', () => {
    const props = { option: { title: { component: 'datagrid', props: grid(stored) } } }
    const referenced = [{ pointer: '/option/title/props/rows', rows: [7], reference: stored }]
    expect(issuesOf('echarts', props, { ...serverOptions(), referenced })).toEqual([])
    const missing = [{ pointer: 'rows', rows: [7], reference: stored }]
    expect(issuesOf('datagrid', grid(stored), { ...serverOptions(), referenced: missing })).toEqual([])
  })

  it('pass again when an update has moved them', () => {
    const items = [
      { component: 'markdown', props: { content: 'new' } },
      { component: 'datagrid', props: grid(stored) },
    ]
    expect(validateComponent('grid', { items }, { ...serverOptions(), referenced: [{ pointer: '/items/0/props/rows', reference: stored }] }).ok).toBe(true)
  })

  it('are refused where a model wrote them, also at a chart and deep inside a layout', () => {
    expect(issuesOf('datagrid', grid(stored), serverOptions())).toMatchObject([{ code: 'unsafe_value', pointer: '/rows' }])
    expect(issuesOf('echarts', { option: { dataset: [{ source: stored }] } }, serverOptions())).toMatchObject([
      { code: 'unsafe_value', pointer: '/option/dataset/0/source' },
    ])
    const nested = { items: [{ component: 'grid', props: { items: [{ component: 'datagrid', props: grid({ artifact_id: 'x' }) }] } }] }
    expect(issuesOf('grid', nested, serverOptions())).toMatchObject([{ code: 'unsafe_value', pointer: '/items/0/props/items/0/props/rows' }])
  })

  it('are refused on a server with an address, which only the transport adds', () => {
    const withUrl = { ...stored, url: 'https://evil.example/rows' }
    expect(issuesOf('datagrid', grid(withUrl), { ...serverOptions(), referenced: [{ pointer: '/rows', rows, reference: stored }] })).toMatchObject([
      { code: 'unsafe_value' },
    ])
  })

  it.each(['javascript:alert(1)', '//evil.example/x', 'data:text/html,x', 'https://a b', '/\\evil.example'])(
    'are refused in a front end with the address %s',
    (url) => {
      expect(issuesOf('datagrid', grid({ ...stored, url }), { policy: createPolicy(), budget: 'uncounted' })).toMatchObject([{ pointer: '/rows/url' }])
    },
  )

  it('have their data checked with the request, at the nested component it belongs to', () => {
    const bad = [...rows, 'no row', { a: 1 }]
    const nested = { items: [{ component: 'datagrid', props: grid(stored) }] }
    const referenced = [{ pointer: '/items/0/props/rows', rows: bad, reference: stored }]
    expect(issuesOf('grid', nested, { ...serverOptions(), referenced })).toEqual([
      { code: 'schema_invalid', pointer: '/items/0/props/rows/2', expected: 'object', received: 'string "no row"' },
    ])
  })
})

describe('inlined data', () => {
  it('counts apart from what the model wrote', () => {
    const rows = Array.from({ length: 5000 }, (_, index) => ({ a: index, b: 'x'.repeat(60) }))
    const props = grid(rows)
    expect(issuesOf('datagrid', props, serverOptions())).toHaveLength(1)
    const result = validateComponent('datagrid', props, { ...serverOptions(), referenced: [{ pointer: '/rows', rows }] })
    expect(result).toMatchObject({ ok: true, nodes: 5 })
    expect(result.ok && result.bytes).toBeLessThan(100)
    expect(validateComponent('datagrid', props, { policy: createPolicy(), budget: 'uncounted' }).ok).toBe(true)
  })

  it('has limits of its own', () => {
    const rows = Array.from({ length: 9000 }, () => ({ a: 'x'.repeat(300) }))
    expect(issuesOf('datagrid', grid(rows), { ...serverOptions(), referenced: [{ pointer: '/rows', rows }] })).toMatchObject([{ code: 'payload_too_large' }])
    const wide = Array.from({ length: 9000 }, () => Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`c${index}`, 1])))
    expect(issuesOf('datagrid', grid(wide), { ...serverOptions(), referenced: [{ pointer: '/rows', rows: wide }] })).toMatchObject([{ code: 'too_many_nodes' }])
  })

  it('that cannot be read is refused', () => {
    const throwing = new Proxy([{ a: 1 }], {
      get: () => {
        throw new Error('Not to be read.')
      },
    })
    for (const budget of [serverOptions(), { ...serverOptions(), budget: 'uncounted' as const }])
      expect(issuesOf('datagrid', throwing, { ...budget, referenced: [{ pointer: '/0/a', rows: [] }] })).toMatchObject([
        { code: expect.any(String), pointer: '' },
      ])
  })

  it('is checked for unsafe values like everything else', () => {
    const rows = JSON.parse('[{"a":1},{"__proto__":{"x":1}}]') as unknown[]
    expect(issuesOf('datagrid', grid(rows), { ...serverOptions(), referenced: [{ pointer: '/rows', rows }] })).toMatchObject([{ code: 'unsafe_value' }])
  })
})
