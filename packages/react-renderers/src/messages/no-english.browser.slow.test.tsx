import type { CatalogComponent, CatalogView, JsonObject, RunClient } from '@pf/core'
import { createPolicy, getComponent } from '@pf/registry'
import { builtInComponents } from '@pf/registry/browser'
import { createElement, type ReactNode, Suspense } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import { defaultRenderers } from '../component-renderer/renderer-table.ts'
import type { RendererInteraction } from '../context/renderer-props.ts'
import { createComponentStore } from '../conversation/create-component-store.ts'
import { PfQuestionTool } from '../copilotkit.ts'
import { DraftPanels } from '../drafts/draft-panels.tsx'
import { type DraftState, emptyDraft, faultState } from '../drafts/draft-state.ts'
import type { Interaction } from '../hooks/use-store-interaction.ts'
import { ReasoningFold, SourcesList, SuggestedActions, ToolCallLine, Warnings } from '../index.ts'
import { QuestionFrame } from '../interaction/question-frame.tsx'
import { ComponentLab } from '../lab/component-lab.tsx'
import { PfProvider } from '../provider/pf-provider.tsx'
import type { ComponentStore } from '../store/model/types.ts'
import { TaskPanel } from '../tasks/task-panel.tsx'
import { axeFaults } from '../test-support/axe.ts'
import { englishIn, foreignMessages, wide } from '../test-support/foreign-messages.ts'
import { everyField } from '../test-support/form.tsx'
import { exampleOf } from '../test-support/gallery.tsx'
import { type Mounted, mount, noClient, stateOf } from '../test-support/mount.tsx'
import { call, chunk, custom, finished, logOf, started } from '../test-support/run-log.ts'

const policy = createPolicy({ allowlist: [...builtInComponents], urlHosts: ['www.youtube.com'] })
const client = noClient()
const page = (content: ReactNode, more: { client?: RunClient; store?: ComponentStore } = {}) => (
  <PfProvider client={client} policy={policy} messages={foreignMessages} locale="el" loaders={{}} {...more}>
    {content}
  </PfProvider>
)

let mounted: Mounted | undefined
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
})

async function draw(content: ReactNode): Promise<HTMLElement> {
  mounted = mount(page(content))
  const { box } = mounted
  await vi.waitFor(() => expect(box.querySelector('*')).not.toBeNull(), 20_000)
  await vi.waitFor(() => expect(box.querySelector('.pf-skeleton, .pf-md.pf-md-plain, .pf-plot-canvas:empty')).toBeNull(), 20_000)
  return box
}

const asQuestion = (component: string, args: JsonObject) => <PfQuestionTool component={component} toolCallId="q" args={args} respond={() => {}} />
const drawn = (name: string, props: JsonObject) =>
  getComponent(name)?.interactive ? asQuestion(name, props) : <ComponentRenderer component={stateOf(name, props)} />

function bare(name: string, props: JsonObject, interaction?: Partial<RendererInteraction>) {
  const renderer = defaultRenderers.get(name)
  if (!renderer) throw new Error(name)
  const asked = interaction && { interaction: { state: 'open' as const, submit: () => {}, cancel: () => {}, ...interaction } }
  return <Suspense>{createElement(renderer, { props, id: 'a', streaming: false, renderNested: () => null, ...asked })}</Suspense>
}

/** Opens everything that is hidden: collapsed parts, other views, the next page. */
async function open(box: HTMLElement) {
  for (const fold of box.querySelectorAll('details')) fold.open = true
  for (const button of box.querySelectorAll<HTMLElement>('.pf-tool[aria-pressed="false"], .pf-form-submit, .pf-prompt-submit, .pf-image-open')) button.click()
  await vi.waitFor(() => expect(box.querySelector('.pf-skeleton, .pf-plot-canvas:empty')).toBeNull(), 20_000)
}

