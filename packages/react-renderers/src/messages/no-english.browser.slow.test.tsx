import type { JsonObject } from '@pf/core'
import { createPolicy, getComponent } from '@pf/registry'
import { createElement, type ReactNode, Suspense } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { builtInComponents } from '../built-in.ts'
import { PfQuestionTool } from '../copilotkit.ts'
import { PfProvider } from '../hooks/pf-provider.tsx'
import { ConfidenceBadge, ReasoningFold, SourcesList, SuggestedActions, ToolCallLine, Warnings } from '../index.ts'
import { ComponentRenderer } from '../renderer/component-renderer.tsx'
import type { RendererInteraction } from '../renderer/renderer-props.ts'
import { defaultRenderers } from '../renderer/renderer-table.ts'
import { accordionWords } from '../renderers/accordion/words.ts'
import { calloutWords } from '../renderers/callout/words.ts'
import { codeWords } from '../renderers/code/words.ts'
import { confirmWords } from '../renderers/confirm/words.ts'
import { datagridWords } from '../renderers/datagrid/words.ts'
import { chartSummary } from '../renderers/echarts/chart-summary.ts'
import { echartsWords } from '../renderers/echarts/words.ts'
import { embedWords } from '../renderers/embed/words.ts'
import { formWords } from '../renderers/form/words.ts'
import { htmlWords } from '../renderers/html/words.ts'
import { imageWords } from '../renderers/image/words.ts'
import { jsonWords } from '../renderers/json/words.ts'
import { latexWords } from '../renderers/latex/words.ts'
import { markdownWords } from '../renderers/markdown/words.ts'
import { mermaidWords } from '../renderers/mermaid/words.ts'
import { metricWords } from '../renderers/metric/words.ts'
import { plotlyWords } from '../renderers/plotly/words.ts'
import { reportWords } from '../renderers/report/words.ts'
import { selectWords } from '../renderers/select/words.ts'
import { askWords } from '../renderers/shared/ask-words.ts'
import { chartTableWords } from '../renderers/shared/chart-table-words.ts'
import { tabsWords } from '../renderers/tabs/words.ts'
import { videoWords } from '../renderers/video/words.ts'
import { everyField } from '../test-support/form.tsx'
import { type Mounted, mount, noClient, stateOf } from '../test-support/mount.tsx'
import { exampleOf } from '../test-support/shelf.tsx'
import { cardWords } from './card-words.ts'
import type { MessageOverrides, Messages } from './messages.ts'
import { partWords } from './part-words.ts'

const english: Messages = {
  parts: partWords,
  cards: cardWords,
  ask: askWords,
  accordion: accordionWords,
  callout: calloutWords,
  chartTable: chartTableWords,
  code: codeWords,
  confirm: confirmWords,
  datagrid: datagridWords,
  echarts: { ...echartsWords, ...chartSummary },
  embed: embedWords,
  form: formWords,
  html: htmlWords,
  image: imageWords,
  json: jsonWords,
  latex: latexWords,
  markdown: markdownWords,
  mermaid: mermaidWords,
  metric: metricWords,
  plotly: plotlyWords,
  report: reportWords,
  select: selectWords,
  tabs: tabsWords,
  video: videoWords,
}

/** Letters of another script: what stays in ours was not written by the messages. */
const wide = (text: string) => text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0))
const foreign = (word: unknown): unknown =>
  typeof word === 'function' ? (...given: unknown[]) => wide(String(word(...given))) : typeof word === 'string' ? wide(word) : word
const messages = Object.fromEntries(
  Object.entries(english).map(([part, words]) => [part, Object.fromEntries(Object.entries(words).map(([key, word]) => [key, foreign(word)]))]),
) as MessageOverrides

const policy = createPolicy({ allowlist: [...builtInComponents], urlHosts: ['www.youtube.com'] })
const client = noClient()
const page = (content: ReactNode) => (
  <PfProvider client={client} policy={policy} messages={messages} locale="el" loaders={{}}>
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
  await vi.waitFor(() => expect(box.querySelector('.pf-skeleton, .pf-md.pf-md-plain')).toBeNull(), 20_000)
  return box
}

const NAMES = ['aria-label', 'aria-valuetext', 'aria-description', 'aria-roledescription', 'title', 'alt', 'placeholder']
/** Units and currencies, which Intl leaves as they are. */
const KNOWN = /^(?:[kMGT]?B|USD|EUR|px)$/

/** Words in our letters that a reader sees or hears, and that the payload does not hold. */
function englishIn(box: HTMLElement, payload: unknown): string[] {
  const given = JSON.stringify(payload).toLowerCase()
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
  const said: string[] = []
  while (walker.nextNode())
    if (!walker.currentNode.parentElement?.closest('math, .katex, script, style, .pf-card code')) said.push(walker.currentNode.textContent ?? '')
  for (const element of box.querySelectorAll('*')) for (const name of NAMES) said.push(element.getAttribute(name) ?? '')
  const words = said.flatMap((text) => text.replace(/\bxn--[\w-]+/g, '').match(/[A-Za-z]{2,}/g) ?? [])
  return [...new Set(words)].filter((word) => !KNOWN.test(word) && !given.includes(word.toLowerCase()))
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

/** Everything that shows more: folds, other views, the next page. */
async function open(box: HTMLElement) {
  for (const fold of box.querySelectorAll('details')) fold.open = true
  for (const button of box.querySelectorAll<HTMLElement>('.pf-tool[aria-pressed="false"], .pf-form-submit, .pf-ask-yes, .pf-image-open')) button.click()
  await vi.waitFor(() => expect(box.querySelector('.pf-skeleton')).toBeNull(), 20_000)
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
    ['text that goes on', 'markdown', { content: `# α\n\n- [ ] β\n\n|γ|\n|-|\n|1|\n\n![δ](https://ε.example/1.png)\n\n$$1$$\n\n${'ζ '.repeat(210_000)}` }],
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
        <ConfidenceBadge confidence={0.5} />
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
