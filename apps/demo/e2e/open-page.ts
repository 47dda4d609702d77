import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromiumArgs, chromiumPath } from '../../../tooling/chromium.mjs'

export interface PageOptions {
  width?: number
  height?: number
  dark?: boolean
  /** Maximum time for loading the page, in milliseconds. Default 30,000. */
  loadMs?: number
}

/** A page and the errors and warnings of its console. */
export interface PageVisit {
  page: Page
  context: BrowserContext
  consoleErrors: string[]
}

/** Messages that Chromium logs for content in an html frame: the preview runs no scripts, and Chromium does not know the directive that blocks WebRTC. */
const expectedOfHtml = ["'allow-scripts' permission is not set", "directive 'webrtc'"]

/** Launches a browser for a script. Tests share one browser: see `connectBrowser`. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await chromiumPath()
  return await chromium.launch({ args: chromiumArgs, ...(executablePath ? { executablePath } : {}) })
}

export async function openPage(browser: Browser, url: string, options: PageOptions = {}): Promise<PageVisit> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 900 },
    colorScheme: options.dark ? 'dark' : 'light',
    locale: 'en-GB',
  })
  const page = await context.newPage()
  const consoleErrors: string[] = []
  page.on('console', (message) => {
    const text = message.text()
    if (['error', 'warning'].includes(message.type()) && !expectedOfHtml.some((part) => text.includes(part))) consoleErrors.push(text)
  })
  page.on('pageerror', (error) => consoleErrors.push(String(error)))
  await page.goto(url, { timeout: options.loadMs ?? 30_000 })
  return { page, context, consoleErrors }
}

/** Types a question and sends it. */
export async function askQuestion(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your question' }).fill(question)
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
}

/** Locates the newest answer. */
export const latestAnswer = (page: Page) => page.getByRole('article', { name: 'Answer' }).last()

/** Waits until the newest answer has finished. */
export async function waitForEnd(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const all = document.querySelectorAll('article[aria-label="Answer"]')
    const status = all[all.length - 1]?.getAttribute('data-status')
    return status !== undefined && status !== null && status !== 'running'
  })
}
