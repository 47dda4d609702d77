import type { ArtifactPage, JsonObject, RunClient } from '@pf/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import { createComponentStore } from '../conversation/create-component-store.ts'
import { restoreStore, serializeStore } from '../conversation/stored-conversation.ts'
import { FigureSources } from '../provenance.ts'
import { PfProvider } from '../provider/pf-provider.tsx'
import { MarkdownText } from '../renderers/markdown/markdown-text.tsx'
import type { AssistantTurn } from '../store/model/types.ts'
import { axeFaults } from '../test-support/axe.ts'
import { emulate } from '../test-support/emulate.ts'
import { type Mounted, mount, noClient } from '../test-support/mount.tsx'
import { call, chunk, finished, logOf, payload, result, started, text } from '../test-support/run-log.ts'

const pointer = cdp() as unknown as { send(method: string, params: object): Promise<unknown> }
let mounted: Mounted | undefined
afterEach(async () => {
  mounted?.unmount()
  mounted = undefined
  document.documentElement.removeAttribute('data-theme')
  document.documentElement.removeAttribute('dir')
  await emulate({})
  // Under a pointer that stays where it was, a figure of the next test would show its card.
  await pointer.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 0, y: 0 })
})

const answer = 'Gentoo weigh **5,076 g** on average, 1,376 g more than Adelie, out of 40.5 asked, and 17.7 is new.'
const rows = [
  { species: 'Adelie', mass: 3700 },
  { species: 'Gentoo', mass: 5076 },
]
const from = (row: number) => ({ kind: 'result', ref: 'run_query.rows', path: `/${row}/mass`, row })
const inAnswer = (figure: string, source: JsonObject) => ({ text: figure, start: answer.indexOf(figure), end: answer.indexOf(figure) + figure.length, source })
const computed = {
  kind: 'computed',
  operation: 'difference',
  declared: false,
  operands: [1, 0].map((row) => ({ ref: 'run_query.rows', path: `/${row}/mass`, row })),
}
const figures: JsonObject[] = [
  inAnswer('17.7', { kind: 'stated', by: 'model' }),
  inAnswer('40.5', { kind: 'stated', by: 'conversation' }),
  inAnswer('5,076 g', from(1)),
  inAnswer('1,376 g', computed),
  { text: '9', component: 'm', pointer: '/items/0/props/value', source: { kind: 'stated', by: 'model' } },
  { text: 'run_query.rows', component: 'g', pointer: '/rows', source: { kind: 'result', ref: 'run_query.rows', path: '' } },
]
const provenance = (list: readonly JsonObject[] = figures) => ({
  counts: { result: 1, computed: 1, stated: 3, unproven: 2, references: 1 },
  figures: [...list],
  results: [{ ref: 'run_query.rows', tool: 'run_query', tool_call_id: 'c1' }],
  incomplete: false,
})

interface Shown {
  answer?: string
  provenance?: JsonObject
  artifacts?: JsonObject
  components?: ReturnType<typeof chunk>[]
  page?: RunClient['page']
  width?: number
}

const dashboard = chunk('m', 'grid', { columns: 1, items: [{ component: 'metric', props: { label: 'Count', value: 9 } }] })
const grid = chunk('g', 'datagrid', { columns: [{ field: 'species' }, { field: 'mass', format: 'number' }], rows })

/** Shows a turn as an app of its own does, from the events of its run and through a stored conversation. */
function show({
  answer: said = answer,
  provenance: origin = provenance(),
  artifacts = { run_query: { rows } },
  components = [dashboard, grid],
  page,
  width,
}: Shown = {}) {
  const store = createComponentStore()
  const events = [started(), ...call('c1', 'run_query', '{"sql":"SELECT species, mass"}'), result('c1', '{"best":91.25}'), ...components, ...text('m1', said)]
  for (const event of logOf([...events, finished({ result: payload(said, { artifacts, provenance: origin }) })])) store.apply(event)
  const reloaded = createComponentStore()
  restoreStore(reloaded, JSON.parse(JSON.stringify(serializeStore(store))))
  const turn = reloaded.getSnapshot().turns[0] as AssistantTurn
  mounted = mount(
    <PfProvider client={noClient(page ? { page } : {})} locale="en">
      <FigureSources turn={turn}>
        {turn.segments.map((segment) => (
          <MarkdownText key={segment.id} text={segment.text} />
        ))}
        {turn.components.map((component) => (
          <ComponentRenderer key={component.key} component={component} />
        ))}
      </FigureSources>
    </PfProvider>,
    width,
  )
  return mounted.box
}

const figureNamed = (box: HTMLElement, name: string) =>
  vi.waitFor(
    () => {
      const found = [...box.querySelectorAll<HTMLElement>('[data-figure]')].find((each) => each.textContent === name)
      if (!found) throw new Error(`no figure ${name} in ${box.textContent}`)
      return found
    },
    { timeout: 20_000 },
  )
