import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { build, type PreviewServer, preview } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectBrowser } from '../../tooling/test-support/connect-browser.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const axe = createRequire(new URL('../../packages/react-renderers/package.json', import.meta.url)).resolve('axe-core/axe.min.js')

let server: ChildProcess
let browser: Browser
let vueServer: PreviewServer
let built: string
/** The addresses of the two pages. */
const urls = { plain: '', vue: '' }

beforeAll(async () => {
  server = spawn(process.execPath, ['--conditions=pf-source', 'server.ts'], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  urls.plain = await new Promise((resolve) => {
    let said = ''
    server.stdout?.on('data', (part) => {
      said += part
      const [address] = /http:\S+/.exec(said) ?? []
      if (address && said.includes('\n')) resolve(address)
    })
  })
  built = await mkdtemp(join(tmpdir(), 'pf-vue-'))
  const configFile = join(folder, 'vite.config.ts')
  const root = join(folder, 'vue')
  await build({ configFile, root, logLevel: 'error', build: { outDir: built, emptyOutDir: true, chunkSizeWarningLimit: 2_000 } })
  const proxy = Object.fromEntries(['/agui', '/artifacts', '/ui/components'].map((path) => [path, urls.plain]))
  vueServer = await preview({ configFile, root, logLevel: 'error', build: { outDir: built }, preview: { port: 0, host: '127.0.0.1', proxy } })
  urls.vue = vueServer.resolvedUrls?.local[0] ?? ''
  browser = await connectBrowser()
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await vueServer?.close()
  server?.kill()
  if (built) await rm(built, { recursive: true })
})

/** Opens a page and collects what its console and its Content-Security-Policy complain about. */
async function open(url: string, { width = 900, dark = false } = {}) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(url)
  return { page, faults, close: () => context.close() }
}

const input = (page: Page) => page.getByRole('textbox', { name: 'Your question' })
const hasChart = (page: Page) => page.locator('pf-chat canvas').waitFor()

describe.each(['plain', 'vue'] as const)('the %s page', (kind) => {
  it('draws a component, asks for a chart, pauses for a form, and restores both after a reload', async () => {
    const { page, faults, close } = await open(urls[kind])
    await page.getByText('128').waitFor()
    await page.getByRole('button', { name: 'How did orders develop?' }).click()
    await hasChart(page)
    await page.getByText('Most orders came in April.').waitFor()
    await page.getByText('Answered: done').waitFor()
    await input(page).fill('Book a table')
    await page.keyboard.press('Enter')
    const guests = page.getByRole('spinbutton', { name: 'Guests' })
    await guests.waitFor()
    await page.getByText('Waiting for you', { exact: true }).waitFor()
    await page.reload()
    await hasChart(page)
    await guests.fill('4')
    await page.getByRole('button', { name: 'Book the table' }).click()
    await page.getByText(/The restaurant answers: .*4/).waitFor()
    await page.getByText('Answered: done').waitFor()
    await page.reload()
    await page.getByText(/The restaurant answers: .*4/).waitFor()
    await hasChart(page)
    await page.getByRole('button', { name: 'New conversation' }).click()
    await page.getByText('Most orders came in April.').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'How did orders develop?' }).waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('works by keyboard alone, takes a question by method, and moves the focus to the form', async () => {
    const { page, close } = await open(urls[kind])
    await input(page).focus()
    await page.keyboard.type('How did orders develop?')
    await page.keyboard.press('Enter')
    await page.getByText('Answered: done').waitFor()
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('pf-chat')
    await page.evaluate(() => document.querySelector('pf-chat')?.send('Book a table'))
    // The question takes the focus, because nothing is typed in the input.
    await page.getByRole('spinbutton', { name: 'Guests' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.querySelector('pf-chat')?.shadowRoot?.activeElement?.getAttribute('type'))).toBe('number')
    await page.keyboard.type('3')
    await page.keyboard.press('Enter')
    await page.getByText(/The restaurant answers: .*3/).waitFor()
    await close()
  })

  it.each([
    { width: 390, dark: false, dir: 'ltr' },
    { width: 900, dark: true, dir: 'rtl' },
  ])('is accessible and within its width: %o', async ({ width, dark, dir }) => {
    const { page, close } = await open(urls[kind], { width, dark })
    await page.evaluate((value) => document.documentElement.setAttribute('dir', value), dir)
    await page.getByRole('button', { name: 'How did orders develop?' }).click()
    await page.getByText('Answered: done').waitFor()
    await hasChart(page)
    await page.evaluate(await readFile(axe, 'utf8'))
    const violations = await page.evaluate(async () => {
      const { violations: found } = await (
        window as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }
      ).axe.run()
      return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
    })
    expect(violations).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await close()
  })
})

it('a server that cannot be reached is an error in the chat and an event', async () => {
  const { page, close } = await open(urls.plain)
  await page.evaluate(() => document.querySelector('pf-chat')?.setAttribute('base-url', 'http://127.0.0.1:9'))
  await page.evaluate(() => document.querySelector('pf-chat')?.setAttribute('thread-id', 'elsewhere'))
  await page.getByText(/^network: /).waitFor()
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
  await close()
})
