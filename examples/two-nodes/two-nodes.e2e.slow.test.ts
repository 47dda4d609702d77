import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { connectBrowser } from '../../tooling/test-support/connect-browser.ts'

interface NodesStatus {
  nodes: { name: string; pid: number; running: boolean }[]
  latest?: { node: string; pid: number }
}

let browser: Browser
let launcher: ChildProcess | undefined
beforeAll(async () => {
  browser = await connectBrowser()
})
afterAll(() => browser?.close())
afterEach(() => launcher?.kill())

/** Starts the example as its page says, on a free port, and resolves to its address. */
async function start(): Promise<string> {
  const env = { ...process.env, PORT: '0', DATABASE_URL: '', OPENAI_API_KEY: '', OPENAI_BASE_URL: '' }
  launcher = spawn('npm', ['run', '--silent', 'two-nodes'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  if (!launcher.stdout) throw new Error('The launcher has no output.')
  const lines = createInterface(launcher.stdout)
  for await (const line of lines) {
    const address = /^open (http:\S+)\/$/.exec(line)?.[1]
    if (address) return address
  }
  throw new Error('The example printed no address.')
}

const statusOf = async (address: string) => (await (await fetch(`${address}/nodes`)).json()) as NodesStatus

/** Kills the node that called the model last; resolves to it. */
async function killLatest(address: string) {
  const { latest } = await statusOf(address)
  if (!latest) throw new Error('No node has called the model.')
  process.kill(latest.pid, 'SIGKILL')
  return latest
}

/** The processes of the example that are alive: nodes, database and launcher. */
function processesOf(pids: readonly number[]): number[] {
  return pids.filter((pid) => {
    try {
      process.kill(pid, 0)
      return true
    } catch {
      return false
    }
  })
}

/** A process with all that it started, directly or not. */
function descendantsOf(pid: number | undefined): number[] {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const found = [pid ?? 0]
  for (const parent of found) found.push(...table.filter(([, ppid]) => ppid === parent).map(([child = 0]) => child))
  return found
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

it('a killed node: its answer continues, and the other node takes the answer to its form; Ctrl-C ends every process', { timeout: 400_000 }, async () => {
  const address = await start()
  const page = await browser.newPage()
  await page.goto(address)
  await press(page, 'Write a long answer')
  await page.getByText('This is line 5 of thirty.').waitFor()
  const writer = await killLatest(address)
  await page.getByText('This is the end.').waitFor({ timeout: 90_000 })
  expect(
    await page
      .getByRole('listitem')
      .filter({ hasText: /of thirty/ })
      .count(),
  ).toBe(30)
  expect((await statusOf(address)).latest?.pid).not.toBe(writer.pid)

  await press(page, 'Show me a form')
  await page.getByLabel('Name').fill('Ann')
  const asker = await killLatest(address)
  await press(page, 'Book')
  await page.getByText('You entered {"name":"Ann","guests":2}.').waitFor()
  expect((await statusOf(address)).latest?.pid).not.toBe(asker.pid)
  await page.reload()
  await page.getByText('You entered {"name":"Ann","guests":2}.').waitFor()
  await expect.poll(async () => (await statusOf(address)).nodes.every(({ running }) => running)).toBe(true)

  const pids = descendantsOf(launcher?.pid)
  expect(pids.length).toBeGreaterThan(6)
  const ended = once(launcher as ChildProcess, 'exit')
  launcher?.kill('SIGINT')
  await ended
  await expect.poll(() => processesOf(pids)).toEqual([])
})

it('a node that hangs: its answer continues with the other node, which takes all requests, and nothing is written twice', { timeout: 400_000 }, async () => {
  const address = await start()
  const page = await browser.newPage()
  await page.goto(address)
  const linesOf = () => page.getByRole('listitem').filter({ hasText: /of thirty/ })
  await press(page, 'Write a long answer')
  await page.getByText('This is line 5 of thirty.').waitFor()
  const { latest } = await statusOf(address)
  process.kill(latest?.pid ?? 0, 'SIGSTOP')
  await page.getByText('This is the end.').waitFor({ timeout: 120_000 })
  expect(await linesOf().count()).toBe(30)
  for (let request = 0; request < 5; request += 1) expect((await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(20_000) })).status).toBe(200)
  process.kill(latest?.pid ?? 0, 'SIGCONT')
  await page.reload()
  await page.getByText('This is the end.').waitFor()
  await expect.poll(() => linesOf().count()).toBe(30)
})

it('every process ends when the launcher is killed with SIGKILL', { timeout: 400_000 }, async () => {
  const address = await start()
  const pids = descendantsOf(launcher?.pid)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  launcher?.kill('SIGKILL')
  await expect.poll(() => processesOf(pids)).toEqual([])
})
