import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { type Browser, chromium } from 'playwright-core'
import { createServer } from 'vite'
import { chromiumArgs, chromiumPath } from '../../../../tooling/chromium.mjs'

/** The pages of this folder, served from their sources, and the browser of the tests. */
export async function openGallery(): Promise<{ browser: Browser; address: string; close(): Promise<void> }> {
  const server = await createServer({
    root: fileURLToPath(new URL('./', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    resolve: { conditions: ['pf-source', 'module', 'browser', 'development|production'] },
    server: { port: 0, host: '127.0.0.1', fs: { strict: false }, hmr: false, watch: null },
  })
  await server.listen()
  const address = server.resolvedUrls?.local[0] ?? ''
  const executablePath = await chromiumPath()
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumArgs })
  const warm = await browser.newPage()
  for (const page of ['', 'sheet.html']) await visit(page)
  await warm.close()
  return { browser, address, close }

  /** The first visit makes vite bundle what it finds and load the page again. */
  async function visit(page: string) {
    await warm.goto(`${address}${page}`, { timeout: 180_000 })
    await warm.waitForTimeout(8_000)
  }

  async function close() {
    await browser.close()
    await server.close()
  }
}
