import { createPolicy } from '@pf/registry'
import { builtInComponents } from '@pf/registry/browser'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { paced } from '../../../../../tooling/test-setup/machine-pace.ts'
import { ComponentRenderer } from '../../component-renderer/component-renderer.tsx'
import { PfProvider } from '../../provider/pf-provider.tsx'
import { axeFaults } from '../../test-support/axe.ts'
import { type Mounted, mount, mountComponent, noClient, stateOf } from '../../test-support/mount.tsx'
import { MarkdownView } from './markdown-view.tsx'

let mounted: Mounted | undefined
let errors: unknown[][] = []
beforeEach(() => {
  errors = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void errors.push(args))
})
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
  delete document.documentElement.dataset.theme
  expect(errors).toEqual([])
  vi.restoreAllMocks()
})

const frame = () => new Promise(requestAnimationFrame)
const texts = (box: HTMLElement, selector: string) => [...box.querySelectorAll(selector)].map((element) => element.textContent)

async function show(props: Parameters<typeof MarkdownView>[0]): Promise<HTMLElement> {
  mounted = mount(<MarkdownView {...props} />)
  const { box } = mounted
  await vi.waitFor(() => expect(box.querySelector('.pf-md')).not.toBeNull())
  return box
}

const formulas = (box: HTMLElement, count: number) => vi.waitFor(() => expect(box.querySelectorAll('.pf-md math')).toHaveLength(count), 10_000)

describe('formulas', () => {
  it('are set within a line, on lines of their own and between fences, and read by a browser as mathematics', async () => {
    const box = await show({ text: 'The area is $\\pi r^2$.\n\n$$\n\\int_0^1 x\\,dx\n$$\n\n```math\na_1\n```' })
    await formulas(box, 2)
    expect(texts(box, '.pf-code-head span')[0]).toBe('math')
    expect(box.querySelectorAll('[data-display]')).toHaveLength(1)
    expect(box.querySelector('[data-display]')?.getAttribute('aria-label')).toBe('Formula')
  })

  it('are not amounts of money, nor anything where they are switched off', async () => {
    const box = await show({ text: 'From $5 to $10, **or** $ 7 and $8, with $x$ and US$5–$10.' })
    await formulas(box, 1)
    expect(box.querySelector('strong')?.textContent).toBe('or')
    expect(box.textContent).toContain('From $5 to $10, or $ 7 and $8')
    mounted?.unmount()
    expect((await show({ text: 'With $x$.', math: false })).textContent).toBe('With $x$.')
  })

  it('show their source where they cannot be read, are too long, or link, load and set attributes', async () => {
    const box = await show({ text: `$\\frac{1$ $\\href{javascript:alert(1)}{x}$ $\\includegraphics{https://leak.invalid/a.png}$ $${'a+'.repeat(1_200)}$ $ok$` })
    await formulas(box, 3)
    expect(box.querySelectorAll('a, img')).toHaveLength(0)
    const sources = [...box.querySelectorAll<HTMLElement>('.pf-md-formula')]
    expect(sources.map((source) => source.textContent?.slice(0, 7))).toEqual(['\\frac{1', 'a+a+a+a'])
    expect(sources.map((source) => source.title)).toEqual([expect.stringContaining('expected'), 'longer than 2000 characters'])
  })

  it('stand as their source until their end is there, and are drawn once', async () => {
    const text = 'Before.\n\n$$\na + b\n= c\n$$\n\nAfter'
    const box = await show({ text: text.slice(0, 12), streaming: true })
    const seen = new Set<Element>()
    for (let cut = 13; cut <= text.length; cut++) {
      mounted?.render(<MarkdownView text={text.slice(0, cut)} streaming />)
      await frame()
      const closed = cut >= text.indexOf('$$\n\nAfter') + 4
      if (!closed) expect(box.querySelector('math')).toBeNull()
      for (const one of box.querySelectorAll('math')) seen.add(one)
    }
    await formulas(box, 1)
    for (const one of box.querySelectorAll('math')) seen.add(one)
    expect(seen.size).toBe(1)
  })

  it('do not hold the page up however many there are', async () => {
    const before = performance.now()
    const matrix = `\\begin{matrix}${Array.from({ length: 12 }, () => 'a&'.repeat(40)).join('\\\\')}\\end{matrix}`
    const box = await show({ text: `$$\n${matrix}\n$$\n\n`.repeat(60) })
    await vi.waitFor(() => expect(box.querySelector('math')).not.toBeNull(), 10_000)
    await frame()
    expect(performance.now() - before).toBeLessThan(paced(5_000))
  })
})

