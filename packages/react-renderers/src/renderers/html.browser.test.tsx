import type { JsonObject } from '@pf/core'
import { createPolicy } from '@pf/registry'
import { builtInComponents } from '@pf/registry/browser'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import { PfProvider } from '../provider/pf-provider.tsx'
import { axeFaults } from '../test-support/axe.ts'
import { type Mounted, mount, noClient, stateOf } from '../test-support/mount.tsx'
import { sandboxDocument } from './html/sandbox-document.ts'
import { HtmlRenderer } from './html.tsx'

const policy = createPolicy({ allowlist: [...builtInComponents], htmlSandbox: 'allow-scripts allow-forms' })
const client = noClient()
const inApp = (content: ReactNode, more: { htmlSandboxUrl?: string } = {}) => (
  <PfProvider client={client} policy={policy} {...more}>
    <input aria-label="of the page" id="own" />
    {content}
  </PfProvider>
)

let mounted: Mounted | undefined
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
})

async function show(content: ReactNode): Promise<HTMLElement> {
  mounted = mount(content)
  const { box } = mounted
  await vi.waitFor(() => expect(box.querySelector('iframe')).not.toBeNull())
  return box
}

const showHtml = (props: JsonObject) => show(inApp(<ComponentRenderer component={stateOf('html', props)} />))

function $<Found extends HTMLElement>(box: HTMLElement, selector: string): Found {
  const found = box.querySelector<Found>(selector)
  if (!found) throw new Error(`no ${selector}`)
  return found
}

const frameOf = (box: HTMLElement) => $<HTMLIFrameElement>(box, 'iframe')
const activate = (box: HTMLElement) => userEvent.click($(box, '.pf-html-activate'))
const cardOf = (box: HTMLElement) => box.querySelector('.pf-card')?.textContent

/** Returns the next message that a frame sends to the page. */
const nextMessage = <Data,>(isWanted: (data: Data) => boolean) =>
  new Promise<Data>((resolve) => {
    const listen = ({ data }: MessageEvent<Data>) => {
      if (!isWanted(data)) return
      removeEventListener('message', listen)
      resolve(data)
    }
    addEventListener('message', listen)
  })

