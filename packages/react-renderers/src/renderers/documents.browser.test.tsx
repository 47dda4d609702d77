import type { JsonObject } from '@pf/core'
import { createPolicy, getComponent } from '@pf/registry'
import { builtInComponents } from '@pf/registry/browser'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { paced } from '../../../../tooling/test-setup/machine-pace.ts'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import { createComponentKitStore } from '../kits/component-kit-store.ts'
import { PfProvider } from '../provider/pf-provider.tsx'
import { axeFaults } from '../test-support/axe.ts'
import { type Mounted, mount, mountComponent, noClient, stateOf } from '../test-support/mount.tsx'

const names = ['callout', 'code', 'json', 'image', 'report', 'tabs', 'accordion'] as const
const _policy = createPolicy({ renderers: [...builtInComponents] })
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

async function show(component: string, props: JsonObject, more: Parameters<typeof mountComponent>[2] = {}): Promise<HTMLElement> {
  mounted = mountComponent(component, props, more)
  const { box } = mounted
  await vi.waitFor(() => expect(box.querySelector('.pf-component')).not.toBeNull(), 10_000)
  await vi.waitFor(() => expect(box.querySelector('.pf-skeleton, .pf-md-plain')).toBeNull(), 10_000)
  await frame()
  return box
}
const $ = (box: HTMLElement, selector: string) => {
  const found = box.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`no ${selector} in ${box.innerHTML.slice(0, 500)}`)
  return found
}
const texts = (box: HTMLElement, selector: string) => [...box.querySelectorAll(selector)].map((element) => element.textContent)

describe.each(names)('%s', (name) => {
  it.each(['light', 'dark'])('draws its example without a fault of accessibility, %s', async (theme) => {
    document.documentElement.dataset.theme = theme
    const box = await show(name, exampleOf(name))
    expect(box.querySelector('.pf-card')).toBeNull()
    await vi.waitFor(() => expect([...box.querySelectorAll('.pf-chart')].every((chart) => chart.querySelector('canvas'))).toBe(true), 10_000)
    await vi.waitFor(async () => expect((await axeFaults(box)).join('\n')).toBe(''), 3_000)
  })

  it('is no error in server rendering', () => {
    expect(renderToString(<ComponentRenderer component={stateOf(name, exampleOf(name))} />)).toContain('pf-component')
  })
})

