import { listComponents } from '@pf/registry'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../../../tooling/test-setup/cpu-time.ts'
import { createComponentKitStore } from './component-kit-store.ts'
import { componentNames } from './component-names.ts'
import { createKitCache } from './kit-cache.ts'
import { kitLoaders } from './kit-loaders.ts'

describe('the loaders of kits', () => {
  it('bring the rules of every component of the registry under its own name', async () => {
    expect([...kitLoaders.keys()].sort()).toEqual(
      listComponents()
        .map(({ name }) => name)
        .sort(),
    )
    for (const [name, load] of kitLoaders) expect((await load())?.name).toBe(name)
  })
})

describe('a store of component kits', () => {
  it('knows a name at once, and fetches its rules once, for everybody', async () => {
    let fetched = 0
    const metric = kitLoaders.get('metric')
    const cache = createKitCache(new Map(metric ? [['metric', () => metric().finally(() => fetched++)]] : []))
    const [one, two] = [createComponentKitStore([], cache), createComponentKitStore([], cache)]
    expect([one.knows('metric'), one.knows('nope'), one.knows('__proto__')]).toEqual([true, false, false])
    expect([one.state(['metric']), one.state(['nope', 'constructor']), one.state([])]).toEqual(['loading', 'ready', 'ready'])
    await Promise.all([one.load(['metric', 'nope']), two.load(['metric', 'metric'])])
    expect([one.state(['metric']), two.state(['metric']), fetched]).toEqual(['ready', 'ready', 1])
    expect(one.components.has('metric')).toBe(true)
  })

  it('puts a host’s own rules before those of the registry', async () => {
    const own = await kitLoaders.get('metric')?.()
    const kitStore = createComponentKitStore(own ? [{ ...own, name: 'gauge' }, own] : [], createKitCache(kitLoaders))
    expect([kitStore.state(['gauge', 'metric']), kitStore.knows('gauge')]).toEqual(['ready', true])
  })

  it('says that rules did not come, tells who waits, and fetches them again when asked', async () => {
    let broken = true
    const load = kitLoaders.get('grid') ?? (() => Promise.reject(new Error('no grid')))
    const kitStore = createComponentKitStore([], createKitCache(new Map([['grid', () => (broken ? Promise.reject(new Error('offline')) : load())]])))
    const states: string[] = []
    const leave = kitStore.subscribe(() => states.push(kitStore.state(['grid'])))
    await kitStore.load(['grid'])
    broken = false
    const again = kitStore.load(['grid'])
    expect(kitStore.state(['grid'])).toBe('loading')
    await again
    leave()
    expect(states).toEqual(['failed', 'ready'])
  })
})

describe('the names in a payload', () => {
  it('are those of the component and of all that is nested, in whatever layout', () => {
    const props = {
      sections: [
        {
          content: 'x',
          components: [{ component: 'metric', props: {} }],
          subsections: [{ components: [{ component: 'tabs', props: { tabs: [{ component: 'code' }] } }] }],
        },
        { components: [{ component: 'datagrid', props: { rows: [{ component: 'plotly' }] } }] },
      ],
    }
    expect([...componentNames('report', props)].sort()).toEqual(['code', 'datagrid', 'metric', 'report', 'tabs'])
    expect(componentNames('datagrid', { rows: [{ component: 'plotly' }] })).toEqual(['datagrid'])
    expect(componentNames('dashboard', { left: { component: 'metric' } })).toEqual(['dashboard', 'metric'])
  })

  it('are found within bounds and without recursion, whatever was written', () => {
    let deep: unknown = { component: 'metric' }
    for (let depth = 0; depth < 100_000; depth++) deep = { items: [deep] }
    const wide = Array.from({ length: 300_000 }, (_, index) => ({ component: `c${index}` }))
    const before = cpuTime()
    expect(componentNames('grid', deep).length).toBeLessThanOrEqual(64)
    expect(componentNames('grid', { items: wide }).length).toBeLessThanOrEqual(64)
    expect(cpuTime() - before).toBeLessThan(1_000)
    fc.assert(fc.property(fc.jsonValue(), (props) => componentNames('grid', props)[0] === 'grid'))
  })
})
