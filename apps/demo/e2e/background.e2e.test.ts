import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
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

it('works in the background, and adds the results to the conversation after the approval, also after a reload', async () => {
  const { page, context, consoleErrors } = await openPage(browser, demo.url)
  const panel = page.getByRole('region', { name: 'Background work' })
  expect(await panel.count()).toBe(0)
  await askQuestion(page, 'Research three data sets in the background')
  await waitForEnd(page)
  await page.getByText('1 to approve').waitFor()
  expect(await panel.getByText('Done').count()).toBe(3)
  await page.reload()
  await panel.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('article', { name: 'Answer' }).nth(1).waitFor()
  const report = latestAnswer(page)
  for (const text of ['Penguins', 'Gentoo', 'Cars', 'Weather']) await report.getByText(text).first().waitFor()
  // The panel is closed, because nothing is left to do.
  await page.locator('summary', { hasText: 'Background work' }).click()
  await panel.getByText('Approved').waitFor()
  await page.reload()
  await page.getByRole('article', { name: 'Answer' }).nth(1).waitFor()
  expect(await page.getByRole('article', { name: 'Answer' }).count()).toBe(2)
  expect(consoleErrors).toEqual([])
  await context.close()
})

it('lists what waits in other conversations, and approves it there', async () => {
  const { page, context, consoleErrors } = await openPage(browser, demo.url, { width: 1500, height: 900 })
  await askQuestion(page, 'Research three data sets in the background')
  await waitForEnd(page)
  await page.getByText('1 to approve').waitFor()
  const address = page.url()
  const inbox = page.getByRole('region', { name: 'Waiting for you' })
  // The own conversation shows its questions itself.
  expect(await inbox.count()).toBe(0)
  await page.goto(demo.url)
  await inbox.getByText('Use the results of “Three data sets”?').waitFor()
  await inbox.getByRole('button', { name: 'Use them' }).click()
  await inbox.waitFor({ state: 'detached' })
  await page.goto(address)
  await page.getByRole('article', { name: 'Answer' }).nth(1).waitFor()
  await latestAnswer(page).getByText('Gentoo').first().waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})