describe('report', () => {
  const section = (title: string, more: JsonObject = {}): JsonObject => ({ title, content: `About ${title}.`, ...more })
  const metric = (value: number, caption?: string): JsonObject => ({ component: 'metric', props: { value, label: 'n' }, ...(caption ? { caption } : {}) })

  it('[003-fe-11] has title, author, date, version, nested contents that lead to their sections, captions and a footer', async () => {
    const address = location.href
    const box = await show('report', {
      title: 'Week 18',
      subtitle: 'Harbour store',
      metadata: { data_until: 'Sunday', version: '1.2', date: '2025-05-04', author: 'Operations' },
      toc: true,
      sections: [
        section('Summary', { subsections: [section('Outlook', { subsections: [section('Holiday')] })] }),
        section('Days', { components: [metric(1, 'Figure 1: orders')] }),
      ],
      footer: 'As of *Sunday*.',
    })
    expect($(box, 'header h3').textContent).toBe('Week 18')
    expect($(box, '.pf-report-subtitle').textContent).toBe('Harbour store')
    expect(texts(box, '.pf-report-facts dt')).toEqual(['Author', 'Date', 'Version', 'Data until'])
    expect($(box, '.pf-report-facts').textContent).toMatch(/Operations.*2025.*1\.2/)
    expect(texts(box, 'nav a')).toEqual(['Summary', 'Outlook', 'Holiday', 'Days'])
    expect(box.querySelectorAll('nav ol ol ol a')).toHaveLength(1)
    expect(texts(box, 'figure figcaption')).toEqual(['Figure 1: orders'])
    expect($(box, 'footer em').textContent).toBe('Sunday')
    for (const link of box.querySelectorAll<HTMLAnchorElement>('nav a')) {
      link.click()
      expect(document.activeElement?.textContent).toBe(link.textContent)
      expect(document.activeElement?.id).toBe(decodeURIComponent(link.hash.slice(1)))
    }
    expect(location.href).toBe(address)
  })

  it('[003-ph-10] draws the figures of a long report when the reader comes near, and the text at once', async () => {
    const sections = Array.from({ length: 60 }, (_, index) =>
      section(`Part ${index}`, { content: `${'Words of this part. '.repeat(20)}`, components: [metric(index), metric(index)] }),
    )
    mounted = mountComponent('report', { sections })
    const { box } = mounted
    await vi.waitFor(() => expect(box.querySelector('.pf-report')).not.toBeNull())
    expect(box.querySelectorAll('.pf-report-heading')).toHaveLength(60)
    await vi.waitFor(() => expect(box.querySelectorAll('.pf-metric').length).toBeGreaterThanOrEqual(6))
    expect(box.querySelectorAll('.pf-metric').length).toBeLessThan(60)
    box.querySelector('.pf-report-section:last-of-type')?.scrollIntoView()
    await vi.waitFor(() => expect(box.querySelector('.pf-report-section:last-of-type .pf-metric')).not.toBeNull())
    window.dispatchEvent(new Event('beforeprint'))
    await vi.waitFor(() => expect(box.querySelectorAll('.pf-metric')).toHaveLength(120))
    window.scrollTo(0, 0)
  }, 90_000)

  it('keeps the state of what is nested while further sections arrive', async () => {
    const inner = { component: 'accordion', props: { items: [{ title: 'Fold', content: 'inside' }] } }
    const sections = [section('One', { id: 'one', components: [inner] })]
    const box = await show('report', { sections }, { status: 'streaming' })
    await userEvent.click($(box, '.pf-accordion button'))
    const fold = $(box, '.pf-accordion button')
    for (let count = 1; count < 4; count++) {
      const more = [section('Zero', { id: 'zero' }), ...sections, ...Array.from({ length: count }, (_, index) => section(`More ${index}`))]
      mounted?.render(<ComponentRenderer component={stateOf('report', { sections: more }, { status: 'streaming' })} />)
      await frame()
    }
    expect($(box, '.pf-accordion button')).toBe(fold)
    expect(fold.getAttribute('aria-expanded')).toBe('true')
  })
})

describe('tabs', () => {
  const tab = (label: string, more: JsonObject = {}): JsonObject => ({ label, content: `${label} text`, ...more })
  const props: JsonObject = { tabs: [tab('A'), tab('B', { disabled: true }), tab('C', { component: 'metric', props: { value: 7, label: 'n' } })] }

  it('moves by arrows, Home and End over tabs that can be opened, and keeps what was opened', async () => {
    const box = await show('tabs', props)
    const tabs = () => [...box.querySelectorAll<HTMLElement>('[role="tab"]')].map((element) => [element.getAttribute('aria-selected'), element.tabIndex])
    expect(tabs()).toEqual([
      ['true', 0],
      ['false', -1],
      ['false', -1],
    ])
    expect(box.querySelector('.pf-metric')).toBeNull()
    $(box, '[role="tab"]').focus()
    await userEvent.keyboard('{ArrowRight}')
    expect([tabs(), document.activeElement?.textContent]).toEqual([
      [
        ['false', -1],
        ['false', -1],
        ['true', 0],
      ],
      'C',
    ])
    await vi.waitFor(() => expect(box.querySelector('.pf-metric')).not.toBeNull())
    const figure = $(box, '.pf-metric')
    await userEvent.keyboard('{ArrowRight}{End}{Home}')
    expect(document.activeElement?.textContent).toBe('A')
    expect([$(box, '.pf-metric'), figure.closest<HTMLElement>('[role="tabpanel"]')?.hidden]).toEqual([figure, true])
    for (const one of box.querySelectorAll('[role="tab"]'))
      expect(document.getElementById(one.getAttribute('aria-controls') ?? '')?.getAttribute('aria-labelledby')).toBe(one.id)
  })

  it.each([
    [99, 'C'],
    [2, 'C'],
    [1, 'A'],
    [-3, 'A'],
    ['x', 'A'],
  ])('opens a tab that is there where the model wants %j', async (defaultTab, label) => {
    const box = await show('tabs', { ...props, defaultTab } as JsonObject, { status: 'streaming' })
    expect($(box, '[aria-selected="true"]').textContent).toBe(label)
  })

  it('does not take the reader’s choice back while more arrives', async () => {
    const box = await show('tabs', { tabs: [tab('A'), tab('B', { id: 'b' })] }, { status: 'streaming' })
    await userEvent.click(box.querySelectorAll('[role="tab"]')[1] as HTMLElement)
    mounted?.render(
      <ComponentRenderer component={stateOf('tabs', { tabs: [tab('A'), tab('B', { id: 'b' }), tab('C')], defaultTab: 2 }, { status: 'streaming' })} />,
    )
    await vi.waitFor(() => expect(box.querySelectorAll('[role="tab"]')).toHaveLength(3))
    expect($(box, '[aria-selected="true"]').textContent).toBe('B')
  })
})

