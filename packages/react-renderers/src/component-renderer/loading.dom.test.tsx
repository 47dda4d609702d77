import type { JsonObject } from '@pf/core'
import { createPolicy, type Policy, registryVersion } from '@pf/registry'
import { builtInComponents } from '@pf/registry/browser'
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PfContext, type PfContextValue, useRendering } from '../context/pf-context.ts'
import { type ComponentKitStore, createComponentKitStore } from '../kits/component-kit-store.ts'
import { createKitCache } from '../kits/kit-cache.ts'
import { kitLoaders } from '../kits/kit-loaders.ts'
import { stateOf } from '../test-support/mount.tsx'
import { ComponentBoundary } from './component-boundary.tsx'
import { ComponentRenderer } from './component-renderer.tsx'
import { loadable } from './loadable.ts'

// Chunks are transformed when they are first used, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })
afterEach(cleanup)

const metric: JsonObject = { value: 1, label: 'x' }
const card = () => document.querySelector('.pf-card-text')?.textContent
const kitsWith = (load: (name: string) => Promise<void>) =>
  createComponentKitStore([], createKitCache(new Map([...kitLoaders].map(([name, kit]) => [name, () => load(name).then(kit)]))))

interface PageProps {
  kits: ComponentKitStore
  renderers?: PfContextValue['renderers']
  policy?: Policy
  children: ReactNode
}

function Page({ kits, renderers, policy, children }: PageProps) {
  const value = useRendering()
  return <PfContext.Provider value={{ ...value, kits, components: kits.components, renderers, policy: policy ?? value.policy }}>{children}</PfContext.Provider>
}

const Drawn = () => <p>drawn</p>
const Throws = () => {
  throw new Error('broken')
}

describe('a component whose rules are on their way', () => {
  it('keeps room for what its props say, is drawn when all the rules are there, those of nested components included', async () => {
    const asked: string[] = []
    const kits = kitsWith(async (name) => void asked.push(name))
    const props = {
      items: [
        { component: 'metric', props: metric },
        { component: 'grid', props: { items: [{ component: 'datagrid', props: { columns: [{ field: 'a' }], rows: [] } }] } },
      ],
    }
    render(
      <Page kits={kits}>
        <ComponentRenderer component={stateOf('grid', props)} />
      </Page>,
    )
    expect(document.querySelector('.pf-skeleton[data-component="grid"]')).not.toBeNull()
    await waitFor(() => expect(document.querySelector('.pf-metric-value')?.textContent).toBe('1'))
    expect(asked.sort()).toEqual(['datagrid', 'grid', 'metric'])
  })

  it('shows a calm card when they do not come, and tries again when asked', async () => {
    let offline = true
    const kits = kitsWith(() => (offline ? Promise.reject(new Error('offline')) : Promise.resolve()))
    render(
      <Page kits={kits}>
        <ComponentRenderer component={stateOf('metric', metric)} />
      </Page>,
    )
    await waitFor(() => expect(card()).toBe('This figure could not be loaded.'))
    offline = false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(document.querySelector('.pf-metric-value')?.textContent).toBe('1'))
    expect(card()).toBeUndefined()
  })

  it('does the same for the code that draws it', async () => {
    let offline = true
    const renderer = loadable(() => (offline ? Promise.reject(new Error('chunk 7')) : Promise.resolve(Drawn)))
    const kits = kitsWith(() => Promise.resolve())
    render(
      <Page kits={kits} renderers={new Map([['metric', renderer]])}>
        <ComponentRenderer component={stateOf('metric', metric)} />
      </Page>,
    )
    await waitFor(() => expect(card()).toBe('This figure could not be loaded.'))
    offline = false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('drawn')
  })

  it('tells what is wrong at once where nothing has to be fetched for it', () => {
    const asked: string[] = []
    const kits = kitsWith(async (name) => void asked.push(name))
    render(
      <Page kits={kits}>
        <ComponentRenderer component={stateOf('hologram', {})} />
        <ComponentRenderer component={stateOf('metric', {}, { status: 'rejected' })} />
      </Page>,
    )
    expect(document.querySelectorAll('.pf-card')).toHaveLength(2)
    expect(asked).toEqual([])
  })

  it('does not take a boundary’s own fallback for code that threw otherwise', () => {
    render(
      <ComponentBoundary resetKey={1} onError={undefined} fallback={<p>own</p>} notLoaded={() => <p>unloaded</p>}>
        <Throws />
      </ComponentBoundary>,
    )
    expect(screen.getByText('own')).toBeTruthy()
  })

  it('is no error in server rendering, for each of the components', () => {
    for (const name of builtInComponents) {
      expect(renderToString(<ComponentRenderer component={stateOf(name, {}, { status: 'skeleton' })} />)).toContain('aria-busy="true"')
      expect(renderToString(<ComponentRenderer component={stateOf(name, {}, { status: 'streaming' })} />)).toContain('pf-component')
      const cold = renderToString(
        <Page kits={kitsWith(() => Promise.resolve())}>
          <ComponentRenderer component={stateOf(name, {})} />
        </Page>,
      )
      // Components that a host must enable are not loaded.
      expect(cold).toContain(['html', 'video', 'embed'].includes(name) ? 'pf-card' : 'pf-skeleton')
    }
  })
})