describe('code in a text', () => {
  it('gets its colours, line by line while it is written, and what stands is never drawn again', async () => {
    const text = 'Look:\n\n```ts\nconst a = "x"\n// why\nlet b = [a]\n```\n\nDone.'
    const box = await show({ text: 'Look:\n\n```ts\nconst a = "x"\n/', streaming: true })
    await vi.waitFor(() => expect(texts(box, '[data-token="keyword"]')).toContain('const'), 10_000)
    const first = box.querySelector('[data-token="keyword"]')
    const figure = box.querySelector('figure')
    for (let cut = text.indexOf('/ why'); cut <= text.length; cut += 3) {
      mounted?.render(<MarkdownView text={text.slice(0, cut)} streaming />)
      await frame()
      expect(box.querySelector('[data-token="keyword"]')).toBe(first)
    }
    mounted?.render(<MarkdownView text={text} />)
    await vi.waitFor(() => expect(texts(box, '[data-token="keyword"]')).toContain('let'))
    expect([box.querySelector('[data-token="keyword"]'), box.querySelector('figure')]).toEqual([first, figure])
    expect(texts(box, '[data-token="comment"]')).toEqual(['// why'])
  })

  it('stays plain where colours are not wanted', async () => {
    const box = await show({ text: '```ts\nconst a = 1\n```', highlight: false })
    await frame()
    expect([box.querySelector('code')?.textContent, box.querySelector('[data-token]')]).toEqual(['const a = 1\n', null])
  })
})

describe('text that ends in the middle', () => {
  it('is closed after Stop, without a caret and without half marks', async () => {
    const box = await show({ text: 'Delays **fell by [a half](https://exa', cut: true })
    expect([box.querySelector('strong')?.textContent, box.textContent]).toEqual(['fell by a half', 'Delays fell by a half'])
    expect(box.querySelector('[data-streaming]')).toBeNull()
  })

  it('keeps the elements of what stands when notes and link targets arrive', async () => {
    const text = 'First.\n\nSee [there][a].\n\nA claim[^1] here.\n\nMore.\n\n[a]: https://example.org/a\n[^1]: The proof.'
    const box = await show({ text: text.slice(0, 40), streaming: true })
    const [first, second] = box.querySelectorAll('p')
    for (let cut = 41; cut <= text.length; cut++) mounted?.render(<MarkdownView text={text.slice(0, cut)} streaming />)
    mounted?.render(<MarkdownView text={text} />)
    await vi.waitFor(() => expect(box.querySelector('[data-footnotes]')?.textContent).toContain('The proof.'))
    expect([...box.querySelectorAll('p')].slice(0, 2)).toEqual([first, second])
    expect(box.querySelector('a')?.href).toBe('https://example.org/a')
  })
})

const allowing = (allowHtml: boolean) => createPolicy({ renderers: [...builtInComponents], allowHtml })
const HTML = '<details open><summary>More</summary>\n\nSome **bold** and <kbd>Ctrl</kbd>.\n\n</details>'

async function showHtml(content: string, allowHtml: boolean, asked = true): Promise<HTMLElement> {
  const props = { content, allowHtml: asked }
  mounted = mount(
    <PfProvider client={noClient()} policy={allowing(allowHtml)}>
      <ComponentRenderer component={stateOf('markdown', props)} />
    </PfProvider>,
  )
  const { box } = mounted
  await vi.waitFor(() => expect(box.querySelector('.pf-md-block')).not.toBeNull(), 10_000)
  await vi.waitFor(() => expect(box.querySelector('.pf-md-plain')).toBeNull(), 10_000)
  return box
}