const card = () =>
  vi.waitFor(() => {
    const found = document.querySelector<HTMLElement>('.pf-figure-card')
    if (!found) throw new Error('no card')
    return found
  })
const noCard = () => vi.waitFor(() => expect(document.querySelector('.pf-figure-card')).toBeNull())
const buttonIn = (element: Element, name: string) => {
  const found = [...element.querySelectorAll('button')].find((each) => each.textContent === name)
  if (!found) throw new Error(`no button ${name} in ${element.textContent}`)
  return found
}
const marked = (box: HTMLElement) => [...box.querySelectorAll('[data-figure]')].map((each) => each.textContent)
const ready = async (box: HTMLElement) => {
  await vi.waitFor(() => expect(box.querySelector('.pf-figure-notes')).not.toBeNull(), { timeout: 20_000 })
  await vi.waitFor(() => expect(box.querySelector('.pf-skeleton, .pf-md-plain')).toBeNull(), { timeout: 20_000 })
}

describe('the figures of an answer', () => {
  it('are found in its text and components; those that no result has are followed by a sign with a footnote', async () => {
    const box = show()
    await figureNamed(box, '5,076 g')
    await figureNamed(box, '9†')
    await figureNamed(box, '5,076')
    expect(marked(box)).toEqual(['5,076 g', '1,376 g', '40.5', '17.7†', '9†', '3,700', '5,076'])
    expect(box.textContent).toContain('† Stated by the model; in no result.')
    expect(box.querySelector('summary')?.textContent).toBe(
      '2 of 5 figures from results, 1 of them computed, 2 stated by the model, 1 from the question or a query, data of 1 component taken from results',
    )
    expect((await figureNamed(box, '17.7†')).getAttribute('aria-label')).toBe('17.7, stated by the model, in no result')
  })

  it('show their source on hover, which stays while the pointer is on it, and goes afterwards', async () => {
    const box = show()
    await userEvent.hover(await figureNamed(box, '5,076 g'))
    expect((await card()).textContent).toMatch(/^run_query · row 2 · mass · .*Query: \{"sql":"SELECT species, mass"\}Show row 2$/)
    await userEvent.hover(await card())
    await new Promise((resolve) => setTimeout(resolve, 400))
    await userEvent.hover(await card())
    await userEvent.unhover(await card())
    await noCard()
  })

  it('show their source on focus and lead to the row with the keyboard alone; Escape goes back', async () => {
    const box = show()
    const figure = await figureNamed(box, '5,076 g')
    await userEvent.tab()
    await vi.waitFor(() => expect(document.activeElement).toBe(figure))
    const shown = await card()
    expect(figure.getAttribute('aria-describedby')).toBe(shown.firstElementChild?.id)
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Show row 2'))
    await userEvent.keyboard('{Escape}')
    await noCard()
    expect(document.activeElement).toBe(figure)
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Show row 2'))
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(document.querySelector('dialog tr[aria-current]')?.textContent).toBe('2Gentoo5076'))
  })

  it('that are computed show the operation and its operands, each with its row', async () => {
    const box = show()
    await userEvent.click(await figureNamed(box, '1,376 g'))
    expect((await card()).textContent).toMatch(/^First minus second:run_query · row 2 · mass .*Show row 2run_query · row 1 · mass .*Show row 1$/)
    buttonIn(await card(), 'Show row 1').click()
    await vi.waitFor(() => expect(document.querySelector('dialog tr[aria-current]')?.textContent).toBe('1Adelie3700'))
    await noCard()
  })

  it('that are stated say by what', async () => {
    const box = show()
    await userEvent.click(await figureNamed(box, '40.5'))
    expect((await card()).textContent).toBe('From the conversation, not from a result.')
    await userEvent.click(await figureNamed(box, '17.7†'))
    await vi.waitFor(() => expect(document.querySelector('.pf-figure-card')?.textContent).toBe('Stated by the model. No result of this answer has it.'))
    await userEvent.click(document.body)
    await noCard()
  })

  it('of referenced rows show their own row, with one tab stop and arrow keys', async () => {
    const box = show()
    const first = await figureNamed(box, '3,700')
    const second = await figureNamed(box, '5,076')
    expect([first.tabIndex, second.tabIndex]).toEqual([0, -1])
    first.focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(second)
    expect((await card()).textContent).toMatch(/^run_query · row 2 · mass/)
  })

  it('are in a list, from which the result opens', async () => {
    const box = show()
    await ready(box)
    box.querySelector<HTMLElement>('summary')?.click()
    await vi.waitFor(() => expect(box.querySelectorAll('.pf-figure-list li')).toHaveLength(figures.length))
    buttonIn(box, 'Show the result').click()
    await vi.waitFor(() => expect(document.querySelectorAll('dialog tbody tr')).toHaveLength(2))
    buttonIn(document.querySelector('dialog') as Element, 'Close').click()
    await vi.waitFor(() => expect(document.querySelector('dialog')).toBeNull())
  })
})

