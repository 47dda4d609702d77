import { createPartialJson, type JsonObject } from '@pf/core'
import { createPolicy } from '@pf/registry'
import { builtInComponents } from '@pf/registry/browser'
import { createElement, type ReactNode, Suspense } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { paced } from '../../../../tooling/test-setup/machine-pace.ts'
import { type Attack, loadAppAttacks, loadAttacks } from '../__fixtures__/attacks.ts'
import { costlyPayloads, deceptivePayloads, deceptiveTextCount, exampleOf, type PagePayload, paintingPayloads } from '../__fixtures__/page-payloads.ts'
import { ComponentBoundary } from '../component-renderer/component-boundary.tsx'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import { defaultRenderers } from '../component-renderer/renderer-table.ts'
import { TextBudgetContext, useTextBudget } from '../context/text-budget.ts'
import { createComponentKitStore } from '../kits/component-kit-store.ts'
import { registryRules } from '../kits/registry-rules.ts'
import { PfProvider } from '../provider/pf-provider.tsx'
import { type FreezeWatch, watchFreezes } from '../test-support/freeze-watch.ts'
import { type Mounted, mount, noClient, stateOf } from '../test-support/mount.tsx'
import { createReportBarrier } from '../test-support/request-reports.ts'

/** Maximum time for which a page may not respond; unlimited work takes minutes. The longest task takes 0.9 seconds on a loaded two-core machine. */
const FREEZE_MS = 2_000
/** Width of focus rings around a component. */
const RING_PX = 5
const SURROUNDING = 'rgb(255, 255, 255)'
/** Time in milliseconds after which a component that is not drawn fails its test. */
const MAX_WAIT_MS = 30_000
const LEAK = 'http://leak.invalid:8911/leak'

const policy = createPolicy({ allowlist: [...builtInComponents], renderers: [...builtInComponents], allowHtml: true })
const client = noClient()
const kits = createComponentKitStore()
const attacks = loadAttacks(LEAK, 'http://app.invalid')
const attackPayloads = (prefix: string): PagePayload[] =>
  attacks.filter(({ id }) => id.startsWith(prefix)).map(({ id, component, props }: Attack) => ({ component, name: id, props: () => props }))

const frame = () => new Promise(requestAnimationFrame)
const frames = async (count: number) => {
  for (let index = 0; index < count; index++) await frame()
}

let freezes: FreezeWatch
const uncaught: string[] = []
/** Requests that were not blocked. An attempt of the page itself that the browser blocks because of its origin counts as well. */
const requested = new Map<string, { url: string; frameId: string }>()
let pageFrame = ''
interface Session {
  send(method: string, params?: object): Promise<unknown>
  on(event: string, listener: (params: { requestId: string; frameId: string; request: { url: string }; blockedReason?: string }) => void): void
}
const session = cdp() as unknown as Session
const allReported = createReportBarrier(session)
const collectError = (event: ErrorEvent | PromiseRejectionEvent) => {
  const text = event instanceof ErrorEvent ? event.message : String(event.reason)
  if (!/ResizeObserver loop/.test(text)) uncaught.push(text)
  event.preventDefault()
}

