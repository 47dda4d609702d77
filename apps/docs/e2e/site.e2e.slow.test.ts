import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { errorCodes } from '@pf/core'
import { builtInComponents } from '@pf/registry'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectBrowser } from '../../../tooling/test-support/connect-browser.ts'
import { serveSite } from './serve-site.ts'

const app = fileURLToPath(new URL('..', import.meta.url))
const dist = `${app}site/dist`
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let browser: Browser
let site: Awaited<ReturnType<typeof serveSite>>
let output = ''
beforeAll(async () => {
  const args = ['--conditions=pf-source', '--disable-warning=ExperimentalWarning', 'src/main.ts', 'build']
  const built = spawnSync(process.execPath, args, { cwd: app, encoding: 'utf8' })
  output = `${built.stdout}${built.stderr}`
  if (built.status !== 0) throw new Error(output)
  ;[site, browser] = await Promise.all([serveSite(dist), connectBrowser()])
}, 600_000)
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

async function open<Result>(path: string, options: { dark?: boolean; width?: number }, use: (page: Page) => Promise<Result>): Promise<Result> {
  const context = await browser.newContext({ colorScheme: options.dark ? 'dark' : 'light', viewport: { width: options.width ?? 1280, height: 900 } })
  const page = await context.newPage()
  const foreign: string[] = []
  page.on('request', (request) => request.url().startsWith(site.url) || /^(data|blob):/.test(request.url()) || foreign.push(request.url()))
  await page.goto(`${site.url}${path}`)
  const result = await use(page)
  expect(foreign, 'requests to other hosts').toEqual([])
  await context.close()
  return result
}

const axeFaults = async (page: Page): Promise<string[]> => {
  await page.addScriptTag({ content: axe })
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe.run()
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
  })
}

describe('the documentation site', () => {
  it('is built, and every link of it leads to a page, a section or a file', () => {
    expect(output).toContain('every link leads to a page, a section or a file of it')
    expect(readdirSync(dist)).toContain('pagefind')
  })

  it('has every error code and every component', () => {
    const codes = readFileSync(`${dist}/reference/errors/index.html`, 'utf8')
    expect(Object.keys(errorCodes).filter((code) => !codes.includes(`id="${code}"`))).toEqual([])
    for (const name of builtInComponents) expect(readFileSync(`${dist}/components/${name}/index.html`, 'utf8')).toContain(`component="${name}"`)
  })

  it('is searched without another host, by keyboard', async () => {
    await open('/', {}, async (page) => {
      await page.locator('dialog input').waitFor({ state: 'attached' })
      await page.keyboard.press('Control+k')
      await page.keyboard.type('budget_exhausted')
      const found = page
        .getByRole('dialog')
        .getByRole('link', { name: /Error codes/ })
        .first()
      await found.waitFor()
      await found.press('Enter')
      await page.waitForURL(/reference\/errors/)
    })
  })

  it.each(['/', '/start/next/', '/guides/testing-an-agent/', '/reference/errors/', '/concepts/overview/'])(
    'has no accessibility violations on %s, in light, in dark and on a phone, where nothing scrolls sideways',
    { timeout: 300_000 },
    async (path) => {
      for (const options of [{}, { dark: true }, { width: 390 }])
        await open(path, options, async (page) => {
          expect(await axeFaults(page), JSON.stringify(options)).toEqual([])
          expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
        })
    },
  )

  it('plays a component from its example', async () => {
    await open('/components/metric/', { dark: true }, async (page) => {
      await page.locator('pf-play').scrollIntoViewIfNeeded()
      await page.getByRole('button', { name: 'Play' }).click()
      await expect.poll(() => page.locator('.pf-lab-canvas').innerText()).toContain('Revenue in October')
      expect(await axeFaults(page)).toEqual([])
    })
  })
})