describe('with all messages in another script no English word is left', () => {
  it.each(builtInComponents)('in %s as its example has it', async (name) => {
    const box = await draw(drawn(name, exampleOf(name)))
    expect(englishIn(box, exampleOf(name))).toEqual([])
    await open(box)
    expect(englishIn(document.body, [exampleOf(name), document.querySelector('title')?.textContent])).toEqual([])
  })

  it('in the cards for components of another shape', async () => {
    const box = await draw(builtInComponents.map((name) => <section key={name}>{drawn(name, { nobody: 1 })}</section>))
    await vi.waitFor(() => expect(box.querySelectorAll('.pf-card')).toHaveLength(builtInComponents.length), 10_000)
    await open(box)
    expect(englishIn(box, ['nobody'])).toEqual([])
  })

  const axis = { xAxis: { data: ['α', 'β'] }, yAxis: {} }
  it.each<[string, string, JsonObject]>([
    ['an empty formula', 'latex', { expression: ' ' }],
    ['a diagram that is empty', 'mermaid', { code: '%% ' }],
    ['a diagram with pictures', 'mermaid', { code: 'graph TD\n A@{ img: "x" }' }],
    ['a diagram of too many lines', 'mermaid', { code: `graph TD\n${' A\n'.repeat(2_000)}` }],
    ['a diagram that cannot be read', 'mermaid', { code: 'graph TD\n A[' }],
    ['a picture of a host that was not listed', 'image', { src: 'https://δ.example/1.png', alt: 'α' }],
    ['a picture of no kind that is shown', 'image', { src: 'data:image/svg+xml,1', alt: 'α' }],
    ['a picture of the page’s own address', 'image', { src: `${location.origin}/1` }],
    ['a picture without an address', 'image', { src: 7 }],
    ['a stored picture', 'image', { src: { artifact_id: '1' } }],
    ['a video of a host that was not listed', 'video', { src: 'https://δ.example/1.mp4' }],
    ['a video of no kind that is shown', 'video', { src: 'data:1' }],
    ['a video without an address', 'video', {}],
    ['a page of a host that was not listed', 'embed', { url: 'https://δ.example/' }],
    ['a page without an address', 'embed', { url: 'javascript:1' }],
    ['this page in itself', 'embed', { url: location.href }],
    ['a frame without content', 'html', { html: '' }],
    ['a frame', 'html', { html: '1' }],
    ['a table without rows', 'datagrid', { columns: [{ field: 'α' }], rows: [], filterable: true, exportable: true, selectable: true }],
    ['a tree of data that did not load', 'json', { data: { artifact_id: '1', url: '/x', artifact_type: 'json' } }],
    ['a chart of nothing', 'echarts', { option: {} }],
    [
      'a bar chart',
      'echarts',
      {
        option: {
          ...axis,
          series: [
            { type: 'bar', data: [1, 2] },
            { type: 'bar', data: [3, 4] },
          ],
        },
      },
    ],
    ['a boxplot', 'echarts', { option: { ...axis, series: [{ type: 'boxplot', data: [[1, 2, 3, 4, 5]] }] } }],
    ['a candlestick', 'echarts', { option: { ...axis, series: [{ type: 'candlestick', data: [[1, 2, 3, 4]] }] } }],
    [
      'a heatmap',
      'echarts',
      { option: { xAxis: { data: ['α'] }, yAxis: { data: ['β'] }, visualMap: { min: 0, max: 1 }, series: [{ type: 'heatmap', data: [[0, 0, 1]] }] } },
    ],
    [
      'a cloud of points',
      'echarts',
      {
        option: {
          xAxis: {},
          yAxis: {},
          series: [
            { type: 'scatter', data: [[1, 2, 3]] },
            { type: 'scatter', data: [[1, 2]] },
          ],
        },
      },
    ],
    ['a flow', 'echarts', { option: { series: [{ type: 'sankey', data: [{ name: 'α' }, { name: 'β' }], links: [{ source: 'α', target: 'β', value: 1 }] }] } }],
    ['a radar', 'echarts', { option: { radar: { indicator: [{ name: 'α' }, { name: 'β' }] }, series: [{ type: 'radar', data: [{ value: [1, 2] }] }] } }],
    ['a pie', 'echarts', { option: { series: [{ type: 'pie', data: [{ name: 'α', value: 1 }] }] } }],
    ['a data set', 'echarts', { option: { dataset: { source: [[1, 2]] }, xAxis: {}, yAxis: {}, series: [{ type: 'line' }] } }],
    ['a scientific chart of nothing', 'plotly', { data: [] }],
    ['a scientific chart of a larger bundle', 'plotly', { data: [{ type: 'surface', z: [[1]] }] }],
    ['scientific charts', 'plotly', { data: [{ y: [1, 2] }, { type: 'pie', labels: ['α'], values: [1] }] }],
    ['a choice without options', 'select_option', { options: [] }],
    ['text that continues', 'markdown', { content: `# α\n\n- [ ] β\n\n|γ|\n|-|\n|1|\n\n![δ](https://ε.example/1.png)\n\n$$1$$\n\n${'ζ '.repeat(210_000)}` }],
    ['code that changed', 'code', { code: '+α\n-β\n', language: 'diff', diff: true }],
    ['a long text of code', 'code', { code: 'α\n'.repeat(5_000) }],
  ])('in %s', async (_, name, props) => {
    const box = await draw(bare(name, props, getComponent(name)?.interactive ? {} : undefined))
    await open(box)
    expect(englishIn(box, props)).toEqual([])
  })

  const states = ['preview', 'open', 'submitting', 'failed', 'answered', 'answered_elsewhere', 'expired', 'cancelled'] as const
  it.each(states)('in questions that are %s', async (state) => {
    const options = ['α', 'β', 'γ'].map((value) => ({ value, label: value }))
    const asks: [string, JsonObject, JsonObject][] = [
      ['form', everyField, { carriers: 'AA', regions: [], terms: true }],
      ['confirm', { message: 'α', details: 'β' }, { confirmed: true }],
      ['select_option', { options, multiple: true, minSelections: 2, maxSelections: 2, searchable: true }, { selected: ['α'] }],
      ['select_option', { options, multiple: true, minSelections: 0, searchable: true }, { selected: [] }],
      ['select_option', { options, minSelections: 1 }, { selected: [] }],
    ]
    for (const [name, props, value] of asks) {
      const issues = [{ pointer: '/α', code: 'type', expected: 'αβγ' }]
      const box = await draw(bare(name, props, { state, value, answeredAt: 0, ...(state === 'failed' ? { issues } : {}) } as Partial<RendererInteraction>))
      await open(box)
      expect(englishIn(box, [props, value, state === 'failed' ? 'type' : '']), name).toEqual([])
      mounted?.unmount()
    }
  })

  it('in the small parts of a turn', async () => {
    const source = (index: number) => ({ title: `α${index}`, url: `https://δ.example/${index}`, snippet: 'β' })
    const call = { id: 'γ', name: 'δ', args: `{"ε":"${'ζ'.repeat(30_000)}"}`, result: '1', ms: 1_200 }
    const statuses = ['streaming', 'running', 'ok', 'error', 'skipped', 'withdrawn', 'cancelled'] as const
    const box = await draw(
      <>
        <ReasoningFold reasoning={{ text: 'α', done: false }} />
        <ReasoningFold reasoning={{ text: 'α', done: true, ms: 1_200 }} />
        <SourcesList sources={[source(1)]} />
        <SourcesList sources={[source(1), source(2)]} />
        <SourcesList sources={[1, 2, 3, 4, 5].map(source)} />
        <SuggestedActions actions={[{ action_id: 'α', label: 'β', params: {} }]} />
        <Warnings warnings={['α']} />
        {statuses.map((status) => (
          <ToolCallLine key={status} call={{ ...call, id: status, status }} />
        ))}
      </>,
    )
    await open(box)
    expect(englishIn(box, ['δ.example', 'xn--mxa.example'])).toEqual([])
  })
})

