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

/** Questions, each with a check of the expected result on the page. */
const stories: { question: string; waitForResult(page: Page): Promise<unknown> }[] = [
  {
    question: 'How was the CO2 rise computed?',
    async waitForResult(page) {
      const tab = (name: string) => latestAnswer(page).getByRole('tab', { name }).click()
      await tab('Formula')
      await latestAnswer(page).locator('math').first().waitFor({ state: 'attached' })
      await tab('SQL')
      await latestAnswer(page).getByRole('tabpanel').getByText('arg_min').first().waitFor()
      await tab('Way of the data')
      await latestAnswer(page).locator('.pf-mermaid img, img[src^="blob:"], img[src^="data:image/svg"]').first().waitFor()
      await tab('Raw result')
      await latestAnswer(page).getByRole('tabpanel').getByText('last_ppm').first().waitFor()
    },
  },
  {
    question: 'How heavy are the penguins?',
    waitForResult: (page) => latestAnswer(page).locator('.js-plotly-plot .violinlayer path').first().waitFor({ state: 'attached' }),
  },
  {
    question: 'Show a picture of how a beak is measured',
    waitForResult: (page) => page.waitForFunction(() => [...document.images].some(({ naturalWidth }) => naturalWidth === 1120)),
  },
  { question: 'Play the film of CO2', waitForResult: (page) => page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) > 0) },
  {
    question: 'What if CO2 keeps rising?',
    async waitForResult(page) {
      await latestAnswer(page)
        .getByRole('button', { name: /^Activate/ })
        .click()
      const content = latestAnswer(page).frameLocator('iframe').frameLocator('iframe')
      await content.getByRole('slider', { name: /Year/ }).fill('2100')
      await expect.poll(() => content.locator('#sum').innerText()).toMatch(/^6\d\d$/)
    },
  },
]

describe('the stories of the demo', () => {
  it.each(stories)('$question', async ({ question, waitForResult }) => {
    const { page, context, consoleErrors } = await openPage(browser, demo.url)
    await askQuestion(page, question)
    await waitForEnd(page)
    await waitForResult(page)
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  it('Make a dashboard: the user picks the data, and the dashboard is drawn', async () => {
    const { page, context, consoleErrors } = await openPage(browser, demo.url)
    await askQuestion(page, 'Make a dashboard')
    await page.getByRole('radio', { name: /fuel economy/i }).check()
    await page.getByRole('button', { name: 'Choose' }).click()
    await latestAnswer(page).locator('canvas').first().waitFor()
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  it('Show a map: the frame of the allowed host stands there, whether or not the machine reaches it', async () => {
    const { page, context, consoleErrors } = await openPage(browser, demo.url)
    await page.route('https://www.openstreetmap.org/**', (route) => route.fulfill({ contentType: 'text/html', body: '<title>Map</title>A map' }))
    await askQuestion(page, 'Show a map of Palmer Station')
    await waitForEnd(page)
    await latestAnswer(page).frameLocator('iframe').getByText('A map').waitFor()
    expect(consoleErrors).toEqual([])
    await context.close()
  })
})