describe('accordion', () => {
  const item = (title: string, more: JsonObject = {}): JsonObject => ({ title, content: `${title} text`, ...more })
  const open = (box: HTMLElement) => texts(box, '[aria-expanded="true"]')

  it('opens one at a time or several, by pointer and by keys, and keeps what was drawn', async () => {
    const items = [item('A', { defaultOpen: true }), item('B', { defaultOpen: true }), item('C', { component: 'metric', props: { value: 1, label: 'n' } })]
    const box = await show('accordion', { items })
    expect(open(box)).toEqual(['A'])
    const heads = box.querySelectorAll<HTMLElement>('.pf-accordion button')
    await userEvent.click(heads[2] as HTMLElement)
    expect(open(box)).toEqual(['C'])
    await vi.waitFor(() => expect(box.querySelector('.pf-metric')).not.toBeNull())
    heads[0]?.focus()
    await userEvent.keyboard('{Enter}')
    expect([open(box), box.querySelector('.pf-metric') !== null]).toEqual([['A'], true])
    await userEvent.keyboard(' ')
    expect(open(box)).toEqual([])
    mounted?.unmount()
    const many = await show('accordion', { items, allowMultiple: true })
    expect(open(many)).toEqual(['A', 'B'])
    await userEvent.click(many.querySelectorAll('.pf-accordion button')[2] as HTMLElement)
    expect(open(many)).toEqual(['A', 'B', 'C'])
  })
})

describe('callout', () => {
  it.each(['info', 'warning', 'error', 'success', 'tip', 'note'])('says in words that it is of type %s, and folds', async (type) => {
    const box = await show('callout', { type, content: 'A **fact**', collapsible: true })
    expect($(box, '[role="note"]').dataset.kind).toBe(type)
    expect($(box, '.pf-callout-title').textContent?.toLowerCase()).toBe(type)
    expect($(box, 'strong').checkVisibility()).toBe(true)
    $(box, 'summary').focus()
    await userEvent.keyboard('{Enter}')
    expect($(box, 'strong').checkVisibility()).toBe(false)
  })
})

