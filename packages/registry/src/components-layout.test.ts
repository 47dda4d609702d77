import { describe, expect, it } from 'vitest'
import { faultsOf, propsOf, switches, takes } from './test-support/taking.ts'

const metric = { component: 'metric', props: { value: 1, label: 'x' } }

describe('report', () => {
  const base = { sections: [] }
  const section = (props: object) => ({ sections: [props] })

  it('[003-cmp-19] needs sections; title, subtitle, open metadata, a table of contents on request and a footer', () => {
    expect(faultsOf('report', {})).toEqual(['/sections'])
    expect(propsOf('report', base)).toEqual({ sections: [], toc: false })
    for (const name of ['title', 'subtitle', 'footer']) takes('report', base, name, { good: ['', 'T'], bad: [1, null, 'x'.repeat(20_001)] })
    takes('report', base, 'toc', switches)
    takes('report', base, 'metadata', {
      good: [{}, { author: 'A', date: '2025-05-04', version: '2' }, { reviewed: true, pages: 3, region: null }],
      bad: [{ author: 1 }, { more: {} }, { more: ['x'] }, { more: 'x'.repeat(501) }, [], 'x'],
    })
    takes('report', base, 'sections', { good: [[], [{}]], bad: [{}, 'x', ['x'], new Array(101).fill({})] })
  })

  it('[003-cmp-19] has sections of their own kind: id, title, content, components with captions, and the same inside', () => {
    const whole = {
      id: 's1',
      title: 'T',
      content: '**x**',
      components: [{ ...metric, id: 'm1', caption: 'C' }],
      subsections: [{ title: 'U', subsections: [{}] }],
    }
    expect(propsOf('report', section(whole))).toMatchObject(section({ ...whole, components: [{ ...metric, caption: 'C' }] }))
    expect(faultsOf('report', section({ title: 1, content: null, id: 'a b', more: 1 })).sort()).toEqual(
      ['content', 'id', 'more', 'title'].map((key) => `/sections/0/${key}`),
    )
    expect(faultsOf('report', section({ sections: [] }))).toEqual(['/sections/0/sections'])
    expect(faultsOf('report', section({ subsections: [{ components: [{ component: 'metric' }] }] }))).toContain('/sections/0/subsections/0/components/0/props')
    expect(faultsOf('report', section({ components: [{ ...metric, colSpan: 2 }] }))).toEqual(['/sections/0/components/0/colSpan'])
  })

  it('[003-ph-07] checks components in sections, in subsections and in layouts inside them, at their place', () => {
    const bad = { component: 'metric', props: { value: 1 } }
    const props = { sections: [{ components: [bad] }, { subsections: [{ components: [{ component: 'tabs', props: { tabs: [{ label: 'x', ...bad }] } }] }] }] }
    expect(faultsOf('report', props)).toEqual(['/sections/0/components/0/props/label', '/sections/1/subsections/0/components/0/props/tabs/0/props/label'])
    expect(propsOf('report', { sections: [{ subsections: [{ components: [metric] }] }] })).toMatchObject({
      sections: [{ subsections: [{ components: [{ props: { format: 'number' } }] }] }],
    })
  })

  it('keeps to the budgets of nesting and of components, wherever the sections put them', () => {
    const nested = (depth: number): object => (depth === 0 ? metric : { component: 'report', props: { sections: [{ components: [nested(depth - 1)] }] } })
    expect(faultsOf('report', { sections: [{ components: [nested(4)] }] })).toEqual([])
    expect(faultsOf('report', { sections: [{ components: [nested(7)] }] })).toHaveLength(1)
    const inTabs = (depth: number): object => (depth === 0 ? metric : { component: 'tabs', props: { tabs: [{ label: 'x', ...inTabs(depth - 1) }] } })
    expect(faultsOf('tabs', { tabs: [{ label: 'x', ...inTabs(6) }] })).toEqual([])
    expect(faultsOf('tabs', { tabs: [{ label: 'x', ...inTabs(7) }] })).toHaveLength(1)
    const many = (count: number) => ({ sections: Array.from({ length: 50 }, () => ({ components: new Array(count).fill(metric) })) })
    expect(faultsOf('report', many(3))).toEqual([])
    expect(faultsOf('report', many(4))).toHaveLength(1)
    let deep: object = {}
    for (let level = 0; level < 14; level++) deep = { subsections: [deep] }
    expect(faultsOf('report', { sections: [deep] })).toEqual([])
    for (let level = 0; level < 5000; level++) deep = { subsections: [deep] }
    expect(faultsOf('report', { sections: [deep] })).toHaveLength(1)
  })
})

