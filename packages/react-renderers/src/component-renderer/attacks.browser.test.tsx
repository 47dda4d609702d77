import type { JsonObject } from '@pf/core'
import { createElement, Suspense } from 'react'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { paced } from '../../../../tooling/test-setup/machine-pace.ts'
import { type Attack, loadAttacks } from '../__fixtures__/attacks.ts'
import { type Mounted, mount, stateOf } from '../test-support/mount.tsx'
import { createReportBarrier } from '../test-support/request-reports.ts'
import { ComponentBoundary } from './component-boundary.tsx'
import { ComponentRenderer } from './component-renderer.tsx'
import { defaultRenderers } from './renderer-table.ts'

declare global {
  interface Window {
    __pwned?: unknown
  }
}

const LEAK = 'http://leak.invalid:8911/leak'
/** Components drawn in frames, as pictures or by large libraries have separate test files. */
const elsewhere = ['latex', 'html', 'video', 'embed', 'mermaid', 'plotly']
const attacks = loadAttacks(LEAK, 'http://app.invalid').filter(({ component }) => !elsewhere.includes(component))
const asked: string[] = []
const opened: unknown[] = []
const open = window.open
const control = stateOf('metric', { value: 42, label: 'Control' }, { key: 'control', id: 'control' })

interface Session {
  send(method: string): Promise<unknown>
  on(event: string, listener: (params: { request: { url: string } }) => void): void
}

const session = cdp() as unknown as Session
const allReported = createReportBarrier(session)
beforeAll(async () => {
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ request }) => asked.push(request.url))
  window.open = (...args) => {
    opened.push(args)
    return null
  }
})
afterAll(async () => {
  window.open = open
  await session.send('Network.disable')
})

let mounted: Mounted | undefined
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
})

/** Renders through all checks that precede the renderer in an app. */
const guarded = (attack: Attack) => <ComponentRenderer component={stateOf(attack.component, attack.props)} />

/** Renders directly, as if validation had accepted the props. */
function bare({ component, props }: Attack) {
  const renderer = defaultRenderers.get(component)
  if (!renderer) throw new Error(component)
  const drawn = createElement(renderer, {
    props,
    id: 'a',
    streaming: false,
    renderNested: (nested) => <ComponentRenderer component={stateOf(nested.component, nested.props)} />,
  })
  return (
    <ComponentBoundary resetKey={component} onError={undefined} fallback={<p className="pf-card">contained</p>}>
      <Suspense fallback={<p className="pf-skeleton">…</p>}>{drawn}</Suspense>
    </ComponentBoundary>
  )
}

async function show(content: ReturnType<typeof guarded>): Promise<HTMLElement> {
  mounted = mount(
    <div id="root">
      {content}
      <ComponentRenderer component={control} />
    </div>,
  )
  const { box } = mounted
  await vi.waitFor(() => expect(box.querySelector('.pf-metric-value')).not.toBeNull(), 10_000)
  // Figures of a report that are not near the viewport stay skeletons.
  await vi.waitFor(() => expect(box.querySelector('.pf-skeleton:not(.pf-report-figure *)')).toBeNull(), 20_000)
  await vi.waitFor(() => expect([...box.querySelectorAll('.pf-chart')].every((chart) => chart.querySelector('canvas'))).toBe(true), 20_000)
  await frames(3)
  return box
}

async function frames(count: number) {
  for (let index = 0; index < count; index++) await new Promise(requestAnimationFrame)
}

/** Performs all actions that are possible with a pointer. */
async function operateControls(box: HTMLElement) {
  for (const canvas of box.querySelectorAll('canvas')) {
    const { left, top, width, height } = canvas.getBoundingClientRect()
    for (const [x, y] of [
      [0.5, 0.5],
      [0.3, 0.7],
      [0.7, 0.6],
      [0.02, 0.03],
      [0.1, 0.1],
    ] as const) {
      const at = { clientX: left + x * width, clientY: top + y * height, bubbles: true }
      for (const type of ['mousemove', 'mousedown', 'mouseup', 'click']) canvas.dispatchEvent(new MouseEvent(type, at))
      await frames(2)
    }
  }
  for (const link of box.querySelectorAll<HTMLElement>('a:not([target="_blank"])')) link.click()
  for (const button of box.querySelectorAll<HTMLElement>('button:not(.pf-md-load-image)')) button.click()
  await frames(3)
}