const nothing = () => {}
const handle = (state: Partial<DraftState>) => ({
  ...emptyDraft,
  ...state,
  start: () => true,
  change: () => true,
  confirm: async () => {},
  stop: async () => {},
  open: async () => {},
})
const written = (version: number, artifact_text: string) => ({ version, artifact_text, user_text: 'α', request: 'β', created: 0 })
const versions = [written(1, 'γ\nδ'), written(2, 'γ\nε'), written(3, 'γ\nε')]
const record = { draft_id: '1', run_id: '1', version: 3, artifact_draft_text: 'γ', user_text: 'α', artifact_final_text: null, versions }
const kept = { draft_id: '1', artifact: 'γ', discussion: 'α', draft: { ...record, state: 'draft' as const } }

describe('with all messages in another script no English word is left in drafts', () => {
  it.each<[string, Partial<DraftState>]>([
    ['that nobody asked for yet', {}],
    ['that begin', { phase: 'writing' }],
    ['that are being written', { ...kept, phase: 'writing', artifact: 'γ', discussion: '' }],
    ['that are ready', { ...kept, phase: 'ready' }],
    ['that are ready and empty', { ...kept, phase: 'ready', artifact: ' ' }],
    ['that are being confirmed', { ...kept, phase: 'confirming' }],
    ['that are final', { ...kept, phase: 'confirmed', draft: { ...kept.draft, state: 'confirmed' } }],
    ['that were not written', { phase: 'refused', ...faultState('unwritten') }],
    ['that were not changed', { ...kept, phase: 'refused', ...faultState('unwritten') }],
    ['that are newer', { ...kept, phase: 'ready', ...faultState('stale') }],
    ['that have no text', { ...kept, phase: 'ready', ...faultState('noText') }],
    ['that are busy', { ...kept, phase: 'ready', ...faultState('busy') }],
    ['that are gone', { ...kept, phase: 'ready', ...faultState('unknown') }],
  ])('%s', async (_, state) => {
    const box = await draw(<DraftPanels draft={handle(state)} />)
    expect(englishIn(box, [])).toEqual([])
    const history = box.querySelector<HTMLElement>('.pf-tool[aria-expanded]')
    history?.click()
    await vi.waitFor(() => expect(box.querySelector('.pf-draft-diff') !== null).toBe(history !== null))
    expect(englishIn(box, [])).toEqual([])
    const pick = box.querySelector<HTMLSelectElement>('.pf-draft-version select')
    if (!pick) return
    pick.value = '1'
    pick.dispatchEvent(new Event('change', { bubbles: true }))
    await vi.waitFor(() => expect([...box.querySelectorAll('.pf-draft-diff > div')].map((line) => line.getAttribute('data-kind'))).toContain('added'))
    expect(englishIn(box, [])).toEqual([])
  })
})

