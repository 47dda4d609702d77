import { createSocket, type Socket } from 'node:dgram'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumArgs, chromiumPath } from '../../../../../tooling/chromium.mjs'
import { innerDocument, outerDocument } from './frame-document.ts'
import { sandboxDocument } from './sandbox-document.ts'

/** Separate servers record the requests, because a page does not see the requests of a frame in another process. */
const asked: string[] = []
let browser: Browser
let page: Page
let leakServer: Server
let pageServer: Server
let udp: Socket
let leak = ''
let app = ''
let udpPort = 0
let ticks = 0
let body: (request: IncomingMessage, response: ServerResponse) => void

const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  leakServer = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('access-control-allow-origin', '*').end('')
  })
  leakServer.on('upgrade', (request, socket) => {
    asked.push(request.url ?? '')
    socket.destroy()
  })
  leakServer.on('connection', () => asked.push('connection'))
  udp = createSocket('udp4', () => asked.push('udp'))
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve))
  udpPort = udp.address().port
  pageServer = createServer((request, response) => body(request, response))
  leak = `http://127.0.0.1:${await listen(leakServer)}/leak`
  app = `http://127.0.0.1:${await listen(pageServer)}/`
  const executablePath = await chromiumPath()
  // Site isolation is enabled in regular browsers, but not in the small browser that tests may use.
  const args = [...chromiumArgs, '--site-per-process']
  browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args })
}, 60_000)

beforeEach(async () => {
  page = await (await browser.newContext()).newPage()
})

afterEach(async () => {
  await page.context().close()
  asked.length = 0
})

afterAll(async () => {
  await browser?.close()
  for (const server of [leakServer, pageServer]) {
    server?.closeAllConnections()
    server?.close()
  }
  udp?.close()
})

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
const framed = (document: string, sandbox = 'allow-scripts') =>
  `<!doctype html><p id="alive">page</p><script>addEventListener('message', ({ data }) => data.pf === 'ran' && (document.documentElement.dataset.ran = 'yes'));setInterval(() => fetch('/tick'), 100)</script><iframe sandbox="${sandbox}" srcdoc="${attribute(document)}"></iframe>`

const html = (to: string) => `
  <img src="${to}?c=img"><link rel="stylesheet" href="${to}?c=css"><link rel="prefetch" href="${to}?c=prefetch"><link rel="preload" as="image" href="${to}?c=preload">
  <link rel="preconnect" href="${to}"><link rel="modulepreload" href="${to}?c=module"><link rel="icon" href="${to}?c=icon"><link rel="manifest" href="${to}?c=manifest">
  <script src="${to}?c=script"></script><iframe src="${to}?c=frame"></iframe><object data="${to}?c=object"></object><embed src="${to}?c=embed">
  <video src="${to}?c=video" poster="${to}?c=poster"></video><audio src="${to}?c=audio"></audio><svg><image href="${to}?c=svg"/><use href="${to}?c=use#a"/></svg>
  <form id="f" action="${to}?c=form"><input name="a"></form><a id="a" href="${to}?c=link" ping="${to}?c=ping">x</a><a id="b" href="${to}?c=blank" target="_blank">x</a>
  <a id="d" href="${to}?c=download" download>x</a>`
const css = (to: string) =>
  `@import "${to}?c=import"; body { background: url(${to}?c=bg) } @font-face { font-family: f; src: url(${to}?c=font) } p { font-family: f }`
/** A separate script, because the other one navigates away before a connection could send its request. */
const call = (port: number) => `
  parent.parent.postMessage({ pf: 'ran' }, '*')
  const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] }); p.createDataChannel('x'); p.createOffer().then((o) => p.setLocalDescription(o))`
const js = (to: string) => `
  const tries = [
    () => fetch('${to}?c=fetch', { mode: 'no-cors' }), () => navigator.sendBeacon('${to}?c=beacon'), () => new WebSocket('${to.replace('http', 'ws')}?c=ws'),
    () => new EventSource('${to}?c=es'), () => { new Image().src = '${to}?c=image' }, () => { const x = new XMLHttpRequest(); x.open('GET', '${to}?c=xhr'); x.send() },
    () => import('${to}?c=import-js'), () => new Worker('${to}?c=worker'), () => new Worker(URL.createObjectURL(new Blob(['fetch("${to}?c=blob-worker")']))),
    () => navigator.serviceWorker.register('${to}?c=sw'), () => open('${to}?c=open'), () => { top.location = '${to}?c=top' }, () => { parent.location = '${to}?c=parent' },
    () => document.getElementById('f').submit(), () => document.getElementById('a').click(), () => document.getElementById('b').click(), () => document.getElementById('d').click(),
    () => { const f = document.createElement('iframe'); document.body.append(f); f.contentWindow.fetch('${to}?c=blank-fetch'); f.contentWindow.location = '${to}?c=blank-nav' },
    () => { const f = document.createElement('iframe'); f.srcdoc = '<img src="${to}?c=deep">'; document.body.append(f) },
    () => { const s = document.createElement('script'); s.type = 'speculationrules'; s.textContent = '{"prefetch":[{"urls":["${to}?c=spec"]}],"prerender":[{"urls":["${to}?c=pre"]}]}'; document.head.append(s) },
    () => { parent.document.body.innerHTML = '' }, () => { top.pwned = 1 }, () => { top.document.title = 'pwned' },
    () => { document.domain = 'x' }, () => { const m = document.createElement('meta'); m.httpEquiv = 'refresh'; m.content = '0;url=${to}?c=refresh'; document.head.append(m) },
  ]
  parent.parent.postMessage({ pf: 'ran' }, '*')
  for (const one of tries) try { Promise.resolve(one()).catch(() => {}) } catch {}
  setTimeout(() => { location = '${to}?c=self' }, 150)
  setTimeout(() => { location.replace('${to}?c=replace') }, 300)`