describe('a result in the store', () => {
  const stored = { run_query: { rows: { artifact_id: 'a1', media_type: 'application/json', bytes: 5, sha256: 'x' } } }
  const all = Array.from({ length: 100 }, (_, index) => ({ index, mass: index * 10 }))
  const source = inAnswer('5,076 g', { ...from(1), path: '/50/mass', row: 50 })

  it('is read around the row, and further page by page', async () => {
    const page = vi.fn(
      async (_id: string, _path: string, offset: number, limit: number): Promise<ArtifactPage> => ({
        items: all.slice(offset, offset + limit),
        offset,
        total: 100,
      }),
    )
    const box = show({ artifacts: stored, provenance: provenance([source]), components: [], page })
    await userEvent.click(await figureNamed(box, '5,076 g'))
    buttonIn(await card(), 'Show row 51').click()
    await vi.waitFor(() => expect(document.querySelector('dialog tr[aria-current]')?.textContent).toBe('5150500'))
    buttonIn(document.querySelector('dialog') as Element, 'Later rows').click()
    await vi.waitFor(() => expect(document.querySelector('dialog footer')?.textContent).toContain('Rows 66 to 85 of 100'))
    expect(page.mock.calls).toEqual([
      ['a1', '', 45, 20],
      ['a1', '', 65, 20],
    ])
  })

  it('of another owner or a deleted one is not shown, and can be tried again', async () => {
    const page = vi.fn(() => Promise.reject(new Error('404')))
    const box = show({ artifacts: stored, provenance: provenance([source]), components: [], page })
    await userEvent.click(await figureNamed(box, '5,076 g'))
    buttonIn(await card(), 'Show row 51').click()
    await vi.waitFor(() => expect(document.querySelector('dialog [role="alert"]')?.textContent).toBe('The result could not be loaded. Try again'))
    buttonIn(document.querySelector('dialog') as Element, 'Try again').click()
    await vi.waitFor(() => expect(page).toHaveBeenCalledTimes(2))
  })

  it.each([
    [
      'a row that it does not have',
      { ...source, source: { ...from(1), path: '/9007199254740000/mass', row: 9_007_199_254_740_000 } },
      'The result has no such row.',
    ],
    ['a ref of another thread', inAnswer('5,076 g', { kind: 'result', ref: 'other.rows', path: '/1/mass', row: 1 }), 'This result is not available any more.'],
    [
      'a ref with inherited names',
      inAnswer('5,076 g', { kind: 'result', ref: '__proto__.constructor', path: '/name' }),
      'This result is not available any more.',
    ],
  ])('says so for %s', async (_, forged, message) => {
    const box = show({ provenance: provenance([forged as JsonObject]), components: [] })
    await userEvent.click(await figureNamed(box, '5,076 g'))
    ;(await card()).querySelector('button')?.click()
    await vi.waitFor(() => expect(document.querySelector('dialog')?.textContent).toContain(message))
  })
})

describe('Markdown', () => {
  const marksIn = async (said: string, names: readonly string[], more: readonly JsonObject[] = []) => {
    let at = 0
    const list = names.map((name) => {
      at = said.indexOf(name, at)
      const start = at
      at += name.length
      return { text: name, start, end: at, source: { kind: 'stated', by: 'model' } }
    })
    const box = show({ answer: said, provenance: provenance([...list, ...more]), components: [] })
    await ready(box)
    return { box, found: [...box.querySelectorAll('.pf-md [data-figure]')].map((each) => [each.textContent, each.parentElement?.tagName]) }
  }

  it('keeps the marks in emphasis, lists, tables, headings and several blocks', async () => {
    const said = '# About 12\n\nIt is **5,076 g** and\n*17.7* \\* 3.\n\n- one 44\n  of 45\n\n| a | b |\n|---|---|\n| x | 66 |\n\n> 77 &amp; 88'
    const { found } = await marksIn(said, ['12', '5,076 g', '17.7', '44', '45', '66', '77', '88'])
    expect(found).toEqual([
      ['12†', 'H3'],
      ['5,076 g†', 'STRONG'],
      ['17.7†', 'EM'],
      ['44†', 'LI'],
      ['45†', 'LI'],
      ['66†', 'TD'],
      ['77†', 'P'],
      ['88†', 'P'],
    ])
  })

  it('of the same figure twice marks the one that is meant, also after escapes', async () => {
    const said = 'A \\# 5 and 5 \\* 5.'
    const second = said.indexOf('5', said.indexOf('5') + 1)
    const { box } = await marksIn(said, [], [{ text: '5', start: second, end: second + 1, source: { kind: 'stated', by: 'model' } }])
    expect(box.querySelector('.pf-md')?.textContent?.trim()).toBe('A # 5 and 5† * 5.')
  })

  it('has no marks in code, formulas and links, and in an entity that only looks like the figure', async () => {
    const { found } = await marksIn('`12` [13](https://e.example) &#53; $14$', ['12', '13', '53', '14'])
    expect(found).toEqual([])
  })

  it('counts offsets in UTF-16, over characters that are not shown', async () => {
    const said = '😀 \u202aمتوسط 5076\u202c و 17'
    const { found } = await marksIn(said, ['5076', '17'])
    expect(found.map(([name]) => name)).toEqual(['5076†', '17†'])
  })
})