const task = {
  thread_id: 't',
  run_id: 'r',
  group_id: 'g',
  name: 'α',
  mode: 'job' as const,
  merge_strategy: 'HUMAN_GATED' as const,
  priority: 0,
  attempts: 1,
  max_attempts: 1,
  created: 1,
  changed: 1,
}
const statuses = ['queued', 'running', 'paused', 'done', 'failed', 'cancelled'] as const
const tasks = statuses.map((status) => ({
  ...task,
  task_id: status,
  status,
  ...(status === 'running' ? { progress: { fraction: 0.5, text: 'β' } } : {}),
  ...(status === 'done' ? { result: 'γ' } : {}),
  ...(status === 'failed' ? { error: { code: 'internal', message: 'δ' } } : {}),
}))
const group = { ...task, sealed: true, report: 'all' as const, tasks }

describe('with all messages in another script no English word is left in the panel of background work', () => {
  it.each([
    ['that is empty', []],
    ['with tasks in every state', [{ ...group, alone: false }]],
    ['with a group to approve', [{ ...group, alone: false, approval: 'pending' as const }]],
    ['with a task to approve', [{ ...group, alone: true, approval: 'pending' as const, tasks: tasks.slice(3, 4) }]],
    ['with what was approved', [{ ...group, alone: false, approval: 'approved' as const }]],
    ['with what was rejected', [{ ...group, alone: false, approval: 'rejected' as const }]],
  ])('%s', async (_, groups) => {
    const later = async () => {}
    for (const status of ['loading', 'ready', 'error'] as const) {
      const list = { groups, status, error: { code: 'network', message: 'ε' }, refresh: later, decide: later, decideGroup: later, sendMessage: later }
      const box = await draw(<TaskPanel tasks={list} />)
      expect(englishIn(box, [])).toEqual([])
      expect(await axeFaults(box)).toEqual([])
      mounted?.unmount()
    }
  })
})