beforeAll(async () => {
  await page.viewport(800, 600)
  document.body.style.margin = '0'
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ requestId, frameId, request: { url } }) => requested.set(requestId, { url, frameId }))
  session.on('Network.loadingFailed', ({ requestId, blockedReason }) => {
    // The policy and the origin of a frame block its requests. Its last ones may be reported after it was removed.
    const isFramed = requested.get(requestId)?.frameId !== pageFrame
    if (blockedReason === 'csp' || (blockedReason && isFramed)) requested.delete(requestId)
  })
  await vi.waitFor(async () => {
    // The first request may precede the start of the reports.
    await fetch(`${location.origin}/?own-frame`)
    const own = [...requested.values()].find(({ url }) => url.endsWith('/?own-frame'))
    expect(own).toBeDefined()
    pageFrame = own?.frameId ?? ''
  })
  addEventListener('error', collectError)
  addEventListener('unhandledrejection', collectError)
  freezes = await watchFreezes()
  const blank = cover(new DOMRect(0, 0, innerWidth, innerHeight))
  emptyPicture = await takePicture()
  blank.remove()
  expect(await findPixel(emptyPicture, () => false)).toBeUndefined()
  await kits.load(builtInComponents)
  // Code that is loaded once does not belong to the cost of a payload.
  await draw(<App>{guarded({ component: 'markdown', name: '', props: () => ({ content: 'x $x$\n\n```ts\nlet a\n```' }) })}</App>)
  await vi.waitFor(() => expect(mounted?.box.querySelector('math')).not.toBeNull())
  mounted?.unmount()
  for (const component of ['report', 'mermaid', 'echarts', 'plotly', 'html']) {
    await draw(<App>{guarded({ component, name: '', props: () => exampleOf(component) })}</App>)
    mounted?.unmount()
  }
})
afterAll(async () => {
  document.body.style.margin = ''
  await session.send('Network.disable')
})

let mounted: Mounted | undefined
let address = ''
beforeEach(async () => {
  address = location.href
  requested.clear()
  await freezes.restart()
})
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
  uncaught.length = 0
})

const App = ({ children }: { children: ReactNode }) => (
  <PfProvider client={client} policy={policy}>
    <div style={{ padding: '100px 100px 20px', background: SURROUNDING }}>
      <div data-place="payload">{children}</div>
    </div>
    <div data-place="control" style={{ padding: '0 100px 40px', background: SURROUNDING }}>
      <ComponentRenderer component={stateOf('metric', { value: 42, label: 'Control' }, { key: 'control', id: 'control' })} />
    </div>
  </PfProvider>
)

const guarded = ({ component, props }: PagePayload): ReactNode => <ComponentRenderer component={stateOf(component, props())} />

/** Renders without validation, in the position in which ComponentRenderer renders. */
function Bare({ component, props }: PagePayload) {
  const renderer = defaultRenderers.get(component)
  const budget = useTextBudget()
  if (!renderer) throw new Error(component)
  const renderNested = (nested: { component: string; props: JsonObject }) => <ComponentRenderer component={stateOf(nested.component, nested.props)} />
  return (
    <section className="pf-component">
      <ComponentBoundary resetKey={component} onError={undefined} fallback={<p className="pf-card">contained</p>}>
        <Suspense fallback={<p className="pf-skeleton">…</p>}>
          <TextBudgetContext.Provider value={budget}>
            {createElement(renderer, { props: props(), id: 'a', streaming: false, renderNested })}
          </TextBudgetContext.Provider>
        </Suspense>
      </ComponentBoundary>
    </section>
  )
}
const bare = (payload: PagePayload): ReactNode => <Bare {...payload} />

function mountPage(content: ReactNode): Mounted {
  const page = mount(content, 800)
  page.box.style.padding = '0'
  page.box.style.background = SURROUNDING
  return page
}

async function draw(content: ReactNode): Promise<HTMLElement> {
  mounted = mountPage(content)
  const { box } = mounted
  await waitFrames(() => box.querySelector('[data-place="control"] .pf-metric-value') !== null && box.querySelector('.pf-skeleton') === null)
  await frames(3)
  return box
}

/** Checks a condition in each frame until it is met. `vi.waitFor` checks it less often. */
async function waitFrames(isMet: () => boolean): Promise<void> {
  const end = performance.now() + MAX_WAIT_MS
  while (!isMet()) {
    if (performance.now() > end) throw new Error(`not drawn: ${document.body.innerHTML.slice(0, 2_000)}`)
    await frame()
  }
}

const placeOf = (box: HTMLElement, name: string) => box.querySelector(`[data-place="${name}"]`)?.getBoundingClientRect() ?? new DOMRect()

const leaks = () => [...requested.values()].map(({ url }) => url).filter((url) => !url.startsWith(location.origin) && !/^(?:data|blob|about):/.test(url))

