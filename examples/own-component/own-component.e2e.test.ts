import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import react from '@vitejs/plugin-react'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { connectBrowser } from '../../tooling/test-support/connect-browser.ts'

const folder = import.meta.dirname
let server: ChildProcess
let page: ViteDevServer

beforeAll(async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  server = spawn(process.execPath, ['--conditions=pf-source', 'server.ts'], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  page = await createServer({
    configFile: false,
    root: folder,
    plugins: [react()],
    logLevel: 'error',
    resolve: { conditions: ['pf-source', 'module', 'browser', 'development|production'] },
    server: { port: 0, host: '127.0.0.1', proxy: { '/agui': url, '/artifacts': url, '/ui/components': url } },
  })
  await page.listen()
  await vi.waitFor(async () => expect((await fetch(`${url}/healthz`)).ok).toBe(true), { timeout: 60_000, interval: 100 })
})
afterAll(async () => {
  server?.kill()
  await page?.close()
})

it('draws the component that the model asks for, in the colours of the theme and of the scheme', async () => {
  const browser = await connectBrowser()
  const colours: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    const tab = await browser.newPage({ colorScheme })
    await tab.goto(page.resolvedUrls?.local[0] ?? '')
    if (colorScheme === 'light') await tab.getByRole('button', { name: 'How full is the disk?' }).click()
    const gauge = tab.getByRole('img', { name: 'Disk: 72 percent' })
    await gauge.waitFor()
    await tab.getByText('Nearly three quarters are used.').waitFor()
    colours.push(
      await gauge
        .locator('path')
        .last()
        .evaluate((path) => getComputedStyle(path).stroke),
    )
    await tab.setViewportSize({ width: colorScheme === 'dark' ? 390 : 1280, height: 720 })
    expect(await tab.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  }
  expect(colours).toEqual(['rgb(109, 40, 217)', 'rgb(196, 181, 253)'])
  await browser.close()
})

it('has the generated files of its component file', () => {
  const said = execFileSync('pnpm', ['run', 'generate'], { cwd: folder, encoding: 'utf8' })
  expect(said).toContain('0 of 10 files written')
})

async function freePort() {
  const probe = createHttpServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await new Promise((done) => probe.close(done))
  return port
}
