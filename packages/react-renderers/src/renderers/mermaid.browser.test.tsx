import type { JsonObject } from '@pf/core'
import { createPartialJson } from '@pf/core'
import { createPolicy, getComponent } from '@pf/registry'
import { builtInComponents } from '@pf/registry/browser'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import type { LibraryLoaders } from '../context/pf-context.ts'
import { createComponentKitStore } from '../kits/component-kit-store.ts'
import { registryRules } from '../kits/registry-rules.ts'
import { PfProvider } from '../provider/pf-provider.tsx'
import { axeFaults } from '../test-support/axe.ts'
import { type Mounted, mount, mountComponent, noClient, stateOf } from '../test-support/mount.tsx'

const example = getComponent('mermaid')?.example
const props = (example && 'props' in example ? example.props : {}) as JsonObject
const frame = () => new Promise(requestAnimationFrame)

let mounted: Mounted | undefined
let errors: unknown[][] = []
let before: Element[] = []
beforeEach(() => {
  errors = []
  before = [...document.body.children]
  vi.spyOn(console, 'error').mockImplementation((...args) => void errors.push(args))
})
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
  document.documentElement.removeAttribute('data-theme')
  expect(errors).toEqual([])
  // No element created by mermaid remains in the page.
  expect([...document.body.children].filter((element) => !before.includes(element))).toEqual([])
  vi.restoreAllMocks()
})

const settled = async (box: HTMLElement) => {
  await vi.waitFor(() => expect(box.querySelector('.pf-mermaid-view img, .pf-card')).not.toBeNull(), 20_000)
  await vi.waitFor(() => expect([...box.querySelectorAll('img')].every((image) => image.complete && image.naturalWidth > 0)).toBe(true), 10_000)
  return box
}
async function show(code: string, more: JsonObject = {}): Promise<HTMLElement> {
  mounted?.unmount()
  mounted = mountComponent('mermaid', { code, ...more })
  return settled(mounted.box)
}
const $ = <T extends Element = HTMLElement>(box: HTMLElement, selector: string) => {
  const found = box.querySelector<T>(selector)
  if (!found) throw new Error(`no ${selector} in ${box.innerHTML.slice(0, 500)}`)
  return found
}
const svgOf = (box: HTMLElement) => fetch($<HTMLImageElement>(box, 'img').src).then((response) => response.text())

