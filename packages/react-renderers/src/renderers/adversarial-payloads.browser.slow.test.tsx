import { createPartialJson, type JsonObject, PfError } from '@pf/core'
import { createPolicy, getComponent } from '@pf/registry'
import { builtInComponents } from '@pf/registry/browser'
import { createElement, type ReactNode, Suspense } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { type AdversarialPayload, adversarialPayloads } from '../__fixtures__/adversarial-payloads.ts'
import { ComponentBoundary } from '../component-renderer/component-boundary.tsx'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import { defaultRenderers } from '../component-renderer/renderer-table.ts'
import { PfQuestionTool } from '../copilotkit.ts'
import { createComponentKitStore } from '../kits/component-kit-store.ts'
import { registryRules } from '../kits/registry-rules.ts'
import { PfProvider } from '../provider/pf-provider.tsx'
import { asked as interaction } from '../test-support/form.tsx'
import { type FreezeWatch, watchFreezes } from '../test-support/freeze-watch.ts'
import { type Mounted, mount, noClient, stateOf } from '../test-support/mount.tsx'
import { createReportBarrier } from '../test-support/request-reports.ts'

const policy = createPolicy({ allowlist: [...builtInComponents], renderers: [...builtInComponents], urlHosts: ['www.youtube.com'], allowHtml: true })
const client = noClient()
/** This is not a speed test: limited work takes at most two seconds on a quiet machine, unlimited work takes minutes. */
const LONGEST_MS = 10_000
const kits = createComponentKitStore()
const asked = new Map<string, string>()
const uncaught: string[] = []
let freezes: FreezeWatch

interface Session {
  send(method: string): Promise<unknown>
  on(event: string, listener: (params: { requestId: string; request: { url: string }; blockedReason?: string }) => void): void
}
const session = cdp() as unknown as Session
const allReported = createReportBarrier(session)
/** Records errors. A picture or video that does not load is not an error of the page. */
const note = (event: ErrorEvent | PromiseRejectionEvent) => {
  const text = event instanceof ErrorEvent ? event.message : String(event.reason)
  if (!/ResizeObserver loop/.test(text)) uncaught.push(text)
  event.preventDefault()
}

beforeAll(async () => {
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ requestId, request }) => asked.set(requestId, request.url))
  session.on('Network.loadingFailed', ({ requestId, blockedReason }) => blockedReason === 'csp' && asked.delete(requestId))
  addEventListener('error', note)
  addEventListener('unhandledrejection', note)
  window.open = () => {
    uncaught.push('window.open')
    return null
  }
  await kits.load(builtInComponents)
  freezes = await watchFreezes()
})
afterAll(() => session.send('Network.disable'))

let mounted: Mounted | undefined
beforeEach(() => freezes.restart())
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
  asked.clear()
  uncaught.length = 0
})

/** Returns the inherited properties of all objects, lists and functions of the page. */
const everywhere = () =>
  [Object.prototype, Array.prototype, Function.prototype, String.prototype, Object, Array].flatMap((owner, index) =>
    Object.getOwnPropertyNames(owner).map((name) => `${index} ${name}`),
  )
const before = everywhere()

const frame = () => new Promise(requestAnimationFrame)
async function frames(count: number) {
  for (let at = 0; at < count; at++) await frame()
}

const page = (content: ReactNode) => (
  <PfProvider client={client} policy={policy}>
    <div id="root">
      {content}
      <ComponentRenderer component={stateOf('metric', { value: 42, label: 'Control' }, { key: 'control', id: 'control' })} />
    </div>
  </PfProvider>
)

/** Renders through all checks that precede the renderer in an app. Only a question of the server is rendered as one. */
const guarded = (component: string, props: JsonObject): ReactNode =>
  getComponent(component)?.interactive ? (
    <PfQuestionTool component={component} toolCallId="q" args={props} respond={() => {}} />
  ) : (
    <ComponentRenderer component={stateOf(component, props)} />
  )

function bare(component: string, props: JsonObject): ReactNode {
  const renderer = defaultRenderers.get(component)
  if (!renderer) throw new Error(component)
  const renderNested = (nested: { component: string; props: JsonObject }) => <ComponentRenderer component={stateOf(nested.component, nested.props)} />
  return (
    <ComponentBoundary resetKey={component} onError={undefined} fallback={<p className="pf-card">contained</p>}>
      <Suspense fallback={<p className="pf-skeleton">…</p>}>
        {createElement(renderer, { props, id: 'a', streaming: false, renderNested, interaction: interaction() })}
      </Suspense>
    </ComponentBoundary>
  )
}

async function settled({ box }: Mounted) {
  await vi.waitFor(() => expect(box.querySelector('.pf-metric-value')).not.toBeNull(), 20_000)
  await vi.waitFor(() => expect(box.querySelector('.pf-skeleton:not(.pf-report-figure *)')).toBeNull(), 30_000)
  await frames(4)
}

