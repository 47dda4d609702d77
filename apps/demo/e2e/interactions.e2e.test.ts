import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectBrowser } from '../../../tooling/test-support/connect-browser.ts'
import { askQuestion, latestAnswer, openPage, waitForEnd } from './open-page.ts'
import { type Demo, startQuickDemo } from './start-demo.ts'

let demo: Demo
let browser: Browser
beforeAll(async () => {
  ;[demo, browser] = await Promise.all([startQuickDemo(), connectBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
})

const pollOptions = { timeout: 30_000 }
const waitForQuestion = (page: Page) => page.getByText('Waiting for you. Answer above').waitFor()
const status = (page: Page) => latestAnswer(page).getAttribute('data-status')

/** Requests a report and waits for its form. */
async function askForReport(page: Page) {
  await askQuestion(page, 'Build me a report')
  await page.getByRole('button', { name: 'Build report' }).waitFor()
  await waitForQuestion(page)
}

describe('a question in the browser', () => {
  it('[003-ph-06] [003-ph-11] a form pauses the copilot, a reload shows it again, and the report uses its values, with a chart and a table', async () => {
    const { page, context, consoleErrors } = await openPage(browser, demo.url)
    await askForReport(page)
    expect(await status(page)).toBe('waiting')
    expect(await page.title()).toBe('Waiting for you · pf copilot')
    await page.reload()
    await page.getByRole('button', { name: 'Build report' }).waitFor()
    await waitForQuestion(page)
    expect(await page.getByRole('button', { name: 'Build report' }).count()).toBe(1)
    await page.getByLabel('Data').selectOption({ label: 'The fuel economy of cars' })
    await page.getByRole('textbox', { name: 'Title' }).fill('Thrifty cars')
    await page.getByRole('button', { name: 'Build report' }).click()
    await expect.poll(() => status(page), pollOptions).toBe('done')
    await latestAnswer(page).getByRole('heading', { name: 'Thrifty cars' }).waitFor()
    const report = latestAnswer(page).locator('.pf-report')
    await report.locator('.pf-chart canvas').first().waitFor()
    await report.getByRole('grid').or(report.getByRole('table')).first().waitFor()
    expect(await latestAnswer(page).locator('.pf-form-summary').innerText()).toMatch(/You answered/)
    expect(await page.getByRole('article', { name: 'Answer' }).count()).toBe(1)
    expect(await page.title()).toBe('pf copilot')
    await page.reload()
    await latestAnswer(page).locator('.pf-form-summary').waitFor()
    expect(await latestAnswer(page).locator('.pf-form-summary').innerText()).toMatch(/Thrifty cars/)
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  it.each([
    { press: /Do not save/, says: 'was not saved' },
    { press: /Yes: Save it/, says: 'is saved' },
  ])('a change waits for leave, with the focus on the safe choice: $says', async ({ press, says }) => {
    const { page, context, consoleErrors } = await openPage(browser, demo.url)
    await askQuestion(page, 'Save the weather dashboard')
    await page.getByRole('button', { name: press }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), pollOptions).toBe('No: Do not save')
    expect(await page.locator('.pf-question-origin').innerText()).toMatch(/^save_view needs your answer[\s\S]*weather/)
    await page.getByRole('button', { name: press }).click()
    await expect.poll(() => status(page), pollOptions).toBe('done')
    expect(await latestAnswer(page).locator('.pf-md').last().innerText()).toContain(says)
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  it('answered in one tab is over in the other', async () => {
    const { page, context } = await openPage(browser, demo.url)
    await askQuestion(page, 'Save the weather chart')
    await page.getByRole('button', { name: /Do not save/ }).waitFor()
    await waitForQuestion(page)
    const second = await context.newPage()
    await second.goto(page.url())
    await second.getByRole('button', { name: /Do not save/ }).click()
    await expect.poll(() => status(second), pollOptions).toBe('done')
    await page.locator('.pf-prompt-time', { hasText: 'Answered in another window' }).waitFor()
    await expect.poll(() => status(page), pollOptions).toBe('done')
    expect(await latestAnswer(page).locator('.pf-md').last().innerText()).toBe(await latestAnswer(second).locator('.pf-md').last().innerText())
    expect(await page.getByRole('button', { name: /Do not save/ }).count()).toBe(0)
    await context.close()
  })

  it('is left when something else is asked, and stays left after a reload', async () => {
    const { page, context } = await openPage(browser, demo.url)
    await askForReport(page)
    await askQuestion(page, 'What data is here?')
    await waitForEnd(page)
    await expect.poll(() => status(page), pollOptions).toBe('done')
    for (const reload of [false, true]) {
      if (reload) await page.reload()
      await page.locator('.pf-form-time', { hasText: 'Not answered' }).waitFor()
      expect(await page.getByRole('article', { name: 'Answer' }).count()).toBe(2)
      expect(await page.getByRole('button', { name: 'Build report' }).count()).toBe(0)
    }
    await context.close()
  })
})
