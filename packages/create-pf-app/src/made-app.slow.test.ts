import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readSse } from '@pf/testing'
import { afterAll, expect, it } from 'vitest'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'create-pf-app-'))
const app = join(folder, 'my-agent')
let server: ChildProcess | undefined
afterAll(async () => {
  if (server && server.exitCode === null) {
    server.kill()
    await once(server, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
})

/** The environment without the variables that pnpm and vitest set, and without a key. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(npm_(?!config_(registry|cache|userconfig|.*proxy|cafile)$)|pnpm_|vite|node_env|node_options|openai_|force_color)/i.test(name),
  ),
)
const npm = (...args: string[]) => run('npm', args, { cwd: app, env: { ...env, NO_COLOR: '1' }, shell: process.platform === 'win32' })

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await new Promise((done) => probe.close(done))
  return port
}

it('[003-be-03] [000-mig-04] the app of vite-hono with SQLite installs the packed packages, passes its tests, builds, starts and answers with a chart', {
  timeout: 900_000,
}, async () => {
  await run(process.execPath, ['scripts/create-app.mjs', app, '--template', 'vite-hono', '--store', 'sqlite', '--with-rich-output'], { env })
  await npm('install', '--no-audit', '--no-fund', '--prefer-offline')
  expect((await npm('test')).stdout).toMatch(/Tests\D+5 passed/)
  await npm('run', 'build')
  const port = await freePort()
  // What `npm start` runs. A shell between npm and it would not pass on the signal at the end.
  server = spawn(process.execPath, ['dist/server/src/server.js'], { cwd: app, env: { ...env, PORT: String(port) }, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(server.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  expect(line.toString()).toMatch(/^The scripted model answers, because no OPENAI_API_KEY is set/)
  const url = `http://127.0.0.1:${port}`
  await expect
    .poll(() =>
      fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true)
  expect(await (await fetch(`${url}/status`)).json()).toEqual({ model: 'scripted', scripted: true })
  expect(await (await fetch(url)).text()).toContain('<title>my-agent</title>')
  const messages = [{ id: 'm1', role: 'user', content: 'Show the sales of 2025 as a chart' }]
  const body = JSON.stringify({ threadId: 't1', runId: 'r1', messages, tools: [], context: [], state: {}, forwardedProps: {} })
  const response = await fetch(`${url}/agui/agent`, { method: 'POST', headers: { 'content-type': 'application/json', accept: 'text/event-stream' }, body })
  const events: { type: string; name?: string; value?: unknown; result?: unknown }[] = []
  for await (const { data, dispatched } of readSse(response, AbortSignal.timeout(30_000))) if (dispatched) events.push(JSON.parse(data))
  expect(events.find(({ name }) => name === 'artifact_chunk')?.value).toMatchObject({
    chunk: { component: 'echarts', props: { option: { dataset: { source: { length: 365 } } } } },
  })
  expect(events.at(-1)).toMatchObject({ type: 'RUN_FINISHED', result: { raw_answer: expect.stringContaining('Sales in 2025 were') } })
  expect(existsSync(join(app, 'data/pf.sqlite'))).toBe(true)
})