describe('tabs', () => {
  const tab = (props: object) => ({ tabs: [{ label: 'L', ...props }] })

  it('[003-cmp-21] needs tabs with labels; id, icon, a component with props or markdown, disabled; the first one open, three variants', () => {
    expect(faultsOf('tabs', {})).toEqual(['/tabs'])
    expect(faultsOf('tabs', { tabs: [{}] })).toEqual(['/tabs/0/label'])
    expect(propsOf('tabs', tab({}))).toEqual({ tabs: [{ label: 'L', disabled: false }], defaultTab: 0, variant: 'line' })
    expect(propsOf('tabs', tab({ id: 't1', icon: 'chart-bar', content: '# x', disabled: true }))).toBeDefined()
    expect(propsOf('tabs', tab(metric))).toMatchObject({ tabs: [{ component: 'metric', props: { format: 'number' } }] })
    expect(faultsOf('tabs', tab({ id: 'a b', icon: '"><svg', content: 1, disabled: 'no', more: 1 })).sort()).toEqual(
      ['content', 'disabled', 'icon', 'id', 'more'].map((key) => `/tabs/0/${key}`),
    )
    takes('tabs', { tabs: [] }, 'defaultTab', { good: [0, 29], bad: [-1, 30, 0.5, '0'] })
    takes('tabs', { tabs: [] }, 'variant', { good: ['line', 'enclosed', 'pills'], bad: ['boxed'] })
    takes('tabs', {}, 'tabs', { good: [[]], bad: [{}, new Array(31).fill({ label: 'x' })] })
  })

  it('wants component and props together', () => {
    expect(faultsOf('tabs', tab({ component: 'markdown' }))).toEqual(['/tabs/0/props', '/tabs/0/props/content'])
    expect(faultsOf('tabs', tab({ props: { value: 1 } }))).toEqual(['/tabs/0/component'])
  })
})

describe('accordion', () => {
  const item = (props: object) => ({ items: [{ title: 'T', ...props }] })

  it('[003-cmp-22] needs items with titles; markdown or a component with props, open at first on request; one open at a time', () => {
    expect(faultsOf('accordion', {})).toEqual(['/items'])
    expect(faultsOf('accordion', { items: [{}] })).toEqual(['/items/0/title'])
    expect(propsOf('accordion', item({}))).toEqual({ items: [{ title: 'T', defaultOpen: false }], allowMultiple: false })
    expect(propsOf('accordion', item({ id: 'a', content: 'x', defaultOpen: true }))).toBeDefined()
    expect(propsOf('accordion', item(metric))).toBeDefined()
    expect(faultsOf('accordion', item({ component: 'metric' }))).toContain('/items/0/props')
    expect(faultsOf('accordion', item({ content: 1, defaultOpen: 1, disabled: true })).sort()).toEqual([
      '/items/0/content',
      '/items/0/defaultOpen',
      '/items/0/disabled',
    ])
    takes('accordion', { items: [] }, 'allowMultiple', switches)
    takes('accordion', {}, 'items', { good: [[]], bad: [{}, new Array(101).fill({ title: 'x' })] })
  })
})

describe('ids', () => {
  it('[003-ph-08] may stand on every nested part, sections, tabs and folds included, and on one only', () => {
    const tabs = {
      component: 'tabs',
      props: {
        tabs: [
          { id: 't1', label: 'text' },
          { id: 't2', label: 'x', ...metric },
        ],
      },
    }
    const folds = { component: 'accordion', props: { items: [{ id: 'f1', title: 'x' }] } }
    const report = { sections: [{ id: 's1', subsections: [{ id: 's2' }], components: [{ id: 'c1', ...tabs }, folds] }] }
    expect(faultsOf('report', report)).toEqual([])
    for (const id of ['s2', 'c1', 't1', 't2', 'f1']) {
      const twice = JSON.parse(JSON.stringify(report).replace('"id":"s1"', `"id":"${id}"`))
      expect(faultsOf('report', twice)).toEqual([expect.stringMatching(/\/id$/)])
    }
  })
})
