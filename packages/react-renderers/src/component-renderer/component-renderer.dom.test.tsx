import type { JsonObject } from '@pf/core'
import { createPolicy } from '@pf/registry'
import { builtInComponents } from '@pf/registry/browser'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { createComponentStore } from '../conversation/create-component-store.ts'
import { PfProvider } from '../provider/pf-provider.tsx'
import type { ComponentState } from '../store/model/types.ts'
import { fakeClient } from '../test-support/fake-client.ts'
import { chunk, custom, logOf, started } from '../test-support/run-log.ts'
import { ArtifactView } from './artifact-view.tsx'
import { ComponentRenderer } from './component-renderer.tsx'

afterEach(cleanup)

const state = (component: string, props: JsonObject, more: Partial<ComponentState> = {}): ComponentState => ({
  key: 'a',
  id: 'a',
  component,
  props,
  status: 'ready',
  message_id: 't:r1',
  seq: 0,
  ts: 0,
  version: 0,
  ...more,
})

/** Frames, videos and components that need a layout are tested in a browser, in other files. */
type OnByDefault = Exclude<(typeof builtInComponents)[number], 'html' | 'video' | 'embed' | 'mermaid' | 'plotly'>
const onByDefault = (name: string): name is OnByDefault => !['html', 'video', 'embed', 'mermaid', 'plotly'].includes(name)

// KaTeX reads this property when it is loaded, but this DOM does not define it.
Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat', configurable: true })

const card = () => document.querySelector('.pf-card')?.textContent ?? ''

describe('ComponentRenderer', () => {
  it('[003-ph-02] draws each component of this package from its event', async () => {
    const props: Record<OnByDefault, JsonObject> = {
      markdown: { content: 'Hello' },
      metric: { value: 1, label: 'x' },
      datagrid: { columns: [{ field: 'a' }], rows: [{ a: 'cell' }] },
      echarts: { option: { series: [{ type: 'pie', data: [{ name: 'a', value: 1 }] }] } },
      grid: { items: [{ component: 'metric', props: { value: 2, label: 'inner' } }] },
      callout: { content: 'Hello' },
      code: { code: 'let a = 1' },
      json: { data: { a: 1 } },
      image: { src: 'data:image/png;base64,iVBORw0KGgo=' },
      report: { title: 'Week', sections: [{ components: [{ component: 'metric', props: { value: 2, label: 'inner' } }] }] },
      tabs: { tabs: [{ label: 'One', component: 'metric', props: { value: 2, label: 'inner' } }] },
      accordion: { items: [{ title: 'One', defaultOpen: true, component: 'metric', props: { value: 2, label: 'inner' } }] },
      latex: { expression: 'x^2' },
      form: { fields: [{ name: 'city', type: 'text' }] },
      confirm: { message: 'Remove it?' },
      select_option: { options: [{ value: 'a', label: 'A' }] },
    }
    const marks: Record<OnByDefault, string> = {
      markdown: '.pf-md',
      metric: '.pf-metric',
      datagrid: '.pf-data-table',
      echarts: '.pf-chart',
      grid: '.pf-grid .pf-metric',
      callout: '.pf-callout',
      code: '.pf-code',
      json: '.pf-json [role="treeitem"]',
      image: '.pf-image img',
      report: '.pf-report .pf-metric',
      tabs: '.pf-tabs .pf-metric',
      accordion: '.pf-accordion .pf-metric',
      latex: '.pf-latex math',
      form: '.pf-form input',
      confirm: '.pf-confirm .pf-prompt-submit',
      select_option: '.pf-select .pf-option',
    }
    for (const name of builtInComponents.filter(onByDefault)) {
      const store = createComponentStore()
      const asked = { id: 'i1', tool_call_id: 'a', component: name, props: props[name], message_id: 't:r1' }
      const asks = ['form', 'confirm', 'select_option'].includes(name)
      for (const event of logOf([started(), asks ? custom('pause', { interactions: [asked] }) : chunk('a', name, props[name])])) store.apply(event)
      const turn = store.getSnapshot().turns[0]
      const component = turn?.kind === 'assistant' ? turn.components[0] : undefined
      render(component && <ComponentRenderer component={component} />)
      await waitFor(() => expect(document.querySelector(marks[name])).not.toBeNull(), { timeout: 30_000 })
      expect(document.querySelector('.pf-card')).toBeNull()
      cleanup()
    }
  }, 90_000)

  it('says that it does not know a component, by name and without its props', () => {
    render(<ComponentRenderer component={state('hologram', { secret: 'value' })} />)
    expect(card()).toBe('The component “hologram” is not available on this page.')
  })

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('finds no renderer in what every object inherits: %s', (name) => {
    render(<ComponentRenderer component={state(name, {})} />)
    expect(card()).toContain('is not available on this page')
  })

  it('[003-ph-17] says where props do not fit, and never what they hold', () => {
    render(<ComponentRenderer component={state('metric', { value: { secret: 'value' }, label: 'x' } as JsonObject)} />)
    expect(card()).toContain('This figure could not be shown')
    expect(card()).toContain('/value')
    expect(card()).not.toContain('secret')
  })

  it('holds to the policy of the page, whatever the server sent', () => {
    const policy = createPolicy({ denylist: ['metric'] })
    render(
      <PfProvider client={fakeClient().client} policy={policy}>
        <ComponentRenderer component={state('metric', { value: 1, label: 'x' })} />
        <ComponentRenderer component={state('grid', { items: [{ component: 'metric', props: { value: 1, label: 'x' } }] })} />
      </PfProvider>,
    )
    expect([...document.querySelectorAll('.pf-card-text')].map((text) => text.textContent)).toEqual([
      'The figure component is not enabled on this page.',
      'This layout could not be shown: its data does not have the right shape.',
    ])
  })

  it('keeps room with a skeleton of the registry’s height before anything can be drawn', () => {
    render(<ComponentRenderer component={state('echarts', {}, { status: 'skeleton' })} />)
    expect(document.querySelector<HTMLElement>('.pf-skeleton')?.style.blockSize).toBe('400px')
    expect(screen.getByText('Preparing chart')).toBeTruthy()
  })

  it('draws a valid prefix while the rest is on its way', async () => {
    render(<ComponentRenderer component={state('metric', { label: 'Average delay' }, { status: 'streaming' })} />)
    await waitFor(() => expect(document.querySelector('.pf-metric-label')?.textContent).toBe('Average delay'))
    expect(document.querySelector('.pf-metric-value')?.textContent).toBe('…')
  })

  it.each([
    [[{ code: 'incomplete', pointer: '' }], 'This table is incomplete.'],
    [[{ code: 'schema_invalid', pointer: '/rows', expected: 'array' }], 'This table could not be shown: its data does not have the right shape.'],
  ])('turns a rejection into a sentence', (errors, sentence) => {
    render(<ComponentRenderer component={state('datagrid', {}, { status: 'rejected', errors })} />)
    expect(document.querySelector('.pf-card-text')?.textContent).toBe(sentence)
  })

  it('[003-fe-12] draws nested components through the same rules, no deeper than eight levels', async () => {
    let props: JsonObject = { items: [{ component: 'metric', props: { value: 1, label: 'deep' } }] }
    for (let depth = 0; depth < 12; depth++) props = { items: [{ component: 'grid', props }] }
    render(<ComponentRenderer component={state('grid', props, { status: 'streaming' })} />)
    await waitFor(() => expect(document.querySelector('.pf-card')?.textContent).toBe('This layout is nested too deeply to be shown.'))
    expect(document.querySelectorAll('.pf-grid')).toHaveLength(9)
  })
})