describe('code', () => {
  const line = (box: HTMLElement, index: number) => box.querySelectorAll<HTMLElement>('.pf-line')[index] as HTMLElement

  it('numbers, marks and colours lines, and copies what was written', async () => {
    const copied: string[] = []
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
    const code = 'const a = "x"\r\n// why\nlet b = [a]\n'
    // The first lines compile the grammar, and on a loaded machine that may exceed the time limit of a line, which then stays plain.
    const first = await show('code', { code: 'const a = 1\n// why\nconst b = 2\nconst c = 3', language: 'ts' })
    await vi.waitFor(() => expect(first.querySelector('[data-token]')).not.toBeNull())
    const box = await show('code', { code, language: 'ts', filename: 'a.ts', startLine: 9, highlightLines: [10] })
    expect([...box.querySelectorAll<HTMLElement>('.pf-line')].map((one) => [one.dataset.number, one.dataset.marked ?? ''])).toEqual([
      ['9', ''],
      ['10', 'true'],
      ['11', ''],
    ])
    expect($(box, '.pf-code-head').textContent).toBe('a.tsCopy')
    await vi.waitFor(() => expect(texts(line(box, 0), '[data-token="keyword"]')).toContain('const'), 10_000)
    await vi.waitFor(() => expect(texts(line(box, 1), '[data-token="comment"]')).toEqual(['// why']), 10_000)
    expect($(box, 'code').textContent).toBe('const a = "x"\n// why\nlet b = [a]\n')
    $(box, '.pf-code-head button').click()
    await vi.waitFor(() => expect(copied).toEqual([code]))
  })

  it('shows a diff with signs and words, and no numbers where none are wanted', async () => {
    const box = await show('code', { code: ' a\n-b\n+c\n--- x', diff: true, showLineNumbers: false, copyable: false, maxHeight: '60px' })
    expect([...box.querySelectorAll<HTMLElement>('.pf-line')].map((one) => [one.textContent, one.dataset.change])).toEqual([
      ['a\n', undefined],
      ['removed: b\n', 'removed'],
      ['added: c\n', 'added'],
      ['-- x\n', undefined],
    ])
    expect(getComputedStyle(line(box, 2), '::before').content).toBe('"+"')
    expect([box.querySelector('button'), $(box, 'pre').clientHeight <= 60]).toEqual([null, true])
  })

  it('stays plain for a language without a grammar, and writes out what reorders text', async () => {
    const box = await show('code', { code: 'if (admin\u202e) // \u2066x', language: 'constructor' })
    await frame()
    expect(line(box, 0).textContent).toBe('if (admin⟨U+202E⟩) // ⟨U+2066⟩x\n')
    expect(box.querySelector('[data-token]')).toBeNull()
  })

  it('draws 200,000 characters quickly and colours within its budget', async () => {
    const before = performance.now()
    const box = await show('code', { code: 'let a = "b" // c\n'.repeat(11_000), language: 'typescript' })
    expect(box.querySelectorAll('.pf-line')).toHaveLength(2_000)
    expect(performance.now() - before).toBeLessThan(paced(2_500))
    const start = performance.now()
    await frame()
    await frame()
    expect(performance.now() - start).toBeLessThan(paced(500))
    $(box, '.pf-code-more').click()
    await vi.waitFor(() => expect(box.querySelectorAll('.pf-line')).toHaveLength(4_000))
  })

  it('does not hang on text that is made to be slow', async () => {
    const box = await show('code', { code: `${'/'.repeat(900)}${'<'.repeat(90)}\n`.repeat(150), language: 'tsx' })
    const start = performance.now()
    for (let count = 0; count < 20; count++) await frame()
    expect(performance.now() - start).toBeLessThan(paced(4_000))
    expect(box.querySelector('.pf-line')).not.toBeNull()
  })
})

describe('json', () => {
  const names = (box: HTMLElement) => texts(box, '.pf-json-key').map((text) => text?.replace(/: $/, ''))

  it('opens to a level, sorts keys, and is moved through by keys as a tree is', async () => {
    const box = await show('json', { data: { b: { d: { e: 1 } }, a: [1, 2] }, expandLevel: 1, sortKeys: true })
    expect(names(box)).toEqual(['a', 'b'])
    $(box, '[role="treeitem"]').focus()
    await userEvent.keyboard('{ArrowDown}{ArrowRight}')
    expect(names(box)).toEqual(['a', '0', '1', 'b'])
    await userEvent.keyboard('{ArrowRight}')
    expect(document.activeElement?.textContent).toBe('0: 1')
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(names(box)).toEqual(['a', 'b'])
    await userEvent.keyboard('{End}{Enter}')
    expect(names(box)).toEqual(['a', 'b', 'd'])
    expect([...box.querySelectorAll<HTMLElement>('[role="treeitem"]')].filter((item) => item.tabIndex === 0)).toHaveLength(1)
  })

  it('shows keys and values that are made to break a viewer', async () => {
    const data = JSON.parse('{"__proto__":{"x":1},"hasOwnProperty":null,"constructor":[true],"a/b~":"\\u202e<img src=x onerror=1>","n":1e308}') as JsonObject
    const box = await show('json', { data }, { status: 'streaming' })
    expect(names(box)).toEqual(['__proto__', 'x', 'hasOwnProperty', 'constructor', '0', 'a/b~', 'n'])
    expect(box.textContent).toContain('\\u202e<img src=x onerror=1>')
    expect(box.querySelector('img')).toBeNull()
  })

  it('folds what is big: long lists and texts, and everything beyond the first lines', async () => {
    const data = { list: Array.from({ length: 5_000 }, (_, index) => ({ index, inner: { a: 1 } })), text: 'x'.repeat(100_000) }
    const box = await show('json', { data, expandLevel: 32 }, { status: 'streaming' })
    expect(box.querySelectorAll('[role="treeitem"]').length).toBeLessThan(700)
    const more = [...box.querySelectorAll<HTMLElement>('[role="treeitem"]')].find((item) => item.textContent?.includes('4,900'))
    more?.click()
    await vi.waitFor(() => expect(box.querySelector('[aria-posinset="200"][aria-setsize="5000"]')).not.toBeNull())
    expect(box.textContent).toContain('100,000 characters')
  })

  it('shows dark colours where it was asked for', async () => {
    document.documentElement.dataset.theme = 'light'
    const box = await show('json', { data: 1, theme: 'dark' })
    expect(getComputedStyle($(box, '.pf-json')).colorScheme).toBe('dark')
    expect((await axeFaults(box)).join('\n')).toBe('')
  })
})

