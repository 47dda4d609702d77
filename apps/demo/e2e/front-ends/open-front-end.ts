import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { connectBrowser } from '../../../../tooling/test-support/connect-browser.ts'
import { type AgentServer, createAgentServer } from './agent-server.ts'
import { buildFrontEnd } from './build-front-end.ts'
import { serveFetch } from './serve-fetch.ts'

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' }

/** An open page with its console errors, its requests to other machines, and the bodies of its run requests. */
export interface FrontEndVisit {
  page: Page
  context: BrowserContext
  consoleErrors: string[]
  externalRequests: string[]
  /** Bodies of the requests that start a run. */
  runRequests: Record<string, unknown>[]
}

/** A page that was built from an app of tooling/front-ends. */
export interface FrontEndPage {
  open(query?: Record<string, string>): Promise<FrontEndVisit>
  close(): Promise<void>
}

export interface FrontEnd extends FrontEndPage {
  server: AgentServer
}

/** Builds a front end and serves it and a pf server on two origins. */
export async function startFrontEnd(name: string): Promise<FrontEnd> {
  const folder = await buildFrontEnd(name)
  const page = await serveFetch((request) => fileOf(folder, new URL(request.url).pathname))
  const [server, browser] = await Promise.all([createAgentServer(page.url), connectBrowser()])
  const pages = openPages(browser, page.url, { server: server.url })
  return {
    ...pages,
    server,
    async close() {
      await pages.close()
      await server.close()
      await page.close()
    },
  }
}

/** Builds a front end and serves it at one address with a pf server, whose own address may change. */
export async function startFrontEndPage(name: string, serverUrl: () => string): Promise<FrontEndPage> {
  const folder = await buildFrontEnd(name)
  const page = await serveFetch((request) => {
    const { pathname, search } = new URL(request.url)
    return pathname.startsWith('/agui/') ? forward(request, `${serverUrl()}${pathname}${search}`) : fileOf(folder, pathname)
  })
  const pages = openPages(await connectBrowser(), page.url, {})
  return {
    ...pages,
    async close() {
      await pages.close()
      await page.close()
    },
  }
}

/** Opens pages with a conversation each. */
function openPages(browser: Browser, url: string, fixed: Record<string, string>): FrontEndPage {
  let count = 0
  return {
    open: (query = {}) => visit(browser, `${url}/?${new URLSearchParams({ ...fixed, thread: `t${count++}`, ...query })}`),
    close: () => browser.close(),
  }
}

/** Sends a request on. While the server does not run, the answer is 502, as from other proxies. */
async function forward({ method, headers, body, signal }: Request, url: string): Promise<Response> {
  try {
    const response = await fetch(url, { method, headers, body, signal, ...(body ? { duplex: 'half' } : {}) } as RequestInit)
    return new Response(response.body, { status: response.status, headers: { 'content-type': response.headers.get('content-type') ?? '' } })
  } catch {
    return new Response('The server does not answer.', { status: 502 })
  }
}

async function visit(browser: Browser, url: string): Promise<FrontEndVisit> {
  const context = await browser.newContext({ viewport: { width: 900, height: 900 }, locale: 'en-GB' })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  const [consoleErrors, externalRequests, runRequests]: [string[], string[], Record<string, unknown>[]] = [[], [], []]
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) consoleErrors.push(message.text())
  })
  page.on('pageerror', (error) => consoleErrors.push(String(error)))
  page.on('request', (request) => {
    if (!/^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(request.url())) externalRequests.push(request.url())
    if (request.method() === 'POST' && request.url().endsWith('/agui/agent')) runRequests.push(request.postDataJSON() as Record<string, unknown>)
  })
  await page.goto(url)
  return { page, context, consoleErrors, externalRequests, runRequests }
}

async function fileOf(folder: string, path: string): Promise<Response> {
  const file = path === '/' ? 'index.html' : path.slice(1)
  const body = await readFile(join(folder, file)).catch(() => undefined)
  if (!body) return new Response('Not found', { status: 404 })
  return new Response(new Uint8Array(body), { headers: { 'content-type': types[extname(file)] ?? 'application/octet-stream' } })
}