describe('what a newer registry made', () => {
  const [major, minor] = registryVersion.split('.')
  const newer = { meta: { registry_version: `${major}.${minor}.9999` } }

  it('[003-fe-06] shows an unknown component as its name, title and texts, on a page that continues', async () => {
    render(
      <>
        <ComponentRenderer component={stateOf('hologram', { caption: 'Sales by month', nested: { note: 'South is late' } }, { ...newer, title: 'Sales' })} />
        <ComponentRenderer component={stateOf('metric', metric)} />
      </>,
    )
    expect(card()).toContain('Sales')
    expect(card()).toContain('South is late')
    await waitFor(() => expect(document.querySelector('.pf-metric-value')?.textContent).toBe('1'))
  })

  it('leaves out a prop and a value that it does not know, and shows the rest; the same from its own version is refused', async () => {
    const props = { ...metric, glow: 'strong', format: 'roman' }
    const { unmount } = render(<ComponentRenderer component={stateOf('metric', props, newer)} />)
    await waitFor(() => expect(document.querySelector('.pf-metric-value')?.textContent).toBe('1'))
    unmount()
    render(<ComponentRenderer component={stateOf('metric', { ...props }, { meta: { registry_version: registryVersion } })} />)
    await waitFor(() => expect(card()).toContain('does not have the right shape'))
  })

  it('shows a layout that holds an unknown component in words, and one that holds a known one with a new prop as usual', async () => {
    const inside = (component: string, props: JsonObject) => ({ items: [{ component, props }] })
    const { unmount } = render(<ComponentRenderer component={stateOf('grid', inside('hologram', { a: 'b' }), { ...newer, title: 'Week' })} />)
    await waitFor(() => expect(card()).toContain('Week'))
    unmount()
    render(<ComponentRenderer component={stateOf('grid', inside('metric', { ...metric, glow: 1 }), newer)} />)
    await waitFor(() => expect(document.querySelector('.pf-metric-value')?.textContent).toBe('1'))
  })

  it('gives no way around the policy or the rules', async () => {
    const policy = createPolicy({ denylist: ['metric'], renderers: [...builtInComponents] })
    render(
      <Page kits={createComponentKitStore()} policy={policy}>
        <ComponentRenderer component={stateOf('metric', metric, newer)} />
      </Page>,
    )
    expect(card()).toBe('The figure component is not enabled on this page.')
    cleanup()
    render(<ComponentRenderer component={stateOf('metric', { value: {}, label: 'x' }, newer)} />)
    await waitFor(() => expect(card()).toContain('does not have the right shape'))
  })
})
