import { readFileSync } from 'node:fs'
import type { Browser, Locator } from 'playwright-core'
import { type PreviewServer, preview } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectBrowser } from '../../../../tooling/test-support/connect-browser.ts'
import { openPage } from '../open-page.ts'
import { type AgentServer, createAgentServer } from './agent-server.ts'
import { buildPackedApp, type PackedApp } from './packed-app.ts'

const root = new URL('../../../../', import.meta.url)
const source = readFileSync(new URL('tooling/front-ends/fresh-app/main.tsx', root), 'utf8')

let app: PackedApp
let server: AgentServer
let page: PreviewServer
let browser: Browser
beforeAll(async () => {
  app = await buildPackedApp('fresh-app')
  server = await createAgentServer('http://127.0.0.1')
  const proxy = { '/agui': server.url, '/artifacts': server.url }
  page = await preview({ root: app.folder, configFile: false, logLevel: 'error', preview: { host: '127.0.0.1', port: 0, proxy } })
  browser = await connectBrowser()
}, 600_000)
afterAll(async () => {
  await browser?.close()
  await page?.close()
  await server?.close()
  await app?.remove()
})

it('[prod-08] an app of 25 lines that installs four packed packages shows a chart, asks with a form and continues with the answer', async () => {
  expect(source.trim().split('\n').length).toBeLessThanOrEqual(25)
  const { page: tab, context, consoleErrors } = await openPage(browser, page.resolvedUrls?.local[0] ?? '')
  const externalRequests: string[] = []
  tab.on('request', (request) => {
    if (!/^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(request.url())) externalRequests.push(request.url())
  })
  await tab.getByRole('button', { name: 'Ask' }).click()
  await tab.getByRole('heading', { name: 'How did delays develop?' }).waitFor()
  const canvas = tab.locator('.pf-component[data-component="echarts"] canvas').first()
  await canvas.waitFor()
  await expect.poll(() => coloursOf(canvas), { timeout: 30_000 }).toBeGreaterThan(20)
  await tab.getByRole('textbox', { name: 'City' }).fill('Bergen')
  await tab.getByRole('button', { name: 'Submit' }).click()
  await tab.getByText('You answered {"city":"Bergen"}.').waitFor()
  await tab.locator('.pf-form-summary').getByText('Bergen').waitFor()
  expect(await canvas.isVisible()).toBe(true)
  expect({ consoleErrors, externalRequests, errors: server.errors }).toEqual({ consoleErrors: [], externalRequests: [], errors: [] })
  await context.close()
})

/** Returns the number of distinct colours of a canvas; an empty canvas has one. */
const coloursOf = (canvas: Locator) =>
  canvas.evaluate((element: HTMLCanvasElement) => {
    const data = element.getContext('2d')?.getImageData(0, 0, element.width, element.height).data
    return new Set(data && new Uint32Array(data.buffer)).size
  })
