import type { JsonValue } from '@pf/core'
import { describe, expect, it } from 'vitest'
import type { PolicyOptions } from '../policy/policy.ts'
import { createRunBudget } from '../policy/run-budget.ts'
import { validateComponent, validateReferencedData } from '../registry.ts'
import { everything, nestedGrids, serverOptions } from '../test-support/examples.ts'

const metric = { component: 'metric', props: { value: 1, label: 'x' } }
const grid = (...items: unknown[]) => ({ component: 'grid', props: { items } })

function issuesOf(props: unknown, policy: PolicyOptions = {}, component = 'grid') {
  const result = validateComponent(component, props, serverOptions(policy))
  return result.ok ? [] : result.issues
}

describe('a tree of components', () => {
  it('that exceeds a limit in many places has one issue for each limit, at the first place', () => {
    const deep = { items: [grid(grid(metric), grid(metric)), grid(grid(metric))] }
    expect(issuesOf(deep, { limits: { nesting: 2 } })).toEqual([
      { code: 'too_deep', pointer: '/items/0/props/items/0/component', expected: 'components at most 2 deep' },
    ])
    expect(issuesOf({ items: [metric, metric, metric, metric] }, { limits: { components: 3 } })).toEqual([
      { code: 'too_many_nodes', pointer: '/items/2/component', expected: 'at most 3 components' },
    ])
    const both = { items: [grid(grid(metric)), metric, metric] }
    expect(issuesOf(both, { limits: { nesting: 2, components: 3 } }).map(({ code }) => code)).toEqual(['too_deep', 'too_many_nodes'])
  })

  it('may be as deep as the limit', () => {
    expect(issuesOf(nestedGrids(3), { limits: { nesting: 4 } })).toEqual([])
    expect(issuesOf(nestedGrids(3), { limits: { nesting: 3 } })).toMatchObject([{ code: 'too_deep' }])
  })

  it('has no two components with the same id', () => {
    const items = ['a', 'b', 'a'].map((id) => ({ id, label: id, content: [metric] }))
    expect(issuesOf({ tabs: items }, {}, 'tabs').filter(({ expected }) => expected === 'a unique id')).toEqual([
      { code: 'schema_invalid', pointer: '/tabs/2/id', expected: 'a unique id', received: 'string "a"' },
    ])
  })

  it('reports issues of nested components at their place', () => {
    const nested = { items: [grid({ component: 'metric', props: { label: 'x' } })] }
    expect(issuesOf(nested)[0]?.pointer).toMatch(/^\/items\/0\/props\/items\/0\/props/)
  })

  it('is not for components that ask the user, and names the tool for them', () => {
    expect(issuesOf({ items: [{ component: 'form', props: {} }] })).toMatchObject([
      { code: 'interactive_not_allowed', pointer: '/items/0/component', suggestion: 'Call the tool ui_form.' },
    ])
    expect(validateComponent('metric', metric.props, { ...serverOptions(), via: 'interactive' })).toMatchObject({
      ok: false,
      issues: [{ code: 'component_not_allowed', suggestion: 'Call the tool render_component.' }],
    })
  })
})

describe('what the host decides', () => {
  it('replaces the sandbox of a frame, and refuses one that does not hold it', () => {
    const props = (sandbox: JsonValue) => ({ html: '<p>A</p>', sandbox })
    const options = () => serverOptions({ ...everything, htmlSandbox: 'allow-forms' })
    expect(validateComponent('html', props('allow-scripts'), options())).toMatchObject({ ok: true, props: { sandbox: 'allow-forms' } })
    expect(validateComponent('html', props('allow-same-origin'), options())).toMatchObject({
      ok: false,
      issues: [{ code: 'unsafe_value', pointer: '/sandbox', received: 'string "allow-same-origin"' }],
    })
  })

  it('allows raw HTML only where both the model and the host do', () => {
    const htmlOf = (allowHtml: JsonValue, policy: PolicyOptions) => {
      const result = validateComponent('markdown', { content: 'A', allowHtml }, serverOptions(policy))
      return result.ok && result.props.allowHtml
    }
    expect([htmlOf(true, { allowHtml: true }), htmlOf(true, {}), htmlOf(false, { allowHtml: true })]).toEqual([true, false, false])
  })
})

