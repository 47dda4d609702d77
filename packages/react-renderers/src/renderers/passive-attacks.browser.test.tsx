import { createPolicy } from '@pf/registry'
import { builtInComponents } from '@pf/registry/browser'
import { createElement, type ReactNode, Suspense } from 'react'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { paced } from '../../../../tooling/test-setup/machine-pace.ts'
import { type Attack, loadAttacks } from '../__fixtures__/attacks.ts'
import { ComponentBoundary } from '../component-renderer/component-boundary.tsx'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import { defaultRenderers } from '../component-renderer/renderer-table.ts'
import { PfProvider } from '../provider/pf-provider.tsx'
import { type Mounted, mount, noClient, stateOf } from '../test-support/mount.tsx'
import { createReportBarrier } from '../test-support/request-reports.ts'

const LEAK = 'http://leak.invalid:8911/leak'
const names = ['latex', 'html', 'video', 'embed', 'mermaid', 'plotly']
// An endless script in a frame needs a separate process, which this browser does not provide. It is tested in `sandbox-escape.test.ts`.
const attacks = loadAttacks(LEAK, 'http://app.invalid').filter(({ component, id }) => names.includes(component) && id !== 'html-spin')
const policy = createPolicy({ allowlist: [...builtInComponents], urlHosts: ['www.youtube.com'] })
const client = noClient()
const asked = new Map<string, string>()
const leaks = () => [...asked.values()].filter((url) => /leak\.invalid|evil\.example|127\.0\.0\.1/.test(url))
const opened: unknown[] = []
const open = window.open

interface Session {
  send(method: string): Promise<unknown>
  on(event: string, listener: (params: { requestId: string; request: { url: string }; blockedReason?: string }) => void): void
}
const session = cdp() as unknown as Session
const allReported = createReportBarrier(session)
beforeAll(async () => {
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ requestId, request }) => asked.set(requestId, request.url))
  // The event also reports requests that a policy blocks afterwards.
  session.on('Network.loadingFailed', ({ requestId, blockedReason }) => blockedReason === 'csp' && asked.delete(requestId))
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

const guarded = ({ component, props }: Attack) => <ComponentRenderer component={stateOf(component, props)} />

function bare({ component, props }: Attack) {
  const renderer = defaultRenderers.get(component)
  if (!renderer) throw new Error(component)
  return (
    <ComponentBoundary resetKey={component} onError={undefined} fallback={<p className="pf-card">contained</p>}>
      <Suspense fallback={<p className="pf-skeleton">…</p>}>{createElement(renderer, { props, id: 'a', streaming: false, renderNested: () => null })}</Suspense>
    </ComponentBoundary>
  )
}

async function show(content: ReactNode): Promise<HTMLElement> {
  mounted = mount(
    <PfProvider client={client} policy={policy}>
      <div id="root">
        {content}
        <ComponentRenderer component={stateOf('metric', { value: 42, label: 'Control' }, { key: 'control', id: 'control' })} />
      </div>
    </PfProvider>,
  )
  const { box } = mounted
  await vi.waitFor(() => expect(box.querySelector('.pf-metric-value')?.textContent).toBe('42'), 10_000)
  await vi.waitFor(() => expect(box.querySelector('.pf-skeleton')).toBeNull(), 20_000)
  await frames(4)
  return box
}

async function frames(count: number) {
  for (let index = 0; index < count; index++) await new Promise(requestAnimationFrame)
}

async function operateControls(box: HTMLElement) {
  for (const element of box.querySelectorAll<Element>('svg a, svg text, math *')) element.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  for (const link of box.querySelectorAll<HTMLElement>('a:not([target="_blank"])')) link.click()
  // Loading a video is an explicit decision of the reader.
  for (const button of box.querySelectorAll<HTMLElement>('button')) if (!button.textContent?.startsWith('Show video')) button.click()
  await frames(3)
}

async function unharmed(box: HTMLElement, address: string) {
  expect([window.__pwned, ({} as { polluted?: unknown }).polluted, location.href, opened]).toEqual([undefined, undefined, address, []])
  await allReported()
  // That a policy blocked a request is reported after the request itself. A request that was sent stays in the list.
  await vi.waitFor(() => expect(leaks()).toEqual([]), 5_000)
  expect(document.getElementById('root')?.closest('div')).toBe(box.querySelector('#root'))
  expect(getComputedStyle(document.body).display).not.toBe('none')
  expect(box.querySelector('script, object, embed, form, link, meta, base, iframe:not(.pf-html)')).toBeNull()
  for (const element of box.querySelectorAll('*')) for (const { name } of element.attributes) expect(name.startsWith('on')).toBe(false)
  for (const element of box.querySelectorAll('iframe')) expect(element.getAttribute('sandbox')).toMatch(/^(?:allow-scripts)?$/)
  expect([...document.body.children].filter((element) => /^d?(?:pf-)?mermaid/.test(element.id))).toEqual([])
}

describe.each([
  ['that validation refuses', guarded, attacks.filter((attack) => attack.expect === 'rejected')],
  ['with validation out of the way', bare, attacks],
] as const)('hostile payloads %s', (_, content, some) => {
  it.each(some.map((attack) => [attack.id, attack] as const))('%s harms nothing and leaves the page alive', async (_id, attack) => {
    const address = location.href
    const box = await show(content(attack))
    const before = performance.now()
    await frames(2)
    expect(performance.now() - before).toBeLessThan(paced(1_500))
    await operateControls(box)
    await unharmed(box, address)
  })
})

describe('the same components with harmless payloads', () => {
  it.each([
    ['latex', { expression: 'x^2' }, 'math'],
    ['html', { html: '<p>x</p>' }, 'iframe.pf-html'],
    ['video', { src: 'https://evil.example/a.mp4' }, '.pf-card'],
    ['embed', { url: 'https://www.youtube.com/embed/x' }, 'iframe.pf-embed, .pf-card'],
    ['mermaid', { code: 'graph LR\n A-->B' }, '.pf-mermaid img'],
    ['plotly', { data: [{ y: [1, 2] }] }, '.main-svg'],
  ])('%s are drawn', async (component, props, mark) => {
    const box = await show(<ComponentRenderer component={stateOf(component, props)} />)
    await vi.waitFor(() => expect(box.querySelector(mark)).not.toBeNull(), 10_000)
  })

  it('and a request would be seen', async () => {
    asked.clear()
    const box = await show(bare({ id: 'x', component: 'video', props: { src: 'https://leak.invalid/a.mp4' }, why: '', expect: 'sanitised' }))
    box.querySelector<HTMLElement>('button')?.click()
    await vi.waitFor(() => expect(leaks()).not.toEqual([]))
    asked.clear()
  })
})
