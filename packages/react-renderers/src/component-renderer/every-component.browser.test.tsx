import type { JsonObject, JsonValue } from '@pf/core'
import { createPolicy } from '@pf/registry'
import { builtInComponents } from '@pf/registry/browser'
import { afterEach, expect, it, vi } from 'vitest'
import { ExternalQuestionContext } from '../context/external-question.ts'
import { PfProvider } from '../provider/pf-provider.tsx'
import { exampleOf } from '../test-support/gallery.tsx'
import { type Mounted, mount, noClient, stateOf } from '../test-support/mount.tsx'
import { ComponentRenderer } from './component-renderer.tsx'

type Name = (typeof builtInComponents)[number]

const policy = createPolicy({ allowlist: [...builtInComponents], urlHosts: ['media.example.org'] })
const client = noClient()

/** Selectors of elements that only the renderer with this name draws. */
const marks = {
  markdown: '.pf-md',
  metric: '.pf-metric-value',
  datagrid: '.pf-data-table',
  echarts: '.pf-chart canvas',
  grid: '.pf-grid',
  callout: '.pf-callout',
  code: '.pf-code',
  json: '.pf-json',
  image: '.pf-image',
  report: '.pf-report',
  tabs: '.pf-tabs',
  accordion: '.pf-accordion',
  latex: '.pf-latex math',
  html: 'iframe.pf-html',
  video: '.pf-video',
  embed: '.pf-embed, .pf-card[role="note"]',
  mermaid: '.pf-mermaid img',
  plotly: '.pf-plot .main-svg',
  form: '.pf-form',
  confirm: '.pf-confirm',
  select_option: '.pf-select',
} satisfies Record<Name, string>

let page: Mounted | undefined
afterEach(() => page?.unmount())

/** Renders components with ComponentRenderer, each open for an answer. Returns the page and the submitted answers. */
async function show(parts: Partial<Record<Name, JsonObject>>) {
  const submit = vi.fn<(result: JsonValue) => void>()
  page = mount(
    <PfProvider client={client} policy={policy} locale="en">
      {Object.entries(parts).map(([name, props]) => (
        <ExternalQuestionContext.Provider key={name} value={{ id: name, interaction: { state: 'open', submit, cancel: () => {} }, cancelButton: null }}>
          <ComponentRenderer component={stateOf(name, props, /form|confirm|select/.test(name) ? { question: name } : {})} />
        </ExternalQuestionContext.Provider>
      ))}
    </PfProvider>,
  )
  const { box } = page
  const drawn = () => builtInComponents.filter((name) => box.querySelector(`:scope > .pf-component[data-component="${name}"] :is(${marks[name]})`))
  await vi.waitFor(() => expect(drawn()).toEqual(builtInComponents.filter((name) => name in parts)), 60_000)
  return { box, submit }
}

it('[003-fe-05] each of the 21 names is drawn by its own renderer', async () => {
  expect(builtInComponents).toHaveLength(21)
  await show(Object.fromEntries(builtInComponents.map((name) => [name, exampleOf(name)])))
})

it.each([
  ['confirm', exampleOf('confirm'), ['.pf-prompt-submit'], { confirmed: true }],
  ['select_option', exampleOf('select_option'), ['.pf-option input:not(:checked)', '.pf-prompt-submit'], { selected: ['line'] }],
  ['form', { fields: [{ name: 'city', type: 'text', default: 'Bergen' }] }, ['[type="submit"]'], { city: 'Bergen' }],
] as const)('[003-fe-05] %s is given a way to answer', async (name, props, presses, answer) => {
  const { box, submit } = await show({ [name]: props })
  for (const press of presses) {
    await vi.waitFor(() => expect(box.querySelector(press)).not.toBeNull())
    box.querySelector<HTMLElement>(press)?.click()
  }
  await vi.waitFor(() => expect(submit.mock.calls).toEqual([[answer]]))
})