describe('the size of props', () => {
  const { policy } = serverOptions({ limits: { payloadBytes: 1_000, inlinedBytes: 5_000, inlinedNodes: 50 } })
  const columns = [{ field: 'a' }]
  const codes = (props: unknown, options: object) => {
    const result = validateComponent('datagrid', props, { policy, budget: 'uncounted', ...options } as never)
    return result.ok ? [] : result.issues.map(({ code }) => code)
  }

  it('does not include inlined data, which has limits of its own, also for props that no model wrote', () => {
    const rows = (count: number) => Array.from({ length: count }, () => ({ a: 1 }))
    for (const budget of ['uncounted', createRunBudget(policy)]) {
      const few = rows(20)
      const many = rows(60)
      expect(codes({ columns, rows: few }, { budget, referenced: [{ pointer: '/rows', rows: few }] })).toEqual([])
      expect(codes({ columns, rows: many }, { budget, referenced: [{ pointer: '/rows', rows: many }] })).toEqual(['too_many_nodes'])
    }
  })

  it('is what the caller counted, if it did', () => {
    const props = { columns, rows: [{ a: 'x'.repeat(2_000) }] }
    expect(codes(props, { budget: createRunBudget(policy) })).toEqual(['payload_too_large'])
    expect(codes(props, { budget: createRunBudget(policy), writtenBytes: 100 })).toEqual([])
    expect(codes(props, { budget: createRunBudget(policy), writtenBytes: 1_001 })).toEqual(['payload_too_large'])
  })

  it('cannot be checked without a policy', () => {
    expect(validateComponent('metric', metric.props, { budget: 'uncounted' } as never)).toMatchObject({ ok: false, issues: [{ code: expect.any(String) }] })
  })
})

describe('data behind a reference', () => {
  const stored = { artifact_id: 'a1', media_type: 'application/json', bytes: 9, sha256: 'x' }
  const columns = { columns: [{ field: 'a' }] }
  const checked = (props: unknown, referenced: { pointer: string; rows?: JsonValue }[], component = 'datagrid') => {
    const result = validateComponent(component, props, { ...serverOptions(), referenced: referenced.map((each) => ({ reference: stored, ...each })) as never })
    return result.ok ? [] : result.issues.map(({ code, pointer }) => `${code} ${pointer}`)
  }

  it('is checked at the place of the reference, also in nested components', () => {
    expect(checked({ ...columns, rows: stored }, [{ pointer: '/rows', rows: [{ a: 1 }, 7] }])).toEqual(['schema_invalid /rows/1'])
    const nested = { items: [grid({ component: 'datagrid', props: { ...columns, rows: stored } })] }
    const pointer = '/items/0/props/items/0/props/rows'
    expect(checked(nested, [{ pointer, rows: [7] }], 'grid')).toEqual([`schema_invalid ${pointer}/0`])
    expect(checked(nested, [{ pointer, rows: [{ a: 1 }] }], 'grid')).toEqual([])
  })

  it('is not checked where it is unknown, where no reference is left, and where no data prop is', () => {
    expect(checked({ ...columns, rows: stored }, [{ pointer: '/rows' }])).toEqual([])
    expect(checked({ ...columns, rows: [{ a: 1 }] }, [{ pointer: '/rows', rows: [7] }])).toEqual([])
    expect(checked({ ...columns, rows: [{ artifact: 1 }] }, [{ pointer: '/title', rows: [7] }])).toEqual([])
  })

  it('is found in the twelfth of many components', () => {
    const others = Array.from({ length: 11 }, () => metric)
    const pointer = '/items/11/props/rows'
    expect(checked({ items: [...others, { component: 'datagrid', props: { ...columns, rows: stored } }] }, [{ pointer, rows: [7] }], 'grid')).toEqual([
      `schema_invalid ${pointer}/0`,
    ])
  })

  it('is not where an index has letters', () => {
    for (const index of ['x1', '1x']) expect(() => validateReferencedData('echarts', `/option/series/${index}/data`, [])).toThrow('no data prop')
    const inGrid = (index: string) =>
      checked(
        { items: { [index]: { component: 'datagrid', props: { ...columns, rows: stored } } } },
        [{ pointer: `/items/${index}/props/rows`, rows: [7] }],
        'grid',
      )
    for (const index of ['x1', '1x']) expect(inGrid(index).filter((issue) => issue.endsWith('/rows/0'))).toEqual([])
  })

  it('is refused when it is no list', () => {
    expect(checked({ ...columns, rows: stored }, [{ pointer: '/rows', rows: 'a text' }])).toEqual(['schema_invalid /rows'])
    expect(checked({ ...columns, rows: stored }, [{ pointer: '/rows', rows: { a: 1 } }])).toEqual(['schema_invalid /rows'])
  })

  it('has row numbers over all pages, also with more than nine rows', () => {
    const rows = (count: number) => Array.from({ length: count }, () => ({ a: 1 }) as JsonValue)
    expect(validateReferencedData('datagrid', '/rows', [rows(12), [...rows(11), 7]])).toMatchObject([{ pointer: '/rows/23' }])
    expect(validateReferencedData('echarts', '/option/series/12/data', [[1], [{ a: () => 1 } as never]])).toMatchObject([
      { pointer: expect.stringMatching(/^\/option\/series\/12\/data\/1/) },
    ])
  })

  it('names the component and the pointer that hold no data, shortened', () => {
    const long = 'x'.repeat(200)
    expect(() => validateReferencedData(long, `/${long}`, [])).toThrow(/^x{64} has no data prop at \/x{99}\.$/)
    expect(() => validateReferencedData(5 as never, '/rows', [])).toThrow('number has no data prop at /rows.')
  })
})