function entryOf(name: string): CatalogComponent {
  const entry = getComponent(name)
  if (!entry) throw new Error(name)
  const { description, category, interactive, tags, propsSchema, example } = entry
  return { name, description, category, interactive, tags: [...tags], props_schema: propsSchema, example: { ...example } as JsonObject }
}
const catalog = builtInComponents.map(entryOf)
/** Code identifiers shown in the Lab: from the catalogue, JSON Schema and answers. */
const inCode = [catalog, 'any', 'component', 'result', 'cancelled', 'confirmed', 'nobody']

function type(field: HTMLInputElement | HTMLTextAreaElement, text: string) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
const within = <Kind extends HTMLElement>(box: HTMLElement, selector: string): Kind => {
  const found = box.querySelector<Kind>(selector)
  if (!found) throw new Error(selector)
  return found
}
const checked = (box: HTMLElement) => vi.waitFor(() => expect(within(box, '.pf-lab-state').textContent).not.toContain(wide('Loading')), 10_000)

describe('with all messages in another script no English word is left in the Lab', () => {
  it.each(builtInComponents)('with %s on its bench', async (name) => {
    const box = await draw(<ComponentLab components={catalog} />)
    const pick = [...box.querySelectorAll<HTMLElement>('.pf-lab-item')].find(({ textContent }) => textContent === name)
    pick?.click()
    await vi.waitFor(() => expect(pick?.getAttribute('aria-current')).toBe('true'))
    await checked(box)
    await vi.waitFor(() => expect(box.querySelector('.pf-skeleton, .pf-plot-canvas:empty')).toBeNull(), 20_000)
    expect(englishIn(box, inCode)).toEqual([])
  })

  it.each([
    '',
    '{',
    '{"component" 1}',
    '{"component": "x',
    '{"component": "\\x"}',
    '{"component": 1 2}',
    '{} {}',
    '['.repeat(500),
    '[]',
    '{}',
    '{"component":"json","props":{},"title":1,"nobody":1}',
    '{"component":"nobody","props":{}}',
    '{"component":"metric","props":{"value":true,"nobody":1}}',
  ])('with the faults of %j', async (text) => {
    const box = await draw(<ComponentLab components={catalog} />)
    type(within<HTMLTextAreaElement>(box, 'textarea'), text)
    await checked(box)
    await vi.waitFor(() => expect(box.querySelector('.pf-lab-issues')).not.toBeNull())
    expect(englishIn(box, inCode)).toEqual([])
  })

  it('in its search, its schemes, its stream and its answers', async () => {
    const store = createComponentStore({ schedule: (flush) => queueMicrotask(flush) })
    for (const event of logOf([started(), chunk('a', 'callout', { content: 'α' })])) store.apply(event)
    const box = await draw(<ComponentLab components={catalog} store={store} />)
    for (const query of ['metric', 'ξξ']) {
      type(within<HTMLInputElement>(box, '[type="search"]'), query)
      await vi.waitFor(() => expect(box.querySelectorAll('.pf-lab-item').length).toBeLessThan(catalog.length))
      expect(englishIn(box, inCode)).toEqual([])
    }
    for (const choice of box.querySelectorAll<HTMLElement>('.pf-lab-choice input')) choice.click()
    await vi.waitFor(() => expect(box.querySelectorAll('.pf-lab-stage')).toHaveLength(2))
    type(within<HTMLInputElement>(box, '[type="range"]'), '1')
    await vi.waitFor(() => expect(within<HTMLInputElement>(box, '[type="range"]').value).toBe('1'))
    expect(englishIn(box, inCode)).toEqual([])
    within(box, '.pf-lab-stream button').click()
    expect(englishIn(box, inCode)).toEqual([])
    type(within<HTMLTextAreaElement>(box, 'textarea'), JSON.stringify({ component: 'confirm', props: { message: 'α' } }))
    await vi.waitFor(() => expect(box.querySelector('.pf-lab-canvas .pf-prompt-submit')).not.toBeNull(), 10_000)
    within(box, '.pf-lab-canvas .pf-prompt-submit').click()
    await vi.waitFor(() => expect(box.querySelector('.pf-lab-answer')).not.toBeNull())
    expect(englishIn(box, inCode)).toEqual([])
  })

  it.each<[string, string, () => Promise<CatalogView>]>([
    ['loads', 'Loading', () => new Promise(nothing)],
    ['does not come', 'could not', () => Promise.reject(new Error('α'))],
    [
      'is off',
      'No components',
      async () => ({ enabled: false, registry_version: '1', digest: '', allowlist: [], counts: { total: 0, enabled: 0 }, components: [] }),
    ],
  ])('whose catalogue %s', async (_, words, view) => {
    mounted = mount(page(<ComponentLab />, { client: noClient({ catalog: view }) }))
    const { box } = mounted
    await vi.waitFor(() => expect(box.textContent).toContain(wide(words).trim()))
    expect(englishIn(box, [])).toEqual([])
  })
})

