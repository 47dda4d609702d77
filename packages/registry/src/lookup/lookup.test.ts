import { describe, expect, it } from 'vitest'
import { nearest } from '../checks/nearest.ts'
import { tokenCounts } from '../generated/tokens.ts'
import { registryDigest, registryVersion } from '../generated/version.ts'
import { createPolicy } from '../policy/policy.ts'
import { everything, via } from '../test-support/examples.ts'
import { catalogNames, defaultNames, optInNames } from '../test-support/names.ts'
import { dataPathsOf } from './data-paths.ts'
import { describeComponent } from './describe-component.ts'
import { searchComponents } from './hits-for-words.ts'
import { metaTools } from './interactive-tool.ts'
import { catalogView, getComponent, listComponents } from './list-components.ts'

const policy = createPolicy()
const fewer = createPolicy({ denylist: ['echarts'] })
const fewerNames = defaultNames.filter((name) => name !== 'echarts')
const all = createPolicy(everything)
const names = (list: readonly { name: string }[]) => list.map((entry) => entry.name)

describe('lookups', () => {
  it('[003-reg-10] list by category, interactive only and passive only', () => {
    expect(names(listComponents())).toEqual(catalogNames)
    expect(names(listComponents(undefined, { category: 'data' }))).toEqual(['datagrid', 'json', 'metric'])
    expect(names(listComponents(undefined, { interactive: false }))).toHaveLength(18)
    expect(names(listComponents(undefined, { interactive: true }))).toEqual(['confirm', 'form', 'select_option'])
    expect(names(listComponents(fewer))).not.toContain('echarts')
  })

  it('find own names only', () => {
    expect(getComponent('grid')?.category).toBe('layout')
    expect(getComponent('__proto__')).toBeUndefined()
    expect(getComponent('constructor')).toBeUndefined()
  })

  it('guess a name that is a few letters, a case or a separator off, and no other', () => {
    expect(nearest('Data-Grid', ['grid', 'datagrid'])).toBe('datagrid')
    expect(nearest('echart', ['echarts', 'grid'])).toBe('echarts')
    expect(nearest('video', ['echarts', 'grid', 'metric'])).toBeUndefined()
    expect(nearest('', ['a'])).toBeUndefined()
    expect(nearest('x'.repeat(100_000), ['a'])).toBeUndefined()
    expect(nearest(7, ['a'])).toBeUndefined()
  })
})

describe('searchComponents', () => {
  it('[003-reg-11] matches names, descriptions and tags whatever the case, best first', () => {
    expect(names(searchComponents('GRID', { policy }))[0]).toBe('grid')
    expect(names(searchComponents('KPI', { policy }))).toEqual(['metric'])
    expect(names(searchComponents('sankey', { policy }))).toEqual(['echarts'])
    expect(names(searchComponents('Flowchart', { policy }))[0]).toBe('mermaid')
    expect(names(searchComponents('a formula in LaTeX', { policy }))[0]).toBe('latex')
    expect(names(searchComponents('api response', { policy }))[0]).toBe('json')
    expect(names(searchComponents('show a bar chart of sales', { policy }))[0]).toBe('echarts')
    expect(names(searchComponents('spreadsheet', { policy }))[0]).toBe('datagrid')
    expect(searchComponents('zzzz', { policy })).toEqual([])
  })

  it.each([
    ['tabel', 'datagrid'],
    ['Tabelle', 'datagrid'],
    ['diagrama', 'mermaid'],
    ['formulario', 'form'],
    ['datagird', 'datagrid'],
  ])('knows what %s nearly is where no word is known', (query, name) => {
    expect(names(searchComponents(query, { policy }))).toContain(name)
  })

  it('takes no part of another word for a word of a description', () => {
    expect(names(searchComponents('ask', { policy }))[0]).not.toBe('markdown')
  })

  it('says what exists but is not enabled, after what can be used', () => {
    const hits = searchComponents('chart', { policy: fewer })
    expect(hits.at(-1)).toMatchObject({ name: 'echarts', enabled: false })
    const listed = searchComponents('', { policy: fewer })
    expect(names(listed.filter((hit) => hit.enabled))).toEqual(fewerNames)
    expect(names(listed).slice(fewerNames.length)).toEqual(['echarts', ...optInNames])
  })

  it('takes hostile queries', () => {
    expect(searchComponents('.*'.repeat(100_000), { policy })).toHaveLength(catalogNames.length)
    expect(searchComponents(undefined as never, { policy })).toHaveLength(catalogNames.length)
  })
})