describe('image', () => {
  const { src } = exampleOf('image')

  it('has its size, caption and text, and is enlarged by keys; Escape brings the reader back', async () => {
    const box = await show('image', {
      src: src ?? '',
      alt: 'A square',
      caption: 'Square',
      width: '64px',
      height: '32px',
      objectFit: 'cover',
      zoomable: true,
      border: true,
    })
    const image = $(box, 'img')
    await vi.waitFor(() => expect(image.dataset.state).toBe('loaded'))
    expect([image.getBoundingClientRect().width, image.getBoundingClientRect().height, image.style.objectFit]).toEqual([64, 32, 'cover'])
    expect($(box, 'figcaption').textContent).toBe('Square')
    $(box, '.pf-image-open').focus()
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(box.querySelector('dialog[open]')).not.toBeNull())
    expect(document.activeElement?.closest('dialog')).not.toBeNull()
    expect(await axeFaults($(box, 'dialog'))).toEqual([])
    await userEvent.keyboard('{Escape}')
    await vi.waitFor(() => expect(box.querySelector('dialog')).toBeNull())
    expect(document.activeElement).toBe($(box, '.pf-image-open'))
  })

  it('says what did not load, and tries again when asked', async () => {
    const box = await show('image', { src: 'data:image/png;base64,iVBORw0KGgo=', alt: 'A map' })
    await vi.waitFor(() => expect($(box, '.pf-card').textContent).toContain('The image did not load. Description: A map'))
    $(box, '.pf-card button').click()
    await vi.waitFor(() => expect($(box, '.pf-card').textContent).toContain('did not load'))
  })

  it.each([
    ['https://evil.example/p.png', 'An image on evil.example'],
    ['javascript:alert(1)', 'This image has no address that can be loaded.'],
    ['data:image/svg+xml;base64,PHN2Zy8+', 'Images of this type are not supported.'],
    ['data:text/html,x', 'Images of this type are not supported.'],
    ['/secret', 'This image has no address that can be loaded.'],
    [{ artifact_id: 'a1', url: 'https://evil.example/artifacts/a1' }, 'This image is stored, but has no address.'],
    [{ artifact_id: 'a1', url: '/logout?x=/artifacts/a1' }, 'This image is stored, but has no address.'],
  ])('loads nothing from %j by itself', async (address, sentence) => {
    const box = await show('image', { src: address as never, alt: '' }, { status: 'streaming' })
    expect(box.querySelector('img')).toBeNull()
    expect($(box, '.pf-card').textContent).toContain(sentence)
  })

  it('shows a stored image by its own address, and one from a host that the page names', async () => {
    const hosts = createPolicy({ renderers: [...builtInComponents], urlHosts: ['*.img.invalid'] })
    mounted = mount(
      <PfProvider client={noClient()} policy={hosts}>
        <ComponentRenderer
          component={stateOf('image', { src: { artifact_id: 'a1', media_type: 'image/png', url: '/artifacts/a1' } }, { status: 'streaming' })}
        />
        <ComponentRenderer component={stateOf('image', { src: 'https://a.img.invalid/x.png' }, { key: 'b', status: 'streaming' })} />
      </PfProvider>,
    )
    const { box } = mounted
    const seen = new Set<string>()
    await vi.waitFor(() => {
      for (const image of box.querySelectorAll('img')) seen.add(image.src)
      expect(seen.size + box.querySelectorAll('.pf-card').length).toBeGreaterThanOrEqual(2)
    })
    expect(box.textContent).not.toMatch(/no address|Show image/)
  })
})