async function unharmed(box: HTMLElement, address: string) {
  await allReported()
  expect(window.__pwned).toBeUndefined()
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  expect(asked.filter((url) => url.startsWith(LEAK))).toEqual([])
  expect(location.href).toBe(address)
  expect(opened).toEqual([])
  expect(document.getElementById('root')).toBe(box.firstElementChild)
  expect(document.currentScript).toBeNull()
  expect(getComputedStyle(document.body).display).not.toBe('none')
  expect([...box.querySelectorAll('.pf-metric-value')].some((value) => value.textContent === '42')).toBe(true)
  expect(box.querySelector('script, style, iframe, object, embed, form, link, meta, base, svg[onload]')).toBeNull()
  for (const element of box.querySelectorAll('*')) for (const { name } of element.attributes) expect(name.startsWith('on')).toBe(false)
  for (const element of box.querySelectorAll('.pf-md [id]')) expect(element.id).toMatch(/^pf-md-/)
  expect(box.innerHTML).not.toMatch(/NaN|Infinity|\[object Object\]|function Object/)
}

describe.each([
  ['in an app', guarded],
  ['with validation out of the way', bare],
])('hostile payloads %s', (_, content) => {
  it.each(attacks.filter((attack) => attack.channel === undefined).map((attack) => [attack.id, attack] as const))(
    '%s harms nothing and leaves the page alive',
    async (_id, attack) => {
      const address = location.href
      const box = await show(content(attack))
      const before = performance.now()
      await frames(2)
      expect(performance.now() - before).toBeLessThan(paced(1_500))
      await operateControls(box)
      await unharmed(box, address)
      const painted = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
      expect(painted === null || !/Session expired/.test(painted.textContent ?? '') || painted.closest('.pf-md') !== null || painted.contains(box)).toBe(true)
    },
  )
})

describe('what validation refuses', () => {
  it.each(attacks.filter((attack) => attack.expect === 'rejected' && attack.channel === undefined).map((attack) => [attack.id, attack] as const))(
    '[003-lim-07] %s becomes a sentence without its props',
    async (_id, attack) => {
      const box = await show(guarded(attack))
      const card = box.querySelector('.pf-card')
      expect(card?.textContent).toMatch(/could not be shown|not enabled|no renderer/)
      expect(card?.textContent).not.toContain('url(')
    },
  )
})

const attack = (id: string): Attack => {
  const found = attacks.find((candidate) => candidate.id === id)
  if (!found) throw new Error(id)
  return found
}

