import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectBrowser } from '../../../tooling/test-support/connect-browser.ts'
import { askQuestion, latestAnswer, openPage, waitForEnd } from './open-page.ts'
import { type Demo, startDemo } from './start-demo.ts'

let demo: Demo
let browser: Browser
beforeAll(async () => {
  ;[demo, browser] = await Promise.all([startDemo(), connectBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
})

const pollOptions = { timeout: 30_000 }
const field = (page: Page) => page.getByRole('textbox', { name: 'Payload as JSON' })
const paper = (page: Page) => page.locator('.pf-lab-canvas')
const state = (page: Page) => page.locator('.pf-lab-state').innerText()

describe('the Lab in the browser', () => {
  it('[003-play-01] takes a component, names what is wrong with it, draws what was mended, and plays it', async () => {
    const { page, context, consoleErrors } = await openPage(browser, demo.url)
    await page.getByRole('link', { name: 'Lab' }).click()
    await page.getByRole('searchbox', { name: 'Search components' }).fill('kpi')
    await page.getByRole('navigation', { name: 'Components' }).getByRole('button', { name: 'metric' }).click()
    await expect.poll(() => state(page), pollOptions).toMatch(/^Valid/)
    await expect.poll(() => paper(page).innerText(), pollOptions).toContain('Revenue in October')
    const text = await field(page).inputValue()
    await field(page).fill(text.replace('482300,', 'false,'))
    await expect.poll(() => state(page), pollOptions).toMatch(/^1 problem/)
    await page.getByRole('button', { name: /props\/value/ }).click()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('false')
    await page.keyboard.type('1234567')
    await expect.poll(() => state(page), pollOptions).toMatch(/^Valid/)
    await expect.poll(() => paper(page).innerText(), pollOptions).toMatch(/1,234,567/)
    await page.getByRole('button', { name: 'Play' }).click()
    await page.locator('.pf-lab-canvas > .pf-component[data-status="streaming"]').waitFor()
    await page.locator('.pf-lab-canvas > .pf-component[data-status="ready"]').waitFor()
    await page.getByRole('button', { name: 'Play' }).waitFor()
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  it('[003-fe-15] takes over what the copilot showed last, and asks without a server', async () => {
    const { page, context, consoleErrors } = await openPage(browser, demo.url)
    await askQuestion(page, 'Show me the weather as a table')
    await waitForEnd(page)
    await latestAnswer(page).locator('.pf-component').first().waitFor()
    const shown = await latestAnswer(page).locator('.pf-component').last().getAttribute('data-component')
    await page.getByRole('link', { name: 'Lab' }).click()
    await page.getByRole('button', { name: 'Last artifact' }).click()
    expect(JSON.parse(await field(page).inputValue())).toMatchObject({ component: shown })
    await expect.poll(() => state(page), pollOptions).toMatch(/^Valid/)
    await paper(page).locator(`.pf-component[data-component="${shown}"][data-status="ready"]`).waitFor()
    await page.getByRole('navigation', { name: 'Components' }).getByRole('button', { name: 'confirm' }).click()
    await paper(page).getByRole('button').last().click()
    await expect.poll(() => page.getByRole('region', { name: 'Answer as JSON' }).innerText(), pollOptions).toContain('"result"')
    await page.getByRole('link', { name: 'Chat' }).click()
    expect(await latestAnswer(page).locator('.pf-component').last().getAttribute('data-component')).toBe(shown)
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  it('[003-fe-16] is no tab where the server shows no components', async () => {
    const { page, context } = await openPage(browser, demo.url)
    await page.route('**/ui/components', (route) =>
      route.fulfill({ json: { enabled: false, registry_version: '1', digest: '', allowlist: [], counts: { total: 21, enabled: 0 }, components: [] } }),
    )
    const answered = page.waitForResponse('**/ui/components')
    await page.reload()
    await answered
    await page.getByRole('link', { name: 'Chat' }).waitFor()
    expect(await page.getByRole('link', { name: 'Lab' }).count()).toBe(0)
    await page.goto(`${demo.url}/#lab`)
    await page.getByText('Rich output is disabled on this server.').waitFor()
    expect(await field(page).count()).toBe(0)
    await context.close()
  })
})
