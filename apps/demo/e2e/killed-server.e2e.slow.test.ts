import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectBrowser } from '../../../tooling/test-support/connect-browser.ts'
import { askQuestion, latestAnswer, openPage, waitForEnd } from './open-page.ts'
import { type Demo, startDemo } from './start-demo.ts'

let browser: Browser
let folder = ''
let demo: Demo
let page: Page
beforeAll(async () => {
  browser = await connectBrowser()
})
afterAll(() => browser?.close())
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pf-killed-'))
  demo = await startDemo({ PF_DATA_DIR: folder })
  page = (await openPage(browser, demo.url, { width: 1440 })).page
})
afterEach(async () => {
  await page.context().close()
  await demo.stop()
  rmSync(folder, { recursive: true, force: true })
})

const text = (words: string) => page.getByText(words, { exact: true })
const firstAnswer = () => page.getByRole('article', { name: 'Answer' }).first().locator('.pf-md')
const status = () => latestAnswer(page).getAttribute('data-status')

/** Returns the child processes of a server, of which there is one: the query process. */
const childrenOf = (server: Demo): number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(server.process.pid)], { encoding: 'utf8' })
    .split('\n')
    .map(Number)
    .filter((pid) => pid > 0)

/** Suspends the query process of the server, so that a tool that runs a query does not return. */
function stopQueries() {
  for (const pid of childrenOf(demo)) process.kill(pid, 'SIGSTOP')
}

/** Kills the server without warning and starts it again at the same address. The page stays open and must detect both. */
async function killAndRestart() {
  const { port } = new URL(demo.url)
  const children = childrenOf(demo)
  await demo.kill()
  // A suspended process cannot detect that its server has ended.
  for (const pid of children) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has already ended.
    }
  }
  await text('The connection to the server was lost. Reconnecting…').waitFor()
  demo = await startDemo({ PF_DATA_DIR: folder, PORT: port })
  await text('Connected again.').waitFor()
}

// Each test starts two servers and loads the page, which takes a loaded machine most of a minute.
describe('a page that is open while its server is killed continues', { timeout: 180_000 }, () => {
  it('when nothing runs: the conversation is there, and the next question is answered', async () => {
    await askQuestion(page, 'What data is here?')
    await waitForEnd(page)
    await firstAnswer().locator('li').first().waitFor()
    const before = await firstAnswer().innerText()
    await killAndRestart()
    expect(await firstAnswer().innerText()).toBe(before)
    await askQuestion(page, 'Show the 10 heaviest penguins')
    await expect.poll(() => page.getByRole('article', { name: 'Answer' }).count()).toBe(2)
    await waitForEnd(page)
    expect(await status()).toBe('done')
    await page.reload()
    await expect.poll(() => page.getByRole('article', { name: 'Answer' }).count()).toBe(2)
    await expect.poll(() => firstAnswer().innerText()).toBe(before)
    expect(await page.getByRole('navigation', { name: 'Conversations' }).getByRole('listitem').count()).toBe(1)
  })

  it('while an answer is written: it is written again from its start, and stands there once', async () => {
    const { page: undisturbed } = await openPage(browser, demo.url)
    await askQuestion(undisturbed, 'Answer slowly')
    await askQuestion(page, 'Answer slowly')
    await waitForEnd(undisturbed)
    const expected = await latestAnswer(undisturbed).locator('.pf-md').allInnerTexts()
    await undisturbed.context().close()
    await page.goto(demo.url)
    await askQuestion(page, 'Answer slowly')
    await expect.poll(async () => (await latestAnswer(page).innerText()).length).toBeGreaterThan(200)
    expect(await status()).toBe('running')
    await killAndRestart()
    await expect.poll(status, { timeout: 90_000 }).toBe('done')
    expect(await latestAnswer(page).locator('.pf-md').allInnerTexts()).toEqual(expected)
    expect(await page.getByRole('article', { name: 'Answer' }).count()).toBe(1)
  })

  it('with a form open: what was filled in stays, and the answer is taken', async () => {
    await askQuestion(page, 'Build me a report')
    await page.getByRole('button', { name: 'Build report' }).waitFor()
    await page.getByLabel('Data').selectOption({ label: 'The fuel economy of cars' })
    await page.getByRole('textbox', { name: 'Title' }).fill('Thrifty cars')
    await killAndRestart()
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Thrifty cars')
    await page.getByRole('button', { name: 'Build report' }).click()
    await expect.poll(status, { timeout: 90_000 }).toBe('done')
    await latestAnswer(page).getByRole('heading', { name: 'Thrifty cars' }).waitFor()
    expect(await page.getByRole('button', { name: 'Build report' }).count()).toBe(0)
  })

  it('while a tool runs: the call, which changes nothing, is made again', async () => {
    await askQuestion(page, 'What data is here?')
    await waitForEnd(page)
    stopQueries()
    await askQuestion(page, 'Show the 10 heaviest penguins')
    await latestAnswer(page).locator('.pf-step', { hasText: 'run_query' }).waitFor()
    await killAndRestart()
    await expect.poll(status, { timeout: 90_000 }).toBe('done')
    await latestAnswer(page).getByRole('grid').or(latestAnswer(page).getByRole('table')).first().waitFor()
  })

  it('during a plan: the agent that plans first continues it', async () => {
    await page.locator('.strategy__choice', { hasText: 'Plan first' }).click()
    await askQuestion(page, 'What data is here?')
    await waitForEnd(page)
    stopQueries()
    await askQuestion(page, 'Give me a dashboard of the weather in Seattle')
    await latestAnswer(page).locator('.pf-step', { hasText: 'run_query' }).first().waitFor()
    await killAndRestart()
    await expect.poll(status, { timeout: 90_000 }).toBe('done')
    await latestAnswer(page).locator('canvas').first().waitFor()
    await page.goto(`${demo.url}/?thread=${new URL(page.url()).searchParams.get('thread')}`)
    await latestAnswer(page).locator('canvas').first().waitFor()
    expect(await page.getByRole('radio', { name: 'Plan first' }).isChecked()).toBe(true)
  })
})
