import { describe, expect, it } from 'vitest'
import { createComponentSet } from './component-set.ts'
import { grid } from './kits/components/grid.ts'
import { metric } from './kits/components/metric.ts'
import { createPolicy } from './policy/policy.ts'
import { validateComponent } from './registry.ts'

const policy = createPolicy()
const figure = { value: 1, label: 'x' }

describe('createComponentSet', () => {
  it('says of its components what the whole registry says', () => {
    const set = createComponentSet([metric, grid])
    for (const props of [figure, { value: 1 }, { ...figure, color: 'url(x)' }, null, { items: [{ component: 'metric', props: {} }] }]) {
      const { bytes: _, ...whole } = { bytes: 0, ...validateComponent('metric', props, { policy, budget: 'uncounted' }) }
      expect(set.validateComponent('metric', props, { policy })).toEqual(whole)
    }
    expect(set.validPrefix('metric', { label: 'x', value: 1 }, { policy, pathState: () => 'complete' })).toMatchObject(figure)
  })

  it('refuses components whose code is not loaded, also inside layouts, until it is', () => {
    const set = createComponentSet([grid])
    const props = { items: [{ component: 'metric', props: figure }] }
    expect(set.has('metric')).toBe(false)
    expect(set.validateComponent('metric', figure, { policy })).toMatchObject({
      ok: false,
      issues: [{ code: 'unknown_component', expected: 'a component whose code is loaded' }],
    })
    expect(set.validateComponent('grid', props, { policy })).toMatchObject({ ok: false, issues: [{ pointer: '/items/0/component' }] })
    expect(set.validPrefix('grid', props, { policy })).toMatchObject({ items: [] })
    set.add(metric)
    expect(set.validateComponent('grid', props, { policy })).toMatchObject({ ok: true })
  })

  it('keeps to its policy', () => {
    const set = createComponentSet([metric])
    expect(set.validateComponent('metric', figure, { policy: createPolicy({ renderers: [] }) })).toMatchObject({
      ok: false,
      issues: [{ code: 'component_not_allowed' }],
    })
  })

  it('takes as much as a server sends, and no more', () => {
    const set = createComponentSet([metric])
    const sparkline = new Array(1000).fill(1)
    expect(set.validateComponent('metric', { ...figure, sparkline }, { policy })).toMatchObject({ ok: true })
    expect(set.validateComponent('metric', { ...figure, sparkline: new Array(220_000).fill(1) }, { policy })).toMatchObject({
      ok: false,
      issues: [{ code: 'too_many_nodes' }],
    })
  })
})