describe('raw HTML', () => {
  it('is read where both the page and the text want it, and text everywhere else', async () => {
    const box = await showHtml(HTML, true)
    expect([box.querySelector('details')?.open, box.querySelector('summary')?.textContent]).toEqual([true, 'More'])
    expect(texts(box, 'details strong, details kbd')).toEqual(['bold', 'Ctrl'])
    for (const [page, text] of [
      [false, true],
      [true, false],
    ] as const) {
      mounted?.unmount()
      const plain = await showHtml(HTML, page, text)
      expect([plain.querySelector('details'), plain.textContent?.includes('<details open>')]).toEqual([null, true])
    }
  })

  const hostile = [
    '<script>window.__pwned = 1</script>',
    '<img src=x onerror="window.__pwned = 1">',
    '<svg onload="window.__pwned = 1"><script>window.__pwned = 1</script></svg>',
    '<iframe srcdoc="<script>parent.__pwned = 1</script>"></iframe>',
    '<meta http-equiv="refresh" content="0;url=https://leak.invalid/">',
    '<base href="https://leak.invalid/">',
    '<link rel="stylesheet" href="https://leak.invalid/a.css">',
    '<style>body { display: none }</style>',
    '<p style="position:fixed;inset:0" class="pf-button" id="root" onclick="window.__pwned = 1">x</p>',
    '<form action="https://leak.invalid/"><button>Go</button><input name="a" autofocus onfocus="window.__pwned = 1"></form>',
    '<a href="javascript:window.__pwned=1">x</a>',
    '<video src="https://leak.invalid/a.mp4" poster="https://leak.invalid/a.png" autoplay></video>',
    '<object data="https://leak.invalid/a"></object><embed src="https://leak.invalid/b">',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.__pwned=1&gt;">',
    '<noscript><p title="</noscript><img src=x onerror=window.__pwned=1>">',
    '<picture><source srcset="https://leak.invalid/a.png"><img src="https://leak.invalid/b.png"></picture>',
    '<img srcset="https://leak.invalid/a.png 2x"><input type="image" src="https://leak.invalid/a.png"><table background="https://leak.invalid/a.png"><tr><td>',
    '<dialog open>x</dialog><textarea>x</textarea><template><img src=x onerror="window.__pwned = 1"></template>',
    '<b onclick=a href=b>'.repeat(30) + '<p>'.repeat(900),
    '<div>'.repeat(990),
  ]
  it.each(hostile)('[003-lim-08] keeps words and structure only: %.60s', async (content) => {
    const box = await showHtml(`Control **stays**.\n\n${content}`, true)
    await frame()
    expect(box.querySelector('strong')?.textContent).toBe('stays')
    const found = box.querySelectorAll(
      'script, style, link, meta, base, iframe, object, embed, svg, math, form, video, picture, source, dialog, textarea, template',
    )
    expect(found).toHaveLength(0)
    for (const element of box.querySelectorAll('.pf-md-block *')) {
      for (const { name, value } of element.attributes) expect(`${name}=${value}`).not.toMatch(/^on|^style=|leak\.invalid|javascript:|^id=(?!pf-md-)|^name=/i)
      if (!element.closest('button')) expect(element.classList.contains('pf-button')).toBe(false)
    }
    expect([Reflect.get(window, '__pwned'), document.body.checkVisibility()]).toEqual([undefined, true])
  })
})

it('[003-lim-08] without the page’s leave no element comes out of HTML in a text', async () => {
  const box = await show({ text: '<script>window.__pwned = 1</script>\n\n<b>x</b> <img src=x onerror=alert(1)>' })
  expect([box.querySelector('script, b, img'), box.textContent?.includes('<b>x</b>')]).toEqual([null, true])
})

it.each(['light', 'dark'])('a text with everything has no fault of accessibility, %s', async (theme) => {
  document.documentElement.dataset.theme = theme
  mounted = mountComponent('markdown', {
    content:
      '## Head\n\nA **word**, $x^2$, `code`, a [link](https://example.org) and a claim[^1].\n\n- [x] done\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```ts\nlet a = 1\n```\n\n$$\na^2\n$$\n\n> quote\n\n[^1]: Proof.',
  })
  const { box } = mounted
  await formulas(box, 2)
  await vi.waitFor(() => expect(box.querySelector('[data-token]')).not.toBeNull(), 10_000)
  expect((await axeFaults(box)).join('\n')).toBe('')
})

it('is no error in server rendering', () => {
  expect(renderToString(<MarkdownView text={'$x$ and\n\n```ts\nlet a\n```'} />)).toContain('<code class="pf-md-formula">x</code>')
})
