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

const question = 'Which countries had the highest life expectancy in 2005?'
const figures = (page: Page) => latestAnswer(page).locator('[data-figure]')

/** Opens the row of a figure with two clicks, and returns the text of the row and of the figure. */
async function rowOf(page: Page, index: number, act: 'click' | 'tap' = 'click'): Promise<{ figure: string; row: string }> {
  const figure = figures(page).nth(index)
  await figure[act]()
  await page.locator('.pf-figure-card button').first()[act]()
  const row = await page.locator('dialog tr[aria-current]').first().innerText()
  const text = await figure.innerText()
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  return { figure: text, row }
}

const digits = (text: string) => text.replaceAll(/[^\d.]/g, '')

async function checkRows(page: Page) {
  await figures(page).first().waitFor()
  const count = await figures(page).count()
  expect(count).toBeGreaterThan(3)
  for (const index of [0, 1, count - 1]) {
    const { figure, row } = await rowOf(page, index)
    expect(
      row.split('\t').some((cell) => cell.startsWith(digits(figure).replace(/0+$/, ''))),
      `${figure} in ${row}`,
    ).toBe(true)
  }
}

describe('the sources of figures in the demo', () => {
  it('lead to the row of any figure in two clicks, also after a reload and in a second tab', async () => {
    const { page, context, consoleErrors } = await openPage(browser, demo.url)
    await askQuestion(page, question)
    await waitForEnd(page)
    await checkRows(page)
    await page.reload()
    await checkRows(page)
    const second = await context.newPage()
    await second.goto(page.url())
    await checkRows(second)
    expect(await latestAnswer(page).locator('.pf-figure-list summary').innerText()).toMatch(/figures? from results|taken from results/)
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  it('lead to the row by tap on a phone', async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true, locale: 'en-GB' })
    const page = await context.newPage()
    await page.goto(demo.url)
    await askQuestion(page, question)
    await waitForEnd(page)
    await figures(page).first().waitFor()
    const { row } = await rowOf(page, 0, 'tap')
    expect(row).not.toBe('')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await context.close()
  })
})