describe('ArtifactView', () => {
  const piece = (seq: number, rows: JsonObject[], done = false) =>
    custom('artifact_chunk', { stream_id: 's', seq, chunk: rows, done, mode: done ? 'replace' : 'append', artifact_type: 'rows', meta: { message_id: 't:r1' } })

  it('[000-strm-07] draws what a tool streams while it streams, by its stream, without a request for a component', async () => {
    const store = createComponentStore()
    const artifact = () => {
      const turn = store.getSnapshot().turns[0]
      return turn?.kind === 'assistant' ? turn.artifacts[0] : undefined
    }
    const view = () => {
      const found = artifact()
      return found ? <ArtifactView id={found.stream_id} value={found.value} done={found.done} /> : null
    }
    const texts = () => [...document.querySelectorAll('tbody td')].map((cell) => cell.textContent)
    for (const event of logOf([started(), piece(0, [{ month: 'Jan' }])])) store.apply(event)
    const { rerender } = render(view())
    await waitFor(() => expect(texts()).toEqual(['Jan']))
    for (const event of logOf([piece(1, [{ month: 'Feb' }])], 3)) store.apply(event)
    rerender(view())
    await waitFor(() => expect(texts()).toEqual(['Jan', 'Feb']))
    for (const event of logOf([piece(2, [{ month: 'Jan' }, { month: 'Feb' }, { month: 'Mar' }], true)], 4)) store.apply(event)
    rerender(view())
    await waitFor(() => expect(texts()).toEqual(['Jan', 'Feb', 'Mar']))
  })

  it('[000-fe-03] draws a chart straight from what a payload holds', async () => {
    render(<ArtifactView id="chart" value={{ xAxis: { data: ['a'] }, yAxis: {}, series: [{ type: 'bar', data: [1] }] }} title="Delay" />)
    await waitFor(() => expect(document.querySelector('.pf-chart')).not.toBeNull(), { timeout: 30_000 })
    expect(screen.getByRole('heading').textContent).toBe('Delay')
  })

  it('says how many rows and columns of the data it does not show', async () => {
    const wide = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`field${index}`, index]))
    const { container, rerender } = render(<ArtifactView id="wide" value={[wide]} />)
    await waitFor(() => expect(container.textContent).toContain('Only the first 50 of 51 columns are shown.'))
    rerender(<ArtifactView id="long" value={Array.from({ length: 10_001 }, (_, id) => ({ id }))} />)
    await waitFor(() => expect(container.textContent).toContain('Only the first 10,000 of 10,001 rows are shown.'))
  })

  it('draws nothing of other shapes', () => {
    for (const value of ['text', 7, null, [], [1, 2], { a: 1 }, { series: 'x' }, [{ a: 1 }, 7]]) {
      const { container } = render(<ArtifactView id="x" value={value as never} />)
      expect(container.innerHTML).toBe('')
      cleanup()
    }
  })
})