describe('reading', () => {
  it.each([
    ['light', 720],
    ['dark', 720],
    ['light', 374],
  ] as const)('has no faults in %s at %i px', async (scheme, width) => {
    document.documentElement.dataset.theme = scheme
    const box = show({ width })
    await figureNamed(box, '3,700')
    box.querySelector<HTMLElement>('.pf-figure-list > summary')?.click()
    await vi.waitFor(() => expect(box.querySelectorAll('.pf-figure-list li')).toHaveLength(figures.length))
    await userEvent.click(await figureNamed(box, '1,376 g'))
    await card()
    expect(await axeFaults(document.body)).toEqual([])
    buttonIn(await card(), 'Show row 2').click()
    await vi.waitFor(() => expect(document.querySelector('dialog tr[aria-current]')).not.toBeNull())
    expect(await axeFaults(document.querySelector('dialog') as Element)).toEqual([])
    expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth)
  })

  it('from right to left keeps the card in the viewport and reverses the arrow keys', async () => {
    document.documentElement.dir = 'rtl'
    const box = show({ width: 374 })
    await userEvent.click(await figureNamed(box, '17.7†'))
    const { left, right } = (await card()).getBoundingClientRect()
    expect([left >= 0, right <= document.documentElement.clientWidth]).toEqual([true, true])
  })

  it('in print keeps sign and footnote, without the card', async () => {
    const box = show()
    await userEvent.click(await figureNamed(box, '17.7†'))
    const shown = await card()
    await emulate({ print: true })
    expect(getComputedStyle(shown).display).toBe('none')
    expect(getComputedStyle(box.querySelector('.pf-figure-sign') as Element).display).not.toBe('none')
    expect(getComputedStyle(box.querySelector('.pf-figure-footnote') as Element).display).not.toBe('none')
  })

  it('copied text keeps the sign', async () => {
    const box = show()
    await figureNamed(box, '17.7†')
    getSelection()?.selectAllChildren(box.querySelector('.pf-md') as Element)
    expect(getSelection()?.toString().trim()).toBe('Gentoo weigh 5,076 g on average, 1,376 g more than Adelie, out of 40.5 asked, and 17.7† is new.')
  })
})

it('two hundred figures and a table of a thousand rows add no listeners of their own', async () => {
  const said = Array.from({ length: 200 }, (_, index) => `${index}.5`).join(' or ')
  const list = said
    .split(' or ')
    .map((name) => ({ text: name, start: ` or ${said} or `.indexOf(` or ${name} or `), end: 0, source: { kind: 'stated', by: 'model' } }))
  for (const figure of list) figure.end = figure.start + figure.text.length
  const add = vi.spyOn(EventTarget.prototype, 'addEventListener')
  const box = show({ answer: said, provenance: provenance(list), components: [] })
  await vi.waitFor(() => expect(marked(box)).toHaveLength(200), { timeout: 20_000 })
  const onFigures = add.mock.contexts.filter((target) => target instanceof Element && target.closest('[data-figure]'))
  expect(onFigures).toEqual([])
  add.mockRestore()
})

it.each([null, 5, [], { counts: {} }, { counts: provenance().counts, figures: 'all' }])('%j as provenance changes nothing', async (origin) => {
  const box = show({ provenance: origin as unknown as JsonObject, components: [] })
  await vi.waitFor(() => expect(box.querySelector('.pf-md:not(.pf-md-plain)')).not.toBeNull(), { timeout: 20_000 })
  expect(box.querySelectorAll('[data-figure]')).toHaveLength(0)
  expect(box.querySelector('.pf-md')?.textContent?.trim()).toBe(
    'Gentoo weigh 5,076 g on average, 1,376 g more than Adelie, out of 40.5 asked, and 17.7 is new.',
  )
})
