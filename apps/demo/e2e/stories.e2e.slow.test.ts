import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answer, ask, ended, launch, openPage } from './open-page.ts'
import { type Demo, startQuickDemo } from './start-demo.ts'

let demo: Demo
let browser: Browser
beforeAll(async () => {
  ;[demo, browser] = await Promise.all([startQuickDemo(), launch()])
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
})

/** What must be on the screen for each story, in a page whose policy allows no script or style but its own. */
const stories: { asks: string; seen(page: Page): Promise<unknown> }[] = [
  {
    asks: 'How was the CO2 rise computed?',
    async seen(page) {
      const tab = (name: string) => answer(page).getByRole('tab', { name }).click()
      await tab('Formula')
      await answer(page).locator('math').first().waitFor({ state: 'attached' })
      await tab('SQL')
      await answer(page).getByRole('tabpanel').getByText('arg_min').first().waitFor()
      await tab('Way of the data')
      await answer(page).locator('.pf-mermaid img, img[src^="blob:"], img[src^="data:image/svg"]').first().waitFor()
      await tab('Raw result')
      await answer(page).getByRole('tabpanel').getByText('last_ppm').first().waitFor()
    },
  },
  { asks: 'How heavy are the penguins?', seen: (page) => answer(page).locator('.js-plotly-plot .violinlayer path').first().waitFor({ state: 'attached' }) },
  {
    asks: 'Show a picture of how a beak is measured',
    seen: (page) => page.waitForFunction(() => [...document.images].some(({ naturalWidth }) => naturalWidth === 1120)),
  },
  { asks: 'Play the film of CO2', seen: (page) => page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) > 0) },
  {
    asks: 'What if CO2 goes on rising?',
    async seen(page) {
      const content = answer(page).frameLocator('iframe').frameLocator('iframe')
      await content.getByRole('slider', { name: /Year/ }).fill('2100')
      await expect.poll(() => content.locator('#sum').innerText()).toMatch(/^6\d\d$/)
    },
  },
]

describe('the stories of the demo', () => {
  it.each(stories)('$asks', async ({ asks, seen }) => {
    const { page, context, complaints } = await openPage(browser, demo.url)
    await ask(page, asks)
    await ended(page)
    await seen(page)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('Make a dashboard: the user picks the data, and the dashboard is drawn', async () => {
    const { page, context, complaints } = await openPage(browser, demo.url)
    await ask(page, 'Make a dashboard')
    await page.getByRole('radio', { name: /fuel economy/i }).check()
    await page.getByRole('button', { name: 'Choose' }).click()
    await answer(page).locator('canvas').first().waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  it('Show a map: the frame of the allowed host stands there, whether or not the machine reaches it', async () => {
    const { page, context, complaints } = await openPage(browser, demo.url)
    await page.route('https://www.openstreetmap.org/**', (route) => route.fulfill({ contentType: 'text/html', body: '<title>Map</title>A map' }))
    await ask(page, 'Show a map of Palmer Station')
    await ended(page)
    await answer(page).frameLocator('iframe').getByText('A map').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