const leaks = () =>
  [...asked.values()].filter((url) => !url.startsWith(location.origin) && !/^(?:data|blob|about):/.test(url) && !/^https:\/\/www\.youtube\.com[/:]/.test(url))

async function unharmed({ box }: Mounted, address: string, component: string) {
  const values = [...box.querySelectorAll('#root > :last-child .pf-metric-value')].map((value) => value.textContent)
  expect({
    pwned: (window as { __pwned?: unknown }).__pwned,
    polluted: everywhere().filter((name) => !before.includes(name)),
    address: location.href,
    values,
    uncaught,
  }).toEqual({ pwned: undefined, polluted: [], address, values: ['42'], uncaught: [] })
  await allReported()
  // That a policy blocked a request is reported after the request itself. A request that was sent stays in the list.
  await vi.waitFor(() => expect(leaks()).toEqual([]), 5_000)
  expect(document.getElementById('root')).toBe(box.querySelector('#root'))
  expect(getComputedStyle(document.body).display).not.toBe('none')
  expect(box.querySelector(`script, object, embed, link, meta, base${component === 'html' ? '' : ', iframe:not(.pf-embed)'}`)).toBeNull()
  for (const element of box.querySelectorAll('*'))
    for (const { name } of element.attributes) if (name.startsWith('on')) throw new Error(element.outerHTML.slice(0, 200))
  for (const link of box.querySelectorAll<HTMLAnchorElement>('a[href], a[*|href]')) expect(link.getAttribute('href') ?? '').toMatch(/^(?:https?:|mailto:|#|$)/)
  const own = box.querySelector('#root > :first-child')
  expect(own?.textContent).not.toMatch(/\[object Object\]|function Object/)
  const around = box.getBoundingClientRect()
  const control = box.querySelector('#root > :last-child')?.getBoundingClientRect()
  expect(control && control.left >= around.left - 1 && control.right <= around.right + 1).toBe(true)
  const wide = document.documentElement.scrollWidth
  expect(wide).toBeLessThanOrEqual(Math.max(innerWidth, 760))
}

/** Draws a component, checks the page and returns its longest task in milliseconds. */
async function draw(content: ReactNode, component: string): Promise<number> {
  const address = location.href
  mounted = mount(page(content))
  await settled(mounted)
  const longest = await freezes.longest()
  await unharmed(mounted, address, component)
  const own = mounted.box.querySelector('#root > :first-child')
  expect((own?.textContent ?? '').trim() !== '' || own?.querySelector('canvas, img, svg, iframe, video, input') != null).toBe(true)
  return longest
}

/** Draws a component while its props arrive, checks the page after each piece and returns its longest task in milliseconds. */
async function play(component: string, props: JsonObject): Promise<number> {
  const text = JSON.stringify(props).slice(0, 400_000)
  const rules = registryRules(kits, policy)
  const parser = createPartialJson()
  const step = Math.max(5, Math.ceil(text.length / 24))
  const address = location.href
  const state = (now: JsonObject | undefined) => <ComponentRenderer component={stateOf(component, now ?? {}, { status: now ? 'streaming' : 'skeleton' })} />
  mounted = mount(page(state(undefined)))
  await vi.waitFor(() => expect(mounted?.box.querySelector('.pf-metric-value')).not.toBeNull(), 20_000)
  for (let at = 0; at < text.length; at += step) {
    try {
      parser.feed(text.slice(at, at + step))
    } catch (error) {
      // Cyclic and extremely deep props are refused before anything is drawn.
      expect(error).toBeInstanceOf(PfError)
      return freezes.longest()
    }
    mounted.render(page(state(rules.prefix(component, parser.value, (pointer) => parser.pathState(pointer)))))
    await frame()
    await freezes.mark()
    await unharmed(mounted, address, component)
  }
  await frames(3)
  await unharmed(mounted, address, component)
  return freezes.longest()
}

/** Checks the longest task. A machine without free memory can hold up any task, so a task that is too long has to be so twice. */
async function expectShortTasks(act: () => Promise<number>) {
  if ((await act()) < LONGEST_MS) return
  mounted?.unmount()
  await freezes.restart()
  expect(await act()).toBeLessThan(LONGEST_MS)
}

const wanted = adversarialPayloads.map((payload) => [`${payload.component}: ${payload.name}`, payload] as const)

describe.each([
  ['in an app', ({ component, props }: AdversarialPayload) => draw(guarded(component, props()), component)],
  ['with validation out of the way', ({ component, props }: AdversarialPayload) => draw(bare(component, props()), component)],
  ['as they arrive', ({ component, props }: AdversarialPayload) => play(component, props())],
] as const)('payloads that nobody writes, %s', (_, act) => {
  it.each(wanted)('%s', (_name, payload) => expectShortTasks(() => act(payload)), 120_000)
})