async function expectUnharmed(box: HTMLElement) {
  expect({
    address: location.href,
    control: box.querySelector('[data-place="control"] .pf-metric-value')?.textContent,
    uncaught,
    sideways: document.documentElement.scrollWidth > innerWidth,
  }).toEqual({ address, control: '42', uncaught: [], sideways: false })
  await allReported()
  // That a policy blocked a request is reported after the request itself. A request that was sent stays in the list.
  await vi.waitFor(() => expect(leaks()).toEqual([]), 5_000)
}

async function expectNoFreeze(limit = FREEZE_MS) {
  expect(await freezes.longest()).toBeLessThan(paced(limit))
}

/** Takes a picture of the visible part of the page and returns it as a PNG in base64. */
async function takePicture(): Promise<string> {
  const clip = { x: 0, y: 0, width: innerWidth, height: innerHeight, scale: 1 }
  const { data } = (await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true, clip })) as { data: string }
  return data
}

/** The picture of a page without content, in which every pixel has the colour `SURROUNDING`. */
let emptyPicture = ''

/** Returns the position of the first pixel that does not have the colour `SURROUNDING`; undefined if there is none. */
async function findPixel(picture: string, isIgnored: (x: number, y: number) => boolean): Promise<string | undefined> {
  const image = new Image()
  image.src = `data:image/png;base64,${picture}`
  await image.decode()
  const { width, height } = image
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  context.drawImage(image, 0, 0)
  const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)
  for (let at = 0; at < pixels.length; at++) {
    const [x, y] = [at % width, Math.floor(at / width)]
    if (pixels[at] !== 0xff_ff_ff_ff && !isIgnored(x, y)) return `${x}, ${y}`
  }
  return undefined
}

/** Returns the first pixel above or beside the component that does not belong to the page; undefined if there is none. */
async function findPaintedOutside(box: HTMLElement): Promise<string | undefined> {
  scrollTo(0, 0)
  const outside = await findVisibleOutside(box)
  if (outside || placeOf(box, 'control').top < innerHeight) return outside
  scrollTo(0, scrollY + placeOf(box, 'control').top - innerHeight / 2)
  await frames(2)
  const lower = await findVisibleOutside(box)
  scrollTo(0, 0)
  return lower
}

/** Covers what may be painted, so that the picture of a page is empty and need not be decoded. */
async function findVisibleOutside(box: HTMLElement): Promise<string | undefined> {
  const { left, right, top, bottom } = placeOf(box, 'payload')
  const own = new DOMRect(left - RING_PX, top - RING_PX, right - left + 2 * RING_PX, bottom - top + 2 * RING_PX)
  const end = placeOf(box, 'control').top - RING_PX
  const covers = [own, new DOMRect(0, end, innerWidth, Math.max(0, innerHeight - end))].map(cover)
  const picture = await takePicture()
  for (const element of covers) element.remove()
  // Sections that were off screen get their real height when they are shown, which moves everything below them.
  const now = placeOf(box, 'payload')
  if (now.top !== top || now.bottom !== bottom) return findVisibleOutside(box)
  return picture === emptyPicture ? undefined : findPixel(picture, (x, y) => y > end || (x > own.left && x < own.right && y > own.top && y < own.bottom))
}

function cover({ left, top, width, height }: DOMRect): HTMLElement {
  const element = document.createElement('div')
  element.style.cssText = `position:fixed;z-index:2147483647;left:${left}px;top:${top}px;width:${width}px;height:${height}px;background:${SURROUNDING}`
  document.body.append(element)
  return element
}

const titled = (payloads: readonly PagePayload[]) => payloads.map((payload) => [`${payload.component}: ${payload.name}`, payload] as const)
/** Returns one payload of each component. */
const oneOfEach = (payloads: readonly PagePayload[]) => [...new Map(payloads.map((payload) => [payload.component, payload])).values()]
const modes = [
  ['in an app', guarded],
  ['with validation out of the way', bare],
] as const

const painting = [...attackPayloads('vis-'), ...paintingPayloads]
async function expectInside(content: ReactNode): Promise<HTMLElement> {
  const box = await draw(<App>{content}</App>)
  await expectUnharmed(box)
  expect(await findPaintedOutside(box)).toBeUndefined()
  await expectNoFreeze()
  return box
}