describe('describeComponent', () => {
  it('[003-ph-12] gives a TypeScript-like signature with every prop, required ones marked', () => {
    const text = describeComponent('datagrid', { policy })
    expect(text).toContain('field: string')
    expect(text).toContain('align?: "left" | "center" | "right"')
    expect(text).toContain('rows: Record<string, unknown>[] | Ref')
    expect(text).toContain('// Ref = {"$artifact": "tool.field"')
    for (const { name, propsSchema } of listComponents()) {
      const props = Object.keys((propsSchema as { properties: object }).properties)
      for (const prop of props) expect(describeComponent(name, { policy: all })).toMatch(new RegExp(`^  ${prop}\\??: `, 'm'))
    }
  })

  it('explains slots where there are some', () => {
    expect(describeComponent('grid', { policy })).toContain('// Component = {component: string')
    expect(describeComponent('markdown', { policy })).not.toMatch(/Ref =|Component =/)
  })

  it('follows the policy', () => {
    expect(describeComponent('echarts', { policy: fewer })).toBe(`echarts exists but is not enabled here. Enabled: ${fewerNames.join(', ')}.`)
    expect(describeComponent('chart', { policy })).toBe(`There is no component "chart". Did you mean echarts? Enabled: ${defaultNames.join(', ')}.`)
    expect(describeComponent('constructor', { policy })).toContain('There is no component')
  })

  it('[003-be-06] costs at most 400 tokens, a line of the catalogue at most 24', () => {
    for (const [, counts] of tokenCounts) {
      expect(counts.signature).toBeLessThanOrEqual(400)
      expect(counts.line).toBeLessThanOrEqual(24)
    }
  })
})

describe('catalogView', () => {
  it('shows enabled components with schemas and examples', () => {
    const view = catalogView(fewer)
    expect(view).toMatchObject({
      enabled: true,
      registry_version: registryVersion,
      digest: registryDigest,
      counts: { total: 21, enabled: 17 },
      allowlist: fewerNames,
    })
    expect(names(view.components)).toEqual(view.allowlist)
    expect(view.components.find(({ name }) => name === 'datagrid')).toMatchObject({
      props_schema: { type: 'object' },
      example: { props: { exportable: true } },
    })
  })

  it('lists nothing while rich output is off', () => {
    expect(catalogView(undefined)).toMatchObject({ enabled: false, allowlist: [], components: [], counts: { total: 21, enabled: 0 } })
  })
})

describe('metaTools', () => {
  it('name enabled components only', () => {
    const tools = new Map(metaTools(fewer).map((tool) => [tool.name, tool]))
    expect([...tools.keys()]).toEqual([
      'render_component',
      'update_component',
      'describe_component',
      'search_components',
      'list_artifacts',
      'ui_confirm',
      'ui_form',
      'ui_select_option',
    ])
    expect(tools.get('render_component')?.input).toMatchObject({
      required: ['component', 'props'],
      properties: { component: { enum: fewerNames.filter((name) => via(name) === 'render') } },
    })
    expect(tools.get('describe_component')?.input).toMatchObject({ properties: { name: { enum: fewerNames } } })
  })
})

describe('dataPathsOf', () => {
  it('gives own data props and, with real indices, those of nested components', () => {
    expect(dataPathsOf('datagrid', {})).toEqual(['/rows'])
    expect(dataPathsOf('metric', {})).toEqual(['/sparkline'])
    expect(dataPathsOf('json', {})).toEqual(['/data'])
    expect(dataPathsOf('image', {})).toEqual(['/src'])
    expect(dataPathsOf('plotly', {})).toEqual(expect.arrayContaining(['/data', '/data/*/x', '/data/*/marker/color', '/data/*/dimensions/*/values']))
    expect(dataPathsOf('echarts', {})).toEqual(
      expect.arrayContaining(['/option/dataset/source', '/option/dataset/*/source', '/option/series/*/data', '/option/series/data', '/option/xAxis/data']),
    )
    const items = [
      { component: 'metric', props: {} },
      { component: 'grid', props: { items: [{ component: 'datagrid', props: { rows: { $artifact: 'x.y' } } }] } },
    ]
    expect(dataPathsOf('grid', { items })).toEqual(['/items/0/props/sparkline', '/items/1/props/items/0/props/rows'])
    const slot = { component: 'datagrid', props: {} }
    expect(dataPathsOf('tabs', { tabs: [{ label: 'text' }, { label: 'table', ...slot }] })).toEqual(['/tabs/1/props/rows'])
    expect(dataPathsOf('accordion', { items: [{ title: 'x', ...slot }] })).toEqual(['/items/0/props/rows'])
    expect(dataPathsOf('report', { sections: [{ subsections: [{ components: [slot] }] }, { components: [slot] }] })).toEqual([
      '/sections/0/subsections/0/components/0/props/rows',
      '/sections/1/components/0/props/rows',
    ])
  })

  it('takes any props', () => {
    expect(dataPathsOf('nothing', {})).toEqual([])
    expect(dataPathsOf('grid', null)).toEqual([])
    expect(dataPathsOf('grid', { items: [null, 7, { component: '__proto__', props: 1 }, { component: 'grid' }] })).toEqual([])
    let props: unknown = {}
    for (let level = 0; level < 5000; level++) props = { items: [{ component: 'grid', props }] }
    expect(dataPathsOf('grid', props)).toEqual([])
  })
})