describe('mermaid', () => {
  it.each(['light', 'dark'])('[003-cmp-02] draws its example as a picture with words and its source, %s', async (theme) => {
    document.documentElement.dataset.theme = theme
    const box = await show(String(props.code))
    const image = $<HTMLImageElement>(box, 'img')
    expect(image.src).toMatch(/^blob:/)
    expect(image.alt).toBe('Diagram (flowchart). Its source is below.')
    expect($(box, '.pf-source-fold code').textContent).toBe(props.code)
    expect(box.querySelector('svg, style')).toBeNull()
    expect((await axeFaults(box)).join('\n')).toBe('')
  })

  it('is drawn anew when the page changes its colours', async () => {
    document.documentElement.dataset.theme = 'light'
    const box = await show(String(props.code))
    const light = await svgOf(box)
    const address = $<HTMLImageElement>(box, 'img').src
    document.documentElement.dataset.theme = 'dark'
    await vi.waitFor(() => expect($<HTMLImageElement>(box, 'img').src).not.toBe(address), 10_000)
    expect(await svgOf(box)).not.toBe(light)
  })

  it('shows a theme by name on a ground of its own', async () => {
    const box = await show(String(props.code), { theme: 'dark' })
    expect(getComputedStyle($(box, '.pf-mermaid')).colorScheme).toBe('dark')
    expect($(await show(String(props.code), { theme: 'forest' }), '.pf-mermaid').dataset.theme).toBe('light')
  })

  it.each([
    ['sequence', 'sequenceDiagram\n A->>B: Hello\n B-->>A: Hi'],
    ['class', 'classDiagram\n class Animal { +name: string }\n Animal <|-- Duck'],
    ['state', 'stateDiagram-v2\n [*] --> Open\n Open --> [*]'],
    ['entities', 'erDiagram\n CUSTOMER ||--o{ ORDER : places'],
    ['gantt', 'gantt\n dateFormat YYYY-MM-DD\n section A\n Task :a1, 2024-01-01, 30d'],
    ['mind map', 'mindmap\n root((mind))\n  A\n  B'],
    ['timeline', 'timeline\n 2002 : LinkedIn\n 2004 : Facebook'],
    ['pie', 'pie title Pets\n "Dogs" : 386\n "Cats" : 85'],
    ['git', 'gitGraph\n commit\n branch develop\n commit'],
  ])('draws a %s diagram', async (_, code) => {
    const box = await show(code)
    expect(box.querySelector('.pf-card')?.textContent).toBeUndefined()
    expect($<HTMLImageElement>(box, 'img').naturalWidth).toBeGreaterThan(20)
  })

  it('draws a coloured line with an arrowhead of its colour', async () => {
    const box = await show('flowchart LR\n A-->B\n linkStyle 0 stroke:#ff0000')
    const svg = new DOMParser().parseFromString(await svgOf(box), 'image/svg+xml')
    const marker = /#([^"')]+)/.exec(svg.querySelector('[marker-end]')?.getAttribute('marker-end') ?? '')?.[1]
    expect(
      [...svg.querySelectorAll('marker')]
        .find((one) => one.id === marker)
        ?.querySelector('path')
        ?.getAttribute('stroke'),
    ).toBe('rgb(255, 0, 0)')
  })

  it('draws several at once, each its own', async () => {
    mounted = mount(
      [1, 2, 3].map((each) => <ComponentRenderer key={each} component={stateOf('mermaid', { code: `graph LR\n N${each}-->M${each}` }, { id: `${each}` })} />),
    )
    const { box } = mounted
    await vi.waitFor(() => expect(box.querySelectorAll('img')).toHaveLength(3), 20_000)
    const sources = await Promise.all([...box.querySelectorAll('img')].map((image) => fetch(image.src).then((response) => response.text())))
    expect(sources.map((source) => [1, 2, 3].filter((each) => source.includes(`N${each}`)))).toEqual([[1], [2], [3]])
  })

  it('becomes a calm card with its source where it cannot be read; no picture of mermaid’s own is in the page', async () => {
    const box = await show('graph LR\n A--<img src=x onerror=window.__pwned=1>')
    expect($(box, '.pf-card').textContent).toMatch(/^This diagram could not be drawn\./)
    expect($(box, '.pf-source-fold').textContent).toContain('onerror')
    expect((await axeFaults(box)).join('\n')).toBe('')
  })

  it('says what to install where mermaid is not there, tries again, and takes the host’s own', async () => {
    let there = false
    const drawn = { initialize() {}, render: () => Promise.resolve({ svg: '<svg viewBox="0 0 40 20"><rect width="4" height="4"/></svg>' }) }
    const loaders: LibraryLoaders = { mermaid: () => (there ? Promise.resolve({ default: drawn }) : Promise.reject(new Error('none'))) }
    mounted = mount(
      <PfProvider client={noClient()} loaders={loaders}>
        <ComponentRenderer component={stateOf('mermaid', { code: 'graph LR\n A-->B' })} />
      </PfProvider>,
    )
    const { box } = mounted
    await settled(box)
    expect($(box, '.pf-card').textContent).toContain('npm install mermaid')
    there = true
    $(box, '.pf-card button').click()
    await vi.waitFor(() => expect(box.querySelector('img')).not.toBeNull())
    expect($<HTMLImageElement>(box, 'img').getAttribute('width')).toBe('40')
  })

  it('lets a wide one be seen in full size, inside its own frame', async () => {
    const box = await show(`graph LR\n ${Array.from({ length: 24 }, (_, index) => `N${index}[A rather long label ${index}]`).join(' --> ')}`)
    const view = $(box, '.pf-mermaid-view')
    expect(view.scrollWidth).toBeGreaterThan(view.clientWidth)
    expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth + 1)
    const fitted = view.scrollWidth
    await vi.waitFor(() => $(box, '.pf-tool').click())
    await vi.waitFor(() => expect(view.scrollWidth).toBeGreaterThan(fitted))
  })

  it('[003-ph-10] plays as it arrives, without an error', async () => {
    const kits = createComponentKitStore()
    await kits.load(['mermaid'])
    const rules = registryRules(kits, createPolicy({ renderers: [...builtInComponents] }))
    const text = JSON.stringify({ ...props, theme: 'neutral' })
    const parser = createPartialJson()
    mounted = mount(<ComponentRenderer component={stateOf('mermaid', {}, { status: 'skeleton' })} />)
    for (let at = 0; at < text.length; at += 9) {
      parser.feed(text.slice(at, at + 9))
      const prefix = rules.prefix('mermaid', parser.value, (pointer) => parser.pathState(pointer))
      mounted.render(<ComponentRenderer component={stateOf('mermaid', prefix ?? {}, { status: prefix ? 'streaming' : 'skeleton' })} />)
      await frame()
      expect(mounted.box.querySelector('.pf-card')).toBeNull()
    }
    mounted.render(<ComponentRenderer component={stateOf('mermaid', props)} />)
    await settled(mounted.box)
  })

  it('is no error in server rendering', () => {
    expect(renderToString(<ComponentRenderer component={stateOf('mermaid', props)} />)).toContain('pf-component')
  })

  it('stands what nobody would write', async () => {
    for (const code of [null, 7, '', ' ', [], {}, '\u202e', 'x'.repeat(60_000)]) {
      mounted?.unmount()
      mounted = mount(<ComponentRenderer component={stateOf('mermaid', { code, theme: code } as JsonObject, { status: 'streaming' })} />)
      await frame()
      expect(mounted.box.innerHTML).not.toMatch(/NaN|\[object Object\]/)
    }
  })
})

