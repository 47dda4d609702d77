import type { JsonObject } from '@pf/core'
import { getComponent, listComponents } from '@pf/registry'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { chartExamples } from '../__fixtures__/chart-examples.ts'
import { chartsOfTexts, ownLanguages, type RequestingText, requestingTexts, splitTexts, textsOfCharts } from '../__fixtures__/requesting-texts.ts'
import { bare, draw, frame, guarded } from '../test-support/hostile.tsx'
import type { Mounted } from '../test-support/mount.tsx'
import { createReportBarrier } from '../test-support/request-reports.ts'
import { neighbours, stringProps, switchedOn, withText } from '../test-support/string-props.ts'

const HOST = 'leak.invalid'
/** Number of components on the page at the same time. */
const BATCH = 80
/** The component whose documents block requests by their own policy. Everywhere else, an attempt that the browser blocks counts as a request. */
const FRAMED = 'html'

interface Request {
  url: string
  ended: boolean
  /** The reason why the browser blocked the request; undefined if it was sent. */
  kept: string | undefined
}
interface Session {
  send(method: string): Promise<unknown>
  on(event: string, listener: (params: { requestId: string; url?: string; request?: { url: string }; blockedReason?: string }) => void): void
}
const session = cdp() as unknown as Session
const allReported = createReportBarrier(session)
const requests = new Map<string, Request>()
const toHost = () => [...requests.values()].filter(({ url }) => url.includes(HOST))
/** The location in which each address was inserted. Addresses are unique across all tests, because frames may send requests late. */
const causes = new Map<string, string>()
/** Frames whose documents, including nested frames, are loaded. */
const loaded = new WeakSet<EventTarget>()

beforeAll(async () => {
  const note = (requestId: string, url = '') => requests.set(requestId, { url, ended: false, kept: undefined })
  const end = (requestId: string, kept?: string) => {
    const request = requests.get(requestId)
    if (request) Object.assign(request, { ended: true, kept })
  }
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ requestId, request }) => note(requestId, request?.url))
  session.on('Network.webSocketCreated', ({ requestId, url }) => note(requestId, url))
  session.on('Network.webSocketClosed', ({ requestId }) => end(requestId))
  session.on('Network.loadingFinished', ({ requestId }) => end(requestId))
  session.on('Network.loadingFailed', ({ requestId, blockedReason }) => end(requestId, blockedReason))
  document.addEventListener('load', ({ target }) => target && loaded.add(target), true)
})
afterAll(() => session.send('Network.disable'))

let mounted: Mounted | undefined
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
  vi.restoreAllMocks()
})

/** Waits until no elements are added, all frames are loaded and all requests are answered. */
async function quiet(box: HTMLElement) {
  let [count, since] = [0, 0]
  const until = performance.now() + 3_000
  while (since < 6 && performance.now() < until) {
    await frame()
    const now = box.querySelectorAll('*').length
    since = now === count ? since + 1 : 0
    count = now
  }
  await vi.waitFor(() => expect([...box.querySelectorAll('iframe')].filter((element) => !loaded.has(element))).toEqual([]))
  await allReported()
  await vi.waitFor(() => expect(toHost().filter(({ ended }) => !ended)).toEqual([]))
}

interface Filled {
  address: string
  props: JsonObject
}

type Way = 'guarded' | 'bare'

/** Fills one text with each payload and, without validation, also splits each payload between two texts of an object. */
function fillsOf(name: string, way: Way): Filled[] {
  const entry = getComponent(name)
  if (!entry) throw new Error(name)
  const { propsSchema, example } = entry
  const fills: Filled[] = []
  const add = (cause: string, make: (address: string) => JsonObject) => {
    const address = `https://${HOST}/${way}/${name}/${fills.length}.png`
    causes.set(address, cause)
    fills.push({ address, props: make(address) })
  }
  const fill = (props: JsonObject, texts: Readonly<Record<string, RequestingText>>) => {
    const paths = stringProps(propsSchema, props)
    for (const path of paths)
      for (const [kind, text] of Object.entries(texts)) add(`${kind} as ${path.join('/')}`, (address) => withText(props, path, text(address)))
    for (const [first, second] of way === 'bare' ? neighbours(paths) : [])
      for (const [kind, halves] of Object.entries(splitTexts))
        add(`${kind} split over ${first.join('/')} and ${second.join('/')}`, (address) => {
          const [start, end] = halves(address)
          return withText(withText(props, first, start), second, end)
        })
  }
  fill(example.props, { ...requestingTexts, ...ownLanguages[name] })
  for (const path of stringProps(propsSchema, example.props))
    add(`markup, everything switched on, as ${path.join('/')}`, (address) =>
      withText(switchedOn(propsSchema, example.props), path, requestingTexts.markup(address)),
    )
  if (way === 'bare')
    for (const title of chartsOfTexts) {
      const [component, props] = chartExamples[title] ?? []
      if (component === name && props) fill(props, textsOfCharts)
    }
  return fills
}