const asked = (component: string, props: JsonObject) => ({
  id: '1',
  tool_call_id: '2',
  component,
  props,
  message_id: 't:r1',
  result_schema: { type: 'object' },
})
const paused = (question: ReturnType<typeof asked>, args?: string) =>
  logOf([
    started(),
    ...(args === undefined ? [] : call('0', 'α', args)),
    ...call('2', `ui_${question.component}`, JSON.stringify(question.props)),
    custom('pause', { interactions: [question] }),
    finished({ outcome: { type: 'interrupt', interrupts: [{ id: question.id, toolCallId: '2', metadata: question }] } }),
  ])

describe('with all messages in another script no English word is left around questions', () => {
  const states = ['open', 'submitting', 'failed', 'answered', 'answered_elsewhere', 'expired', 'cancelled'] as const
  it.each<[string, string, JsonObject, string | undefined]>([
    ['a confirmation', 'confirm', { message: 'α' }, undefined],
    ['a tool', 'confirm', { message: 'α' }, '{}'],
    ['a tool with arguments', 'confirm', { message: 'α' }, '{"β":"γ"}'],
    ['a choice without a heading', 'select_option', { options: [] }, undefined],
  ])('of %s, and none is announced', async (_, component, props, args) => {
    const store = createComponentStore({ schedule: (flush) => queueMicrotask(flush) })
    store.beginRun('r1', 't1')
    for (const event of paused(asked(component, props), args)) store.apply(event)
    const question = { ...asked(component, props), tool_name: `ui_${component}`, status: 'open' as const }
    const frame = (state: Interaction['state']) => (
      <QuestionFrame interaction={{ state, question, submit: nothing, cancel: nothing }}>
        <button type="button">1</button>
      </QuestionFrame>
    )
    mounted = mount(page(frame('open'), { store }))
    const { box, render } = mounted
    const announced: string[] = []
    const live = () => box.querySelector('.pf-live')?.textContent ?? ''
    for (const state of states) {
      render(page(frame(state), { store }))
      await vi.waitFor(() => expect(live()).not.toBe(announced.at(-1) ?? ''), 4_000)
      announced.push(live())
      expect(box.querySelector('.pf-question-origin') !== null).toBe(states.indexOf(state) < 3 && (component === 'confirm' || args !== undefined))
      expect(englishIn(box, [])).toEqual([])
    }
    expect(announced).toHaveLength(new Set(announced).size)
  })
})