describe('a diagram with pictures or icons', () => {
  it.each([
    'A@{ img: "https://leak.invalid/x", label: "x" }',
    'A@{ label: "}", img: "https://leak.invalid/x" }',
    'A@{\n shape: rect\n "img": https://leak.invalid/x\n }',
    'A@{ shape: circle }\n A@{ "\\u0069mg": "https://leak.invalid/x" }',
    'A@{ icon: "fa:user" }',
  ])('is refused before it is drawn: %j', async (node) => {
    const box = await show(`flowchart TD\n ${node}`)
    expect($(box, '.pf-card').textContent).toBe('This diagram uses images or icons, which are not loaded.')
  })

  it('is drawn where these words are in its labels', async () => {
    expect($(await show('flowchart TD\n A@{ shape: rect, label: "img: an icon" }'), 'img')).toBeDefined()
    expect($(await show('mindmap\n root\n  A\n  ::icon(fa fa-book)'), 'img')).toBeDefined()
  })
})

describe('what hostile text leaves in the picture', () => {
  beforeAll(() => {
    window.__pwned = undefined
  })

  it.each([
    ['labels', 'graph LR\n A["<img src=https://leak.invalid/1 onerror=\'window.__pwned=1\'>"]-->B["<a href=\'javascript:window.__pwned=1\'>x</a>"]'],
    ['styles', 'graph LR\n A-->B\n classDef e fill:url(https://leak.invalid/2),background-image:url(https://leak.invalid/3);\n class A e'],
    ['links', 'graph LR\n A[go]-->B\n click A href "javascript:window.__pwned=1" "tip" _self'],
    ['formulas', 'sequenceDiagram\n participant A as $$\\href{javascript:window.__pwned=1}{x}$$\n A->>A: <iframe srcdoc="<script>top.__pwned=1</script>">'],
    [
      'settings',
      '%%{init: {"securityLevel": "loose", "htmlLabels": true, "themeCSS": "*{background:url(https://leak.invalid/4)}"}}%%\ngraph LR\n A["<b onclick=alert(1)>x</b>"]-->B',
    ],
    ['filters', 'graph LR\n A-->B\n style A filter:url(https://leak.invalid/5#a),mask:image-set("https://leak.invalid/6" 1x)'],
  ])('is none of its %s', async (_, code) => {
    const seen: string[] = []
    const observer = new PerformanceObserver((list) => seen.push(...list.getEntries().map((entry) => entry.name)))
    observer.observe({ type: 'resource', buffered: false })
    const box = await show(code)
    if (box.querySelector('img')) {
      const svg = await svgOf(box)
      expect(svg).not.toMatch(/<script|<a[ >]|<image|<foreignObject|<iframe|javascript:[^&]*"|\son\w+=|href="(?!#)|url\((?!["']?#)|@import/i)
      expect(new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('parsererror, img')).toBeNull()
    }
    await frame()
    observer.disconnect()
    expect(seen.filter((name) => name.includes('leak.invalid'))).toEqual([])
    expect(window.__pwned).toBeUndefined()
  })
})