/** Returns the requests of a component, except those that were blocked in a framed document. */
const sentBy = (name: string, way: Way): string[] => {
  const own = toHost().filter(({ url, kept }) => url.startsWith(`https://${HOST}/${way}/${name}/`) && (name !== FRAMED || kept === undefined))
  return [...new Set(own.map(({ url }) => `${url}: ${causes.get(url.replace(/#.*/, ''))}`))]
}

const names = listComponents().map(({ name }) => name)

const ways = { guarded, bare } satisfies Record<Way, unknown>

describe.each([
  ['in an app', 'guarded'],
  ['with validation out of the way', 'bare'],
] as const)('texts that ask for an address, %s', (_, way) => {
  it.each(names)('%s sends no request', async (name) => {
    for (const method of ['error', 'warn', 'log'] as const) vi.spyOn(console, method).mockImplementation(() => {})
    const fills = fillsOf(name, way)
    const links: string[] = []
    let drawn = 0
    for (let at = 0; at < fills.length; at += BATCH) {
      mounted = await draw(
        <div style={{ display: 'grid' }}>
          {fills.slice(at, at + BATCH).map(({ address, props }) => (
            <div key={address} className="filled" style={{ gridArea: '1 / 1', minWidth: 0 }}>
              {ways[way](name, props)}
            </div>
          ))}
        </div>,
      )
      await quiet(mounted.box)
      const framed = `https://${HOST}/${way}/${FRAMED}/`
      if (name === FRAMED && at === 0) await vi.waitFor(() => expect(toHost().filter(({ url }) => url.startsWith(framed))).not.toEqual([]))
      links.push(...[...mounted.box.querySelectorAll('a')].filter(leavesPage).map((link) => link.outerHTML))
      drawn += mounted.box.querySelectorAll('.filled:not(:has(.pf-card))').length
      mounted.unmount()
    }
    await vi.waitFor(() => expect(toHost().filter(({ ended }) => !ended)).toEqual([]))
    expect(sentBy(name, way)).toEqual([])
    expect(links).toEqual([])
    if (!getComponent(name)?.optIn) expect(drawn).toBeGreaterThan(0)
  })

  it('and none is sent later', async () => {
    await allReported()
    await vi.waitFor(() => expect(toHost().filter(({ ended }) => !ended)).toEqual([]))
    expect(names.flatMap((name) => sentBy(name, way))).toEqual([])
  })
})

/** True if a click on a link would navigate the page itself to the host. */
const leavesPage = (link: Element) =>
  /leak\.invalid/.test(`${link.getAttribute('href')}${link.getAttribute('xlink:href')}`) && link.getAttribute('target') !== '_blank'

describe('requests that are sent', () => {
  const CONTROL = `https://${HOST}/control/`
  const seen = () => [...new Set(toHost().map(({ url }) => url))].flatMap((url) => (url.includes('/control/') ? [url.replace(/.*\/control\//, '')] : [])).sort()

  it('are seen, whatever element or style asks', async () => {
    let count = 0
    const markup = requestingTexts.markup(CONTROL).replace(/<(?:meta|base)[^>]*>/g, '')
    const html = markup.replaceAll(CONTROL, () => `${CONTROL}${count++}`)
    mounted = await draw(<div className="markup" />)
    for (const place of mounted.box.querySelectorAll('.markup')) place.innerHTML = html
    await quiet(mounted.box)
    const link = /href="[^"]*\/(\d+)" target/.exec(html)?.[1]
    const missing = () => Array.from({ length: count }, (_, index) => String(index)).filter((name) => !seen().some((path) => path.split('#')[0] === name))
    await vi.waitFor(() => expect(missing()).toEqual([link]))
    expect([...mounted.box.querySelectorAll('a')].filter(leavesPage)).toHaveLength(1)
  })

  it('are seen, whatever script asks', async () => {
    mounted = await draw(<p>x</p>)
    void fetch(`${CONTROL}fetch`).catch(() => {})
    new Image().src = `${CONTROL}picture`
    new WebSocket(`${CONTROL.replace('https', 'wss')}socket`)
    navigator.sendBeacon(`${CONTROL}beacon`)
    await vi.waitFor(() => expect(seen()).toEqual(expect.arrayContaining(['beacon', 'fetch', 'picture', 'socket'])))
  })

  it('are seen from a diagram that nothing filters', async () => {
    const { default: mermaid } = await import('mermaid')
    mermaid.initialize({ startOnLoad: false, securityLevel: 'loose' })
    mounted = await draw(<div className="diagram" />)
    const place = mounted.box.querySelector('.diagram') ?? undefined
    const kinds = ['image', 'image in a second block', 'label']
    // Drawing rejects if a picture does not load.
    for (const [index, kind] of kinds.entries())
      await mermaid.render(`control-${index}`, ownLanguages.mermaid?.[kind]?.(`${CONTROL}diagram-${index}`) ?? '', place).catch(() => {})
    await vi.waitFor(() => expect(seen()).toEqual(expect.arrayContaining(kinds.map((_, index) => `diagram-${index}`))))
  })
})
