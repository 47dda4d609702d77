import type { JsonObject } from '@pf/core'
import { createPartialJson } from '@pf/core'
import { createPolicy, getComponent } from '@pf/registry'
import { builtInComponents } from '@pf/registry/browser'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import { createComponentKitStore } from '../kits/component-kit-store.ts'
import { registryRules } from '../kits/registry-rules.ts'
import { PfProvider } from '../provider/pf-provider.tsx'
import { axeFaults } from '../test-support/axe.ts'
import { type Mounted, mount, noClient, stateOf } from '../test-support/mount.tsx'

const names = ['latex', 'html', 'video', 'embed'] as const
const policy = createPolicy({
  allowlist: [...builtInComponents],
  urlHosts: ['media.example.org', 'maps.example.org'],
})
const kits = createComponentKitStore()
const client = noClient()
const frame = () => new Promise(requestAnimationFrame)
const inApp = (content: ReactNode) => (
  <PfProvider client={client} policy={policy}>
    {content}
  </PfProvider>
)
function exampleOf(name: string): JsonObject {
  const example = getComponent(name)?.example
  return example && 'props' in example ? (example.props as JsonObject) : {}
}

/** The hosts of the tests do not exist. Unless a test depends on it, players do not receive the resulting error events. */
let reported = false
addEventListener('error', (event) => !reported && event.target instanceof HTMLVideoElement && event.stopImmediatePropagation(), true)

