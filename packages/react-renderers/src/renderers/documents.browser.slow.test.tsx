import type { JsonObject } from '@pf/core'
import { createPartialJson } from '@pf/core'
import { createPolicy, getComponent } from '@pf/registry'
import { builtInComponents } from '@pf/registry/browser'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import { createComponentKitStore } from '../kits/component-kit-store.ts'
import { registryRules } from '../kits/registry-rules.ts'
import { type Mounted, mount, stateOf } from '../test-support/mount.tsx'

const names = ['callout', 'code', 'json', 'image', 'report', 'tabs', 'accordion'] as const
const policy = createPolicy({ renderers: [...builtInComponents] })
const kits = createComponentKitStore()
function exampleOf(name: string): JsonObject {
  const example = getComponent(name)?.example
  return example && 'props' in example ? (example.props as JsonObject) : {}
}
const frame = () => new Promise(requestAnimationFrame)

let mounted: Mounted | undefined
let errors: unknown[][] = []
beforeAll(() => kits.load(builtInComponents))
beforeEach(() => {
  errors = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void errors.push(args))
})
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
  document.documentElement.removeAttribute('data-theme')
  expect(errors).toEqual([])
  vi.restoreAllMocks()
})

describe.each(names)('%s', (name) => {
  it('[003-ph-10] plays as it arrives: every prefix is drawn, without an error, and ends as it would have come at once', async () => {
    const text = JSON.stringify(exampleOf(name))
    const rules = registryRules(kits, policy)
    const parser = createPartialJson()
    const step = Math.max(7, Math.ceil(text.length / 60))
    mounted = mount(<ComponentRenderer component={stateOf(name, {}, { status: 'skeleton' })} />)
    for (let at = 0; at < text.length; at += step) {
      parser.feed(text.slice(at, at + step))
      const props = rules.prefix(name, parser.value, (pointer) => parser.pathState(pointer))
      mounted.render(<ComponentRenderer component={stateOf(name, props ?? {}, { status: props ? 'streaming' : 'skeleton' })} />)
      await frame()
      expect(mounted.box.querySelector('.pf-card')).toBeNull()
    }
    // On a busy machine, all pieces can arrive before the code of the renderer is there.
    const first = await vi.waitFor(() => {
      const element = mounted?.box.querySelector('.pf-component > :not(.pf-skeleton)')
      expect(element).toBeTruthy()
      return element
    })
    mounted.render(<ComponentRenderer component={stateOf(name, exampleOf(name))} />)
    await vi.waitFor(() => expect(mounted?.box.querySelector('.pf-skeleton')).toBeNull())
    expect(mounted.box.querySelector('.pf-component > *')).toBe(first)
  })

  it('stands what nobody would write', async () => {
    const odd: unknown[] = [null, 7, -1, 1e308, '', 'x', [], {}, [null, 7, [[]], { component: 7 }, { component: 'constructor', props: 7 }, {}]]
    const keys = [
      'content',
      'items',
      'tabs',
      'sections',
      'code',
      'src',
      'data',
      'title',
      'metadata',
      'defaultTab',
      'highlightLines',
      'width',
      'type',
      'expandLevel',
    ]
    for (const value of odd) {
      const props = Object.fromEntries(keys.map((key) => [key, value])) as JsonObject
      mounted?.unmount()
      mounted = mount(<ComponentRenderer component={stateOf(name, props, { status: 'streaming' })} />)
      await vi.waitFor(() => expect(mounted?.box.querySelector('.pf-component')).not.toBeNull())
      expect(mounted.box.innerHTML).not.toMatch(/NaN|Infinity|\[object Object\]/)
    }
  })
})