describe('what is painted around its own line', () => {
  it.each(titled(painting))('%s stays inside of its component, past validation too', async (_name, payload) => {
    const box = await expectInside(guarded(payload))
    if (!box.querySelector('[data-place="payload"] .pf-card')) return
    mounted?.unmount()
    await expectInside(bare(payload))
  })
})

describe('the checks themselves', () => {
  it('see what is painted outside, and a page that scrolls sideways', async () => {
    const over = await draw(
      <App>
        <p style={{ height: 10, margin: 0, whiteSpace: 'nowrap' }}>{'W'.repeat(900)}</p>
      </App>,
    )
    expect(await findPaintedOutside(over)).not.toBeUndefined()
    await expect(expectUnharmed(over)).rejects.toThrow()
  })

  it.each([
    ['markdown', { content: '# x\n\n**a** [b](https://example.org) $x^2$\n\n| a |\n|---|\n| b |' }, ':is(h3, h4) + *, table, math, a'],
    ['latex', { expression: '\\raisebox{1em}{x}\\rule{1em}{1em}' }, 'math'],
    ['code', { code: 'template<typename T> int f(T a);', language: 'cpp' }, '[data-token="keyword"]'],
    ['callout', { type: 'info', content: '&amp; `x`' }, '.pf-md code'],
    ['report', { title: 'r', toc: true, sections: [{ title: 's', content: '- a\n- b' }] }, '.pf-md li'],
  ])('let %s be drawn', async (component, props, mark) => {
    const box = await draw(<App>{guarded({ component, name: '', props: () => props })}</App>)
    await vi.waitFor(() => expect(box.querySelector(mark)).not.toBeNull())
    await expectUnharmed(box)
    expect(await findPaintedOutside(box)).toBeUndefined()
  })

  it('leave focus rings and what stands in a component of the page’s own', async () => {
    const box = await draw(
      <App>
        <ComponentRenderer component={stateOf('code', { code: 'x', language: 'text' })} />
        <section className="pf-component">
          <div className="menu">own</div>
        </section>
      </App>,
    )
    expect(getComputedStyle(box.querySelector('.menu') as Element).overflow).toBe('visible')
    const button = box.querySelector<HTMLElement>('.pf-tool')
    button?.focus()
    const { overflowClipMargin } = getComputedStyle(box.querySelector('.pf-component > [class^="pf-"]') as Element)
    expect(overflowClipMargin).toBe('4px')
  })
})

/** Components whose work is done in time slices, and the time after which these slices would have blocked the page. */
const SLICED = new Set(['code', 'markdown', 'callout', 'report', 'tabs', 'accordion'])
const SLICES_MS = 150

describe('what takes long to read and to draw', () => {
  it.each(titled([...costlyPayloads, ...attackPayloads('md-')]))('%s does not hold the page up', async (_name, payload) => {
    const box = await draw(<App>{bare(payload)}</App>)
    if (SLICED.has(payload.component)) await new Promise((resolve) => setTimeout(resolve, SLICES_MS))
    await expectUnharmed(box)
    await expectNoFreeze()
  })
})

/** The states of a stream are drawn directly one after the other, without the pauses of a model. */
const STREAMED_FREEZE_MS = 3_000

const isReport = ({ component }: PagePayload) => component === 'report'
const isNoReport = (payload: PagePayload) => !isReport(payload)

/** Renders a component in eight states while its props arrive. */
async function stream(component: string, text: string): Promise<HTMLElement> {
  const rules = registryRules(kits, policy)
  const parser = createPartialJson()
  const step = Math.ceil(text.length / 8)
  mounted = mountPage(<Streamed component={component} props={undefined} />)
  const { box } = mounted
  await waitFrames(() => box.querySelector('[data-place="control"] .pf-metric-value') !== null)
  for (let at = 0; at < text.length; at += step) {
    parser.feed(text.slice(at, at + step))
    const props = rules.prefix(component, parser.value, (pointer) => parser.pathState(pointer))
    mounted.render(<Streamed component={component} props={props} />)
    await frame()
    await freezes.mark()
    await expectUnharmed(box)
  }
  await frames(2)
  return box
}

