import type { JsonObject } from '@pf/core'
import { createPolicy, getComponent } from '@pf/registry'
import { builtInComponents } from '@pf/registry/browser'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ComponentKitStore, createComponentKitStore } from '../kits/component-kit-store.ts'
import { createKitCache } from '../kits/kit-cache.ts'
import { kitLoaders } from '../kits/kit-loaders.ts'
import { registryRules } from '../kits/registry-rules.ts'
import { createStore } from '../store/create-store.ts'
import { isInteractive } from '../store/model/interactive-tools.ts'
import type { ComponentState, ComponentStore } from '../store/model/types.ts'
import { chunk, finished, logOf, result, started } from '../test-support/run-log.ts'
import { createComponentStore } from './create-component-store.ts'

const kits = createComponentKitStore()
beforeAll(() => kits.load(builtInComponents))

const policy = createPolicy({ renderers: [...builtInComponents] })
const start = { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'render_component' }
const args = (delta: string) => ({ event: { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta } })

function exampleOf(name: string): JsonObject {
  const example = getComponent(name)?.example
  return (example && 'props' in example ? example.props : example) as JsonObject
}

function previewing(): ComponentStore {
  const store = createComponentStore({ now: () => 1 })
  for (const event of logOf([started(), start])) store.apply(event)
  return store
}

const shown = (store: ComponentStore): ComponentState | undefined => {
  const turn = store.getSnapshot().turns[0]
  return turn?.kind === 'assistant' ? turn.components[0] : undefined
}

describe.each(builtInComponents.filter((name) => policy.allows(name) && !isInteractive(name)))('a preview of %s under the registry’s rules', (name) => {
  const text = JSON.stringify({ component: name, props: exampleOf(name) })

  it('goes from nothing over a skeleton to the whole, one character at a time, and never holds props that do not fit', () => {
    const store = previewing()
    const statuses: string[] = []
    for (const character of text) {
      store.apply(args(character))
      const component = shown(store)
      const status = component?.status ?? 'none'
      if (status !== statuses.at(-1)) statuses.push(status)
      if (component?.status !== 'streaming') continue
      // A valid prefix must be a valid prefix of itself.
      expect(kits.components.validPrefix(name, component.props, { policy, pathState: () => 'complete' })).toEqual(component.props)
    }
    expect(statuses).toEqual(['none', 'skeleton', 'streaming'])
    const whole = kits.components.validateComponent(name, exampleOf(name), { policy })
    expect(shown(store)?.props).toEqual(whole.ok && whole.props)
  })

  it('is the same component when the server’s word takes over', () => {
    const store = previewing()
    for (const piece of text.match(/.{1,7}/gs) ?? []) store.apply(args(piece))
    const before = shown(store)
    for (const event of logOf([chunk('final', name, exampleOf(name), { tool_call_id: 'c' })], 3)) store.apply(event)
    expect(shown(store)).toMatchObject({ key: before?.key, id: 'final', status: 'ready', props: exampleOf(name) })
  })
})

it('previews nothing that the registry, the policy or the page does not know', () => {
  for (const component of ['html', 'form', 'nope', '__proto__', 'constructor']) {
    const store = previewing()
    store.apply(args(JSON.stringify({ component, props: { a: 1 } })))
    expect(shown(store)).toBeUndefined()
  }
  const strict = createComponentStore({ policy: createPolicy({ denylist: ['metric'] }) })
  for (const event of logOf([started(), start])) strict.apply(event)
  strict.apply(args('{"component":"metric","props":{"value":1}}'))
  expect(shown(strict)).toBeUndefined()
})

it('takes a thousand small pieces in little time, however many snapshots are taken', () => {
  const rows = Array.from({ length: 1_000 }, (_, index) => ({ name: `Row ${index}`, value: index }))
  const text = JSON.stringify({ component: 'datagrid', props: { columns: [{ field: 'name' }, { field: 'value' }], rows } })
  const store = previewing()
  const before = performance.now()
  for (let at = 0; at < text.length; at += 40) {
    store.apply(args(text.slice(at, at + 40)))
    shown(store)
  }
  console.log(`${text.length} characters in ${Math.ceil(text.length / 40)} pieces with a snapshot each: ${Math.round(performance.now() - before)} ms`)
  expect(shown(store)?.props.rows).toHaveLength(1_000)
})

describe('a preview whose rules have not been fetched', () => {
  const cold = () => createKitCache(kitLoaders)
  const open = (kitStore: ComponentKitStore) => {
    const store = createStore({ rules: registryRules(kitStore, policy), schedule: (flush) => flush(), now: () => 1 })
    for (const event of logOf([started(), start])) store.apply(event)
    return store
  }
  const nextChange = (store: ComponentStore) => new Promise<void>((resolve) => void store.subscribe(resolve))

  it('keeps its place, fetches them as soon as the name is known, and continues without another event', async () => {
    const store = open(createComponentKitStore([], cold()))
    store.apply(args('{"component":"metric","props":{"label":"Delay","value":7.2}'))
    expect(shown(store)).toMatchObject({ status: 'skeleton', component: 'metric' })
    await nextChange(store)
    expect(shown(store)).toMatchObject({ status: 'streaming', props: { label: 'Delay', value: 7.2 } })
  })

  it('draws a layout at once and puts in what is nested when its rules are there', async () => {
    const kitStore = createComponentKitStore([], cold())
    await kitStore.load(['grid'])
    const store = open(kitStore)
    store.apply(args('{"component":"grid","props":{"columns":3,"items":[{"component":"metric","props":{"label":"a","value":1}}]'))
    expect(shown(store)).toMatchObject({ status: 'streaming', props: { columns: 3, items: [] } })
    await nextChange(store)
    expect(shown(store)?.props.items).toHaveLength(1)
  })

  it('stands as it was asked for when the run is over before they come', async () => {
    const store = open(createComponentKitStore([], cold()))
    store.apply(args('{"component":"metric","props":{"label":"a","value":1}}'))
    for (const event of logOf([result('c', '{"ok":true}'), finished()], 4)) store.apply(event)
    expect(shown(store)).toMatchObject({ status: 'ready', props: { label: 'a', value: 1 } })
  })

  it('takes a piece that a server sent before the end in the same way', async () => {
    const store = open(createComponentKitStore([], cold()))
    for (const event of logOf([chunk('m', 'metric', { label: 'a' }, { done: false })], 4)) store.apply(event)
    expect(shown(store)).toMatchObject({ status: 'skeleton' })
    await nextChange(store)
    expect(shown(store)).toMatchObject({ status: 'streaming', props: { label: 'a' } })
  })

  it('stays a skeleton where they do not come, without asking again for each letter', async () => {
    let asked = 0
    const refuse = () => Promise.reject(new Error(`try ${++asked}`))
    const kitStore = createComponentKitStore([], createKitCache(new Map([['metric', refuse]])))
    const store = open(kitStore)
    for (const letter of '{"component":"metric","props":{"label":"a"') store.apply(args(letter))
    expect(shown(store)?.status).toBe('skeleton')
    await kitStore.load(['metric'])
    for (const letter of ',"value":12345}}') {
      store.apply(args(letter))
      expect(shown(store)?.status).toBe('skeleton')
    }
    expect(asked).toBe(1)
  })
})
