import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { builtInComponents } from '@pf/registry'
import type { Browser, Page } from 'playwright-core'
import { type PreviewServer, preview } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectBrowser } from '../../../../tooling/test-support/connect-browser.ts'
import { openPage } from '../open-page.ts'
import { outsideEnvironment } from './outside-environment.ts'
import { buildPackedApp, type PackedApp } from './packed-app.ts'

const run = promisify(execFile)
const film = fileURLToPath(new URL('../../src/web/public/media/co2.webm', import.meta.url))
const names = [...builtInComponents]
// React only reports warnings in its development build.
const development = { NODE_ENV: 'development' }
const renderScript = "const { draw } = await import('./dist-server/server.js'); process.stdout.write(JSON.stringify(await draw()))"

let app: PackedApp
let server: PreviewServer
let browser: Browser
let rendered: { version: string; atOnce: string; whole: string; faults: string[] }
let stderr: string
beforeAll(async () => {
  app = await buildPackedApp('react-18', development)
  const result = await run(process.execPath, ['--input-type=module', '-e', renderScript], {
    cwd: app.folder,
    env: { ...outsideEnvironment(), ...development },
    maxBuffer: 1e8,
  })
  rendered = JSON.parse(result.stdout)
  stderr = result.stderr
  const page = await readFile(join(app.folder, 'dist/index.html'), 'utf8')
  await writeFile(
    join(app.folder, 'dist/drawn.html'),
    page.replace('<!--page-->', () => rendered.whole),
  )
  server = await preview({ root: app.folder, configFile: false, logLevel: 'error', preview: { host: '127.0.0.1', port: 0 } })
  browser = await connectBrowser()
}, 600_000)
afterAll(async () => {
  await browser?.close()
  await server?.close()
  await app?.remove()
})

const htmlOf = (html: string, name: string) => html.split(`<div id="${name}">`)[1]?.split(/<div id="[a-z_]+"><section class="pf-component"/)[0] ?? ''

describe('React 18.3 on a server', () => {
  it('draws all components without a word', () => {
    expect([rendered.version, names.length, stderr, rendered.faults]).toEqual(['18.3.1', 21, '', []])
  })

  it.each(names)('has %s in the first and in the whole page, and a card in neither', (name) => {
    for (const html of [rendered.atOnce, rendered.whole]) {
      expect(htmlOf(html, name)).toContain(`data-component="${name}"`)
      expect(htmlOf(html, name)).not.toMatch(/"pf-card"(?! role="note")/)
    }
  })
})

describe.each([
  ['drawn in the browser', ''],
  ['drawn on a server and hydrated', 'drawn.html'],
])('React 18.3 in Chromium, %s', (_way, path) => {
  it('shows the example of every component, has its questions answered, and complains of nothing', async () => {
    const { page, context, consoleErrors } = await openPage(browser, 'about:blank')
    await page.route('https://media.example.org/**', (route) => route.fulfill({ path: film, contentType: 'video/webm' }))
    await page.goto(`${server.resolvedUrls?.local[0]}${path}`)
    await page.waitForFunction(isDrawn, names, { timeout: 60_000 })
    expect(await page.locator('.pf-card:not([role="note"])').allInnerTexts()).toEqual([])
    expect(await page.locator('[data-component="echarts"] canvas').count()).toBeGreaterThan(0)
    expect(await page.locator('[data-component="plotly"] .main-svg').count()).toBeGreaterThan(0)
    await answerAll(page)
    expect(consoleErrors).toEqual([])
    await context.close()
  })
})

async function answerAll(page: Page) {
  const submitted = (name: string) => page.locator(`#${name} output`)
  await page.getByLabel('Period').selectOption('Last month')
  await page.getByRole('button', { name: 'Write it' }).click()
  await expect.poll(() => submitted('form').innerText()).toBe('{"period":"Last month","regions":["emea"],"forecast":true}')
  await page.getByRole('button', { name: 'Remove them' }).click()
  await expect.poll(() => submitted('confirm').innerText()).toBe('{"confirmed":true}')
  await page.locator('#select_option').getByText('Bar chart').click()
  await page.locator('#select_option button').last().click()
  await expect.poll(() => submitted('select_option').innerText()).toBe('{"selected":["bar"]}')
  expect(await page.locator('#form .pf-form-summary').innerText()).toContain('Last month')
}

/** Runs in the page. True if every component is rendered and none shows a skeleton. */
function isDrawn(all: string[]) {
  const has = (name: string) => document.querySelector(`#${name} .pf-component, #${name} .pf-form, #${name} .pf-prompt`) !== null
  const charts = [...document.querySelectorAll('.pf-chart')].every((chart) => chart.querySelector('canvas'))
  return all.every(has) && charts && !document.querySelector('.pf-skeleton') && document.querySelector('[data-component="plotly"] .main-svg') !== null
}