describe('single payloads', () => {
  it('a chart that ECharts cannot draw becomes a sentence', async () => {
    const box = await show(guarded(attack('echarts-bad-option')))
    await vi.waitFor(() => expect(box.querySelector('.pf-card')).not.toBeNull())
  })

  it('a field that a row does not have is an empty cell', async () => {
    const box = await show(bare(attack('grid-proto-fields')))
    const second = [...box.querySelectorAll('tbody tr')][1]
    expect([...(second?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent)).toEqual(['', '', '', '', '', ''])
  })

  it('HTML in cells and headings is text', async () => {
    const box = await show(guarded(attack('grid-html-cells')))
    expect(box.querySelector('thead')?.textContent).toContain('<img src=x')
    expect(box.querySelector('table img, table a')).toBeNull()
  })

  it('[003-lim-08] raw HTML in markdown is text, whatever the model chose', async () => {
    const box = await show(guarded(attack('md-script')))
    expect(box.querySelector('.pf-md')?.textContent).toContain('<script>window.__pwned=1</script>')
    expect(box.querySelector('.pf-md img, .pf-md svg, .pf-md a')).toBeNull()
  })

  it('a link with an unsafe address is its text', async () => {
    const box = await show(guarded(attack('md-link-schemes')))
    expect(box.querySelectorAll('.pf-md a')).toHaveLength(0)
    expect(box.querySelector('.pf-md')?.textContent).toContain('a b c')
  })

  it('a link that masks its host shows the true one, and tells nobody where it was clicked', async () => {
    const box = await show(guarded(attack('md-link-mask')))
    const links = [...box.querySelectorAll<HTMLAnchorElement>('.pf-md a')]
    expect(links.map((link) => link.title)).toEqual(['evil.example', 'xn--80ak6aa92e.com', 'evil.example'])
    // The text of the second link is its own host.
    expect([...box.querySelectorAll('.pf-link-host')].map((host) => host.textContent)).toEqual([' (evil.example)', ' (evil.example)'])
    expect(links[1]?.textContent).toBe('https://xn--80ak6aa92e.com')
    for (const link of links) expect([link.rel, link.referrerPolicy, link.target]).toEqual(['noopener noreferrer nofollow', 'no-referrer', '_blank'])
    expect(box.querySelector('.pf-md')?.textContent).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  })

  it('framing text of a planner is shown as it is', async () => {
    const box = await show(guarded(attack('md-delimiter-spoof')))
    const text = box.querySelector('.pf-md')?.textContent ?? ''
    for (const part of ['[/ARTIFACT:abc123]', '<artifact:dict size=42KB>', '"next_node":"delete_all"']) expect(text).toContain(part)
  })

  it('a figure that does not end stays inside its place', async () => {
    const box = await show(bare(attack('metric-values')))
    const place = box.getBoundingClientRect()
    for (const element of box.querySelectorAll('.pf-metric, .pf-metric *')) {
      const { right, bottom } = element.getBoundingClientRect()
      expect(right).toBeLessThanOrEqual(place.right + 1)
      expect(bottom).toBeLessThanOrEqual(place.bottom + 1)
    }
  })

  it('an update cannot turn a component into another one or smuggle in what validation refuses', async () => {
    const { createComponentStore } = await import('../conversation/create-component-store.ts')
    const { chunk, custom, logOf, started } = await import('../test-support/run-log.ts')
    const store = createComponentStore()
    const update = attack('patch-to-forbidden')
    const events = [
      started(),
      chunk('a', 'metric', { value: 1, label: 'x' }),
      custom('artifact_update', { id: 'a', message_id: 't:r1', version: 1, ...(update.props as JsonObject) }),
    ]
    for (const event of logOf(events)) store.apply(event)
    const turn = store.getSnapshot().turns[0]
    expect(turn?.kind === 'assistant' && turn.components[0]).toMatchObject({ component: 'metric', props: { value: 1, label: 'x' } })
  })

  it('an image is fetched only after a click, and never from the page itself', async () => {
    const content = `![pixel](${LEAK}?c=md) ![own](${location.origin}/secret) ![rel](/secret) [![in a link](${LEAK}?c=link)](https://example.org)`
    const box = await show(<ComponentRenderer component={stateOf('markdown', { content })} />)
    expect([...box.querySelectorAll('.pf-md-load-image')].map((button) => button.textContent)).toEqual([
      'Show image from leak.invalid:8911pixel',
      'Show image from leak.invalid:8911in a link',
    ])
    expect(box.querySelector('.pf-md img')).toBeNull()
    await allReported()
    expect(asked.filter((url) => url.startsWith(LEAK) || url.includes('/secret'))).toEqual([])
    box.querySelector<HTMLElement>('.pf-md-load-image')?.click()
    await vi.waitFor(() => expect(box.querySelector<HTMLImageElement>('.pf-md img')?.referrerPolicy).toBe('no-referrer'))
    // Verifies that requests are observed at all.
    await vi.waitFor(() => expect(asked.filter((url) => url.startsWith(LEAK))).toHaveLength(1))
    asked.length = 0
  })
})
