import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createModelServer, type Story } from '@pf/testing'
import react from '@vitejs/plugin-react'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectBrowser } from '../../tooling/test-support/connect-browser.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const dice: Story = {
  name: 'dice',
  match: () => true,
  reply: ({ toolResults }) => [
    { content: '{"next_node":"roll","args":{"sides":6}}' },
    { content: JSON.stringify({ next_node: 'final_response', args: { answer: `You rolled **${JSON.stringify(toolResults[0]?.content)}**.` } }) },
  ],
}

let modelServer: Awaited<ReturnType<typeof createModelServer>>
let server: ChildProcess
let page: ViteDevServer
let serverUrl: string

beforeAll(async () => {
  modelServer = await createModelServer({ stories: [dice] })
  const port = await freePort()
  serverUrl = `http://127.0.0.1:${port}`
  server = spawn(process.execPath, ['--conditions=pf-source', 'server.ts'], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', PORT: String(port), OPENAI_API_KEY: 'k', OPENAI_BASE_URL: modelServer.url },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  page = await createServer({
    configFile: false,
    root: folder,
    plugins: [react()],
    logLevel: 'error',
    resolve: { conditions: ['pf-source', 'module', 'browser', 'development|production'] },
    server: { port: 0, host: '127.0.0.1', proxy: { '/agui': serverUrl, '/artifacts': serverUrl, '/ui/components': serverUrl } },
  })
  await page.listen()
})
afterAll(async () => {
  server?.kill()
  await page?.close()
  await modelServer?.close()
})

it('the server and the client of the README answer together', async () => {
  await expect
    .poll(
      () =>
        fetch(`${serverUrl}/ui/components`).then(
          (response) => response.ok,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true)
  const browser = await connectBrowser()
  const tab = await browser.newPage()
  await tab.goto(page.resolvedUrls?.local[0] ?? '')
  await tab.getByRole('button', { name: 'Roll a die' }).click()
  await tab.getByText(/You rolled/).waitFor()
  expect(await tab.locator('strong').innerText()).toMatch(/^[1-6]$/)
  expect(
    await tab.evaluate(() => [document.documentElement.scrollHeight <= window.innerHeight, document.documentElement.scrollWidth <= window.innerWidth]),
  ).toEqual([true, true])
  // The page shows what it had after a reload, a failure, and a way to try again.
  await tab.reload()
  await tab.getByText(/You rolled/).waitFor()
  modelServer.mode('401')
  await tab.getByRole('textbox', { name: 'Your question' }).fill('Roll again')
  await tab.getByRole('button', { name: 'Send' }).click()
  await tab.getByRole('alert').waitFor()
  modelServer.mode('ok')
  await tab.getByRole('button', { name: 'Try again' }).click()
  await tab.getByRole('alert').waitFor({ state: 'detached' })
  await tab
    .getByText(/You rolled/)
    .nth(1)
    .waitFor()
  await browser.close()
})

it('the server says what is missing, and where it listens', async () => {
  const start = async (env: Record<string, string>) => {
    const child = spawn(process.execPath, ['--conditions=pf-source', 'server.ts'], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', PORT: String(await freePort()), ...env },
    })
    let said = ''
    const { promise, resolve } = Promise.withResolvers<void>()
    const hear = (part: Buffer) => {
      said += part.toString()
      if (said.includes('/agui/agent')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    await Promise.race([promise, once(child, 'exit')])
    child.kill()
    return said
  }
  expect(await start({})).toContain('Set OPENAI_API_KEY')
  expect(await start({ OPENAI_API_KEY: 'none', OPENAI_MODEL: 'local' })).toMatch(/http:\/\/127\.0\.0\.1:\d+\/agui\/agent with the model local/)
}, 60_000)

async function freePort() {
  const probe = createHttpServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await new Promise((done) => probe.close(done))
  return port
}
