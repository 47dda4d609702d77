import type { JsonObject } from '@pf/core'
import { createPolicy } from '@pf/registry'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ArtifactView, ComponentRenderer, PfProvider, type RendererProps } from '../index.ts'
import { type ComponentState, createComponentStore } from '../store.ts'
import { fakeClient } from '../test-support/fake-client.ts'
import { turnOf } from '../test-support/play.ts'
import { call, chunk, logOf, started } from '../test-support/run-log.ts'

afterEach(cleanup)

const withoutMetric = createPolicy({ denylist: ['metric', 'datagrid'] })
const OwnMetric = ({ props }: RendererProps) => <b className="own-metric">{String(props.label)}</b>

function componentState(component: string, props: JsonObject, status: ComponentState['status']): ComponentState {
  return { key: 'a', id: 'a', component, props, status, message_id: 't:r1', seq: 0, ts: 0, version: 0 }
}

function show(content: React.ReactNode) {
  return render(
    <PfProvider client={fakeClient().client} policy={withoutMetric} components={{ metric: OwnMetric }}>
      {content}
      <p>The page is drawn.</p>
    </PfProvider>,
  )
}

const cards = () => [...document.querySelectorAll('.pf-card-text')].map(({ textContent }) => textContent)

describe('a component that the policy of the page denies', () => {
  it.each(['streaming', 'ready'] as const)('is not drawn while its status is %s', (status) => {
    show(<ComponentRenderer component={componentState('metric', { label: 'Revenue', value: 1 }, status)} />)
    expect(cards()).toEqual(['The figure component is not enabled on this page.'])
    expect(document.querySelector('.own-metric')).toBeNull()
  })

  it('is not drawn inside a layout that still streams', async () => {
    const items = [
      { component: 'callout', props: { content: 'Allowed' } },
      { component: 'metric', props: { label: 'Revenue', value: 1 } },
    ]
    show(<ComponentRenderer component={componentState('grid', { items }, 'streaming')} />)
    await waitFor(() => expect(document.querySelector('.pf-callout')).not.toBeNull())
    expect(cards()).toEqual(['The figure component is not enabled on this page.'])
    expect(document.querySelector('.own-metric')).toBeNull()
  })

  it.each([false, true])('is not drawn for what a tool streams (done: %s)', (done) => {
    show(<ArtifactView id="rows" value={[{ month: 'Jan' }]} done={done} />)
    expect(document.querySelector('.pf-component')).toBeNull()
    expect(screen.getByText('The page is drawn.')).toBeTruthy()
  })

  it('gets no preview in the store while its call streams, at any length of the arguments', () => {
    const store = createComponentStore({ policy: withoutMetric })
    const deltas = [...'{"component":"metric","props":{"label":"Revenue","value":1}}']
    for (const event of logOf([started(), ...call('c1', 'render_component', ...deltas)])) {
      store.apply(event)
      expect(turnOf(store).components).toEqual([])
    }
  })

  it('gets no preview either where a server streams the component itself', () => {
    const store = createComponentStore({ policy: withoutMetric })
    for (const event of logOf([started(), chunk('a', 'metric', { label: 'Revenue', value: 1 }, { done: false })])) store.apply(event)
    expect(turnOf(store).components.map(({ status }) => status)).not.toContain('streaming')
  })
})

it('a component without a renderer on the page is not drawn while it streams', () => {
  show(<ComponentRenderer component={componentState('hologram', { label: 'x' }, 'streaming')} />)
  expect(cards()).toEqual(['The component “hologram” is not available on this page.'])
})