async function play(content: string, headers: Record<string, string> = {}) {
  body = (request, response) => {
    if (request.url === '/tick') {
      ticks++
      response.end()
    } else if (request.url?.startsWith('/sandbox'))
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': sandboxDocument.csp }).end(sandboxDocument.body)
    else response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(content)
  }
  await page.goto(app, { waitUntil: 'commit' })
}

const ran = () => page.evaluate(() => document.documentElement.dataset.ran)

/** Waits until the content has started and, measured by timers of the page beside it, has had time for its last attempt, 300 ms after its start. */
async function attempted() {
  await expect.poll(ran, { interval: 10 }).toBe('yes')
  await rounds()
}

const rounds = () =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let left = 6
        const timer = setInterval(() => {
          if (--left > 0) return
          clearInterval(timer)
          resolve()
        }, 100)
      }),
  )

async function unharmed() {
  expect(asked).toEqual([])
  expect(page.url()).toBe(app)
  expect(await page.evaluate(() => [document.getElementById('alive')?.textContent, 'pwned' in window, document.title])).toEqual(['page', false, ''])
  expect(page.context().pages()).toHaveLength(1)
}

describe('the frame of html, in Chromium with servers that see every request', () => {
  it('lets nothing out: no request, no navigation, no window', async () => {
    await play(framed(outerDocument(innerDocument({ html: html(leak), css: css(leak), js: js(leak) }), 'allow-scripts')))
    await attempted()
    await unharmed()
  })

  it('lets nothing out by markup that moves it away by itself', async () => {
    await play(
      framed(
        outerDocument(
          innerDocument({ html: `<meta http-equiv="refresh" content="0;url=${leak}?c=meta"><base href="${leak}">`, css: '', js: '' }),
          'allow-scripts allow-forms',
        ),
      ),
    )
    await page.waitForLoadState()
    await rounds()
    await unharmed()
  })

  it('would be seen to: without the frame around it the same content asks and leaves', async () => {
    await play(framed(innerDocument({ html: html(leak), css: css(leak), js: js(leak) })))
    await expect.poll(() => asked, { interval: 10 }).toEqual(expect.arrayContaining(['/leak?c=img', '/leak?c=fetch', '/leak?c=beacon', '/leak?c=ws']))
    await page.goto('about:blank')
    asked.length = 0
    await play(framed(innerDocument({ html: '', css: '', js: `location = '${leak}?c=self'` })))
    await expect.poll(() => asked, { interval: 10 }).toContain('/leak?c=self')
    expect(page.url()).toBe(app)
  })

  it('starts no call to another browser by its script', async () => {
    await play(framed(outerDocument(innerDocument({ html: '', css: '', js: call(udpPort) }), 'allow-scripts')))
    await attempted()
    await unharmed()
    await play(framed(`<script>${call(udpPort)}</script>`))
    await expect.poll(() => asked, { interval: 10 }).toContain('udp')
  })

  it('does not hold the page up when its script never ends', async () => {
    ticks = 0
    await play(framed(outerDocument(innerDocument({ html: '', css: '', js: 'while(true){}' }), 'allow-scripts')))
    await expect.poll(() => ticks, { interval: 10 }).toBeGreaterThan(4)
  })

  it('works under a policy that forbids inline scripts, by a page of its own, and lets nothing out there', async () => {
    const policy = `default-src 'none'; script-src 'nonce-page'; frame-src ${app}sandbox.html`
    const inner = innerDocument({
      html: html(leak),
      css: css(leak),
      js: `${js(leak)}`,
    })
    const script = `
      addEventListener('message', ({ source, data }) => {
        const frame = document.querySelector('iframe')
        if (source === frame.contentWindow && data.pf === 'ready') source.postMessage({ pf: 'html', nonce: data.nonce, html: ${JSON.stringify(inner).replaceAll('<', '\\u003c')}, sandbox: 'allow-scripts allow-same-origin' }, '*')
        if (source === frame.contentWindow[0] && data.pf === 'ran') document.documentElement.dataset.ran = 'yes'
      })`
    await play(`<!doctype html><p id="alive">page</p><script nonce="page">${script}</script><iframe sandbox="allow-scripts" src="/sandbox.html#n1"></iframe>`, {
      'content-security-policy': policy,
    })
    await attempted()
    await unharmed()
  })
})