let mounted: Mounted | undefined
let errors: unknown[][] = []
beforeAll(() => kits.load(builtInComponents))
beforeEach(() => {
  reported = false
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

async function show(component: string, props: JsonObject, more: Parameters<typeof stateOf>[2] = {}): Promise<HTMLElement> {
  mounted?.unmount()
  mounted = mount(inApp(<ComponentRenderer component={stateOf(component, props, more)} />))
  const { box } = mounted
  await vi.waitFor(() => expect(box.querySelector('.pf-component')).not.toBeNull(), 10_000)
  await vi.waitFor(() => expect(box.querySelector('.pf-skeleton')).toBeNull(), 10_000)
  await frame()
  return box
}
const $ = <T extends Element = HTMLElement>(box: HTMLElement, selector: string) => {
  const found = box.querySelector<T>(selector)
  if (!found) throw new Error(`no ${selector} in ${box.innerHTML.slice(0, 500)}`)
  return found
}
const card = (box: HTMLElement) => $(box, '.pf-card').textContent

describe.each(names)('%s', (name) => {
  it.each(['light', 'dark'])('draws its example without a fault of accessibility, %s', async (theme) => {
    document.documentElement.dataset.theme = theme
    const box = await show(name, exampleOf(name))
    expect(box.querySelector('.pf-latex math, iframe, video, .pf-card')).not.toBeNull()
    // A frame of another site is a separate page. axe would wait for a site that does not exist.
    for (const element of box.querySelectorAll('iframe')) expect(element.title).not.toBe('')
    if (name === 'latex' || name === 'video') expect((await axeFaults(box)).join('\n')).toBe('')
  })

  it('[003-ph-10] plays as it arrives: every prefix is drawn, without an error', async () => {
    const text = JSON.stringify(exampleOf(name))
    const rules = registryRules(kits, policy)
    const parser = createPartialJson()
    mounted = mount(inApp(<ComponentRenderer component={stateOf(name, {}, { status: 'skeleton' })} />))
    for (let at = 0; at < text.length; at += 7) {
      parser.feed(text.slice(at, at + 7))
      const props = rules.prefix(name, parser.value, (pointer) => parser.pathState(pointer))
      mounted.render(inApp(<ComponentRenderer component={stateOf(name, props ?? {}, { status: props ? 'streaming' : 'skeleton' })} />))
      await frame()
      expect(mounted.box.querySelector('.pf-card')).toBeNull()
    }
    mounted.render(inApp(<ComponentRenderer component={stateOf(name, exampleOf(name))} />))
    await vi.waitFor(() => expect(mounted?.box.querySelector('.pf-skeleton')).toBeNull())
  })

  it('stands what nobody would write', async () => {
    const odd: unknown[] = [null, 7, -1, '', 'x', [], {}, true, '\u202e<b>', { $artifact: 'x' }]
    const keys = [
      'expression',
      'displayMode',
      'html',
      'css',
      'js',
      'height',
      'width',
      'sandbox',
      'src',
      'poster',
      'url',
      'title',
      'controls',
      'allowFullscreen',
    ]
    for (const value of odd)
      for (const status of ['streaming', 'ready'] as const) {
        mounted?.unmount()
        mounted = mount(inApp(<ComponentRenderer component={stateOf(name, Object.fromEntries(keys.map((key) => [key, value])) as JsonObject, { status })} />))
        for (let count = 0; count < 3; count++) await frame()
        expect(mounted.box.innerHTML).not.toMatch(/NaN|Infinity|\[object Object\]/)
      }
  })

  it('is no error in server rendering', () => {
    expect(renderToString(inApp(<ComponentRenderer component={stateOf(name, exampleOf(name))} />))).toContain('pf-component')
  })
})

describe('latex', () => {
  it('[003-cmp-10] sets a formula in MathML, on a line of its own or inline', async () => {
    const box = await show('latex', { expression: '\\frac{1}{2}' })
    expect($(box, 'math').getAttribute('display')).toBe('block')
    expect($(box, 'mfrac').getBoundingClientRect().height).toBeGreaterThan(20)
    expect($(await show('latex', { expression: 'x', displayMode: false }), 'math').getAttribute('display')).toBeNull()
  })

  it('uses KaTeX’s own typesetting where the page has its stylesheet, and then keeps MathML for screen readers', async () => {
    const sheet = document.createElement('style')
    sheet.textContent = '.katex .katex-mathml { position: absolute; clip: rect(1px, 1px, 1px, 1px) }'
    document.head.append(sheet)
    const box = await show('latex', { expression: 'a^2' })
    expect([$(box, '.katex-html').getAttribute('aria-hidden'), box.querySelectorAll('.katex-mathml math')]).toMatchObject(['true', { length: 1 }])
    sheet.remove()
  })

  it('leaves nothing behind that changes a later formula', async () => {
    await show('latex', { expression: '\\gdef\\frac#1#2{PWNED}\\gdef\\pi{3}\\pi' })
    const box = await show('latex', { expression: '\\frac{1}{\\pi}' })
    expect([box.querySelector('mfrac') !== null, box.textContent?.includes('PWNED')]).toEqual([true, false])
  })

  it.each([
    ['a loop', '\\def\\a{\\a\\a}\\a'],
    ['half a formula', '\\frac{1}{'],
    ['an unknown command', '\\nothing{x}'],
    ['too deep', `${'{'.repeat(990)}x${'}'.repeat(990)}`.replaceAll('{', '\\sqrt{').slice(0, 1_999)],
  ])('shows its source where it is %s', async (_, expression) => {
    const box = await show('latex', { expression })
    expect(card(box)).toContain('This formula could not be read')
    expect($(box, 'details[open] code').textContent).toBe(expression)
  })

  it('neither links nor loads nor takes attributes', async () => {
    const box = await show('latex', { expression: '\\href{https://evil.example}{a}\\url{https://evil.example}\\htmlData{x=y}{b}\\htmlStyle{color:red}{c}' })
    expect(box.querySelector('.pf-latex a, .pf-latex [data-x], .pf-latex img')).toBeNull()
    const image = await show('latex', { expression: '\\includegraphics{https://evil.example/x.png}' })
    expect(image.querySelector('img, mglyph')).toBeNull()
  })
})

describe('video', () => {
  const src = 'https://media.example.org/a.mp4'

  it('[003-cmp-25] has its controls, size and picture; without sound where it starts by itself', async () => {
    const video = $<HTMLVideoElement>(await show('video', { src, width: '320px', height: '200px', loop: true, muted: true, poster: `${src}.png` }), 'video')
    expect([video.src, video.controls, video.loop, video.autoplay, video.poster, video.clientWidth, video.clientHeight]).toEqual([
      src,
      true,
      true,
      false,
      `${src}.png`,
      320,
      200,
    ])
    const playing = $<HTMLVideoElement>(await show('video', { src, autoplay: true, controls: false }), 'video')
    expect([playing.autoplay, playing.muted, playing.controls]).toEqual([true, true, false])
    expect($<HTMLVideoElement>(await show('video', { src, controls: false }), 'video').controls).toBe(true)
  })

  it('takes a picture from no other host', async () => {
    const props = { src, poster: 'https://evil.example/p.png' }
    expect((await show('video', props, { status: 'streaming' })).querySelector('[poster]')).toBeNull()
  })

  it('asks before it loads from a host that the page does not name, and says when a video does not load', async () => {
    reported = true
    const box = await show('video', { src: 'https://evil.invalid/a.mp4' }, { status: 'streaming' })
    expect([box.querySelector('video'), card(box)]).toEqual([null, 'A video on evil.invalidShow video from evil.invalid'])
    $(box, 'button').click()
    await vi.waitFor(() => expect(card(box)).toContain('did not load'), 10_000)
    expect($(box, 'button').textContent).toBe('Try again')
  })

  it.each([
    ['data:video/mp4;base64,AAAA'],
    ['javascript:1'],
    ['http://media.example.org/a.mp4'],
    [{ artifact_id: 'a', url: 'https://evil.example/artifacts/a' }],
  ])('loads nothing from %j', async (address) => {
    const box = await show('video', { src: address } as JsonObject, { status: 'streaming' })
    expect(box.querySelector('video, button')).toBeNull()
    expect(card(box)).toMatch(/^(This .*video|Videos )/)
  })
})

describe('embed', () => {
  const url = 'https://maps.example.org/embed?place=harbour'

  it('[003-cmp-26] shows a listed page in a frame that cannot leave, with its size and title', async () => {
    const outer = $<HTMLIFrameElement>(await show('embed', { url, width: '300px', height: '200px', title: 'Map' }), 'iframe')
    expect([outer.src, outer.title, outer.referrerPolicy, outer.loading, outer.allow]).toEqual([url, 'Map', 'no-referrer', 'lazy', 'fullscreen'])
    expect(outer.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-forms allow-presentation')
    expect([outer.offsetWidth, outer.offsetHeight]).toEqual([300, 200])
    const plain = $<HTMLIFrameElement>(await show('embed', { url, allowFullscreen: false }), 'iframe')
    expect([plain.title, plain.allowFullscreen, plain.allow]).toEqual(['Page on maps.example.org', false, ''])
  })

  it('offers a link that says where it leads to where the page is not listed', async () => {
    const box = await show('embed', { url: 'https://evil.example/x', title: 'The map' }, { status: 'streaming' })
    expect(card(box)).toBe('The map: a page on evil.example, which cannot be embedded here.Open evil.example')
    const link = $<HTMLAnchorElement>(box, 'a')
    expect([link.href, link.rel, link.target]).toEqual(['https://evil.example/x', 'noopener noreferrer nofollow', '_blank'])
    expect((await axeFaults(box)).join('\n')).toBe('')
  })
})