const Streamed = ({ component, props }: { component: string; props: JsonObject | undefined }) => (
  <App>
    <ComponentRenderer component={stateOf(component, props ?? {}, { status: props ? 'streaming' : 'skeleton' })} />
  </App>
)

describe('as it arrives', () => {
  it.each(
    titled([
      ...attackPayloads('vis-'),
      ...attackPayloads('mask-'),
      ...oneOfEach(painting),
      ...oneOfEach(costlyPayloads.filter(isNoReport)),
      ...costlyPayloads.filter(isReport),
    ]),
  )('%s is contained at every point', async (_name, { component, props }) => {
    const box = await stream(component, JSON.stringify(props()).slice(0, 200_000))
    if (!box.querySelector('.pf-skeleton')) expect(await findPaintedOutside(box)).toBeUndefined()
    await expectNoFreeze(STREAMED_FREEZE_MS)
  })
})

describe.each(modes)('links that read as another host, %s', (_, content) => {
  it.each(titled([...attackPayloads('mask-'), ...deceptivePayloads]))('%s shows where it leads', async (_name, payload) => {
    const box = await draw(<App>{content(payload)}</App>)
    const links = [...box.querySelectorAll<HTMLAnchorElement>('a[href^="http"]')]
    expect(links.length).toBeGreaterThanOrEqual(payload.name.startsWith('mask-') ? 1 : deceptiveTextCount)
    for (const link of links) {
      const after = link.nextElementSibling
      const shown = after?.matches('.pf-link-host') ? after : link
      expect(shown.textContent?.trim()).toMatch(/^(?:https:\/\/evil\.example\/login|\(evil\.example\))$/)
      const { width, height } = shown.getBoundingClientRect()
      expect(width * height).toBeGreaterThan(0)
    }
    await expectUnharmed(box)
  })
})

/** Moves the pointer over the chart, and starts the frame if the page has a button for that. */
async function use(box: HTMLElement) {
  for (const place of box.querySelectorAll('[data-place="payload"] :is(.nsewdrag, canvas, .pf-html-activate)')) {
    if (place instanceof HTMLButtonElement) await userEvent.click(place)
    else await userEvent.hover(place, { timeout: 5_000 }).catch(() => undefined)
  }
  await new Promise((resolve) => setTimeout(resolve, SLICES_MS))
}

describe('what was found in an app, as it was found', () => {
  const found = loadAppAttacks(LEAK, 'http://app.invalid').map((attack) => [attack.id, attack] as const)
  const payloadOf = ({ id, component, props }: Attack): PagePayload => ({ component, name: id, props: () => props })

  async function expectContained(box: HTMLElement, { id }: Attack, limit: number) {
    if (!box.querySelector('.pf-skeleton')) expect(await findPaintedOutside(box)).toBeUndefined()
    await use(box)
    await vi.waitFor(() => expectUnharmed(box))
    await expectNoFreeze(limit)
    if (!id.startsWith('mask-')) return
    for (const link of box.querySelectorAll('[data-place="payload"] a')) expect(link.closest('[data-place]')?.textContent).toContain('evil.example')
  }

  it.each(found)('%s is contained in an app', async (_id, attack) => {
    await expectContained(await draw(<App>{guarded(payloadOf(attack))}</App>), attack, FREEZE_MS)
  })

  it.each(found)('%s is contained with validation out of the way', async (_id, attack) => {
    await expectContained(await draw(<App>{bare(payloadOf(attack))}</App>), attack, FREEZE_MS)
  })

  it.each(found)('%s is contained while it arrives, and when it is complete', async (_id, attack) => {
    const payload = payloadOf(attack)
    const box = await stream(payload.component, JSON.stringify(payload.props()))
    mounted?.render(<App>{guarded(payload)}</App>)
    await waitFrames(() => box.querySelector('.pf-skeleton') === null)
    await frames(3)
    await expectContained(box, attack, STREAMED_FREEZE_MS)
  })
})