describe('html', () => {
  it('[003-cmp-24] stands in a frame in a frame, with the host’s sandbox, whatever the model asked for', async () => {
    const props = { html: '<p>x</p>', sandbox: 'allow-scripts allow-same-origin allow-top-navigation', height: '123px' }
    const box = await show(inApp(<HtmlRenderer props={props} id="a" streaming={false} renderNested={() => null} />))
    await activate(box)
    const outer = frameOf(box)
    expect([outer.getAttribute('sandbox'), outer.offsetHeight, outer.referrerPolicy]).toEqual(['allow-scripts allow-forms', 123, 'no-referrer'])
    expect(outer.srcdoc).toMatch(/^<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'/)
    expect(outer.srcdoc).toContain('sandbox="allow-scripts allow-forms" srcdoc="')
    expect(outer.contentDocument).toBeNull()
  })

  it('runs no script and takes no focus until the user activates it, by keyboard too', async () => {
    const box = await showHtml({ html: '<input autofocus>', js: 'parent.parent.postMessage({ ran: true }, "*")' })
    const ran = vi.fn()
    void nextMessage<{ ran?: boolean }>((data) => data.ran === true).then(ran)
    expect([frameOf(box).getAttribute('sandbox'), frameOf(box).inert]).toEqual(['', true])
    expect(ran).not.toHaveBeenCalled()
    $(box, '#own').focus()
    await userEvent.keyboard('{Tab}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Activate “Content made by the assistant” to run it and to use it')
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(ran).toHaveBeenCalled())
    expect(document.activeElement).toBe(frameOf(box))
    expect([frameOf(box).inert, box.querySelector('.pf-html-activate')]).toEqual([false, null])
  })

  it('has a button that screen readers can name, in either state', async () => {
    const box = await showHtml({ html: '<p>x</p>' })
    expect(await axeFaults(box)).toEqual([])
    await activate(box)
    expect(await axeFaults(box)).toEqual([])
  })

  it('is left when the user goes elsewhere, keeps what it shows, and can be activated again', async () => {
    const box = await showHtml({ html: '<p>x</p>' })
    await activate(box)
    const running = frameOf(box)
    await userEvent.click($(box, '#own'))
    await vi.waitFor(() => expect(box.querySelector('.pf-html-activate')).not.toBeNull())
    expect([document.activeElement?.id, running.inert]).toEqual(['own', true])
    await activate(box)
    expect([frameOf(box), document.activeElement]).toEqual([running, running])
    // The page may move the focus as well.
    $(box, '#own').focus()
    await vi.waitFor(() => expect(running.inert).toBe(true))
    expect(frameOf(box)).toBe(running)
  })

  it('is stopped when it takes the focus from the page, and the keys reach the field of the page', async () => {
    const js =
      'const field = document.body.appendChild(document.createElement("input")); const take = () => { window.focus(); field.focus() }; setInterval(take, 5); field.onkeydown = ({ key }) => parent.parent.postMessage({ key }, "*")'
    const box = await showHtml({ html: '<p>x</p>', js })
    const keys: unknown[] = []
    addEventListener('message', ({ data }) => data.key && keys.push(data.key))
    await activate(box)
    await vi.waitFor(() => expect(document.activeElement).toBe(frameOf(box)))
    await userEvent.click($(box, '#own'))
    await vi.waitFor(() => expect(cardOf(box)).toContain('took the keyboard focus'))
    expect(document.activeElement?.id).toBe('own')
    await userEvent.keyboard('a secret')
    expect($<HTMLInputElement>(box, '#own').value).toBe('a secret')
    expect(keys).toEqual([])
    expect(box.querySelector('iframe')).toBeNull()
    await userEvent.click($(box, '.pf-card button'))
    expect(frameOf(box).getAttribute('sandbox')).toBe('')
  })

  it.each([
    ['its own frame', 'setInterval(() => { for (let n = 0; n < 50; n++) parent.parent.postMessage(n, "*") }, 1)'],
    [
      'a frame that it makes',
      'const f = document.createElement("iframe"); f.srcdoc = "<script>setInterval(() => { for (let n = 0; n < 50; n++) parent.parent.parent.postMessage(n, `*`) }, 1)</script>"; document.body.append(f)',
    ],
  ])('is stopped when it sends messages without end, from %s', async (_, js) => {
    const box = await showHtml({ html: '<p>x</p>', js })
    await activate(box)
    await vi.waitFor(() => expect(cardOf(box)).toContain('too many messages'))
    expect([box.querySelector('iframe'), $(box, '.pf-card button').textContent]).toEqual([null, 'Restart'])
  })

  it('may report a new height in every frame of an animation', async () => {
    const js =
      'let n = 0; const grow = () => { a.style.height = 100 + (n++ % 100) + "px"; if (n < 90) requestAnimationFrame(grow); else parent.parent.postMessage({ done: true }, "*") }; grow()'
    const box = await showHtml({ html: '<div id="a"></div>', js, height: 'auto' })
    const done = nextMessage<{ done?: boolean }>((data) => data.done === true)
    await activate(box)
    await done
    expect(cardOf(box)).toBeUndefined()
  })

  it('has no feature of the browser that a permissions policy controls', async () => {
    const js = 'parent.parent.postMessage({ features: document.featurePolicy.allowedFeatures() }, "*")'
    const box = await showHtml({ html: '<p>x</p>', js })
    const features = nextMessage<{ features?: string[] }>((data) => data.features !== undefined)
    await activate(box)
    expect((await features).features).toEqual([])
  })

  it('is as high as its content where that is wanted', async () => {
    const box = await showHtml({ html: '<div id="a"></div>', css: 'body { margin: 0 }', js: 'a.style.height = "213px"', height: 'auto' })
    await activate(box)
    await vi.waitFor(() => expect(frameOf(box).style.blockSize).toBe('213px'))
  })

  it('takes a height from the outer document only', async () => {
    const js = 'parent.parent.postMessage(999, "*"); parent.postMessage({ pf: "height", height: 998 }, "*"); parent.parent.postMessage({ done: true }, "*")'
    const box = await showHtml({ html: '<p>x</p>', css: 'body { margin: 0 } p { height: 150px; margin: 0 }', height: 'auto', js })
    const done = nextMessage<{ done?: boolean }>((data) => data.done === true)
    await activate(box)
    await done
    window.postMessage(997, '*')
    await vi.waitFor(() => expect(frameOf(box).style.blockSize).toBe('150px'))
    await new Promise(requestAnimationFrame)
    expect(frameOf(box).style.blockSize).toBe('150px')
  })

  it('is stopped after a few messages to the page, however large and rare they are, and none of them is read', async () => {
    const js = 'const list = Array.from({ length: 200_000 }, (_, at) => at); setInterval(() => parent.parent.postMessage(list, "*"), 50)'
    const readFrom: boolean[] = []
    let watching = true
    const isOuter = (source: unknown) => source === document.querySelector('iframe')?.contentWindow
    const add = window.addEventListener.bind(window)
    // The listener of the page gets events whose data tells that it was read.
    const spy = vi.spyOn(window, 'addEventListener').mockImplementation((type: string, listener: EventListenerOrEventListenerObject, options?: unknown) => {
      const tell = (event: Event) => {
        if (watching) Object.defineProperty(event, 'data', { configurable: true, get: () => readFrom.push(isOuter((event as MessageEvent).source)) })
        if (typeof listener === 'function') listener(event)
      }
      add(type, type === 'message' ? tell : listener, options as AddEventListenerOptions)
    })
    const box = await showHtml({ html: '<p>x</p>', js })
    await activate(box)
    await vi.waitFor(() => expect(cardOf(box)).toContain('too many messages'))
    spy.mockRestore()
    watching = false
    expect([box.querySelector('iframe'), readFrom.length > 0, readFrom.includes(false)]).toEqual([null, true, false])
  })

  it('is stopped when it sends heights without end', async () => {
    const box = await showHtml({ html: '<p>x</p>', js: 'setInterval(() => { for (let n = 0; n < 50; n++) parent.postMessage(n, "*") }, 1)' })
    await activate(box)
    await vi.waitFor(() => expect(cardOf(box)).toContain('too many messages'))
  })

  it('is shown by the host’s sandbox page where there is one: that page asks for it by its number', async () => {
    const address = URL.createObjectURL(new Blob([sandboxDocument.body], { type: 'text/html' }))
    const props = { html: '<div style="height: 217px"></div>', css: 'body { margin: 0 }', height: 'auto' }
    const box = await show(inApp(<ComponentRenderer component={stateOf('html', props)} />, { htmlSandboxUrl: address }))
    const outer = () => frameOf(box)
    expect(outer().getAttribute('src')?.replace(address, '')).toMatch(/^#[0-9a-f-]{32,}$/)
    expect([outer().getAttribute('srcdoc'), outer().getAttribute('sandbox')]).toEqual([null, 'allow-scripts'])
    await activate(box)
    expect(outer().getAttribute('sandbox')).toBe('allow-scripts allow-forms')
    await vi.waitFor(() => expect(outer().style.blockSize).toBe('217px'))
    URL.revokeObjectURL(address)
  })

  it('[003-reg-09] is off until the host names it', async () => {
    mounted = mount(<ComponentRenderer component={stateOf('html', { html: '<p>x</p>' })} />)
    await vi.waitFor(() => expect(mounted?.box.querySelector('.pf-card')).not.toBeNull())
    expect(mounted.box.querySelector('iframe')).toBeNull()
  })
})
