import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectBrowser } from '../../../tooling/test-support/connect-browser.ts'
import { askQuestion, latestAnswer, openPage, waitForEnd } from './open-page.ts'
import { type Demo, startDemo, startQuickDemo } from './start-demo.ts'

let demo: Demo
let quick: Demo
let browser: Browser
beforeAll(async () => {
  ;[demo, quick, browser] = await Promise.all([startDemo(), startQuickDemo(), connectBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  await quick?.stop()
})

describe('the copilot in a browser', () => {
  it('[prod-09] names the model in use and offers examples on an empty page', async () => {
    const { page, context, consoleErrors } = await openPage(browser, demo.url)
    await page.getByText('scripted model').waitFor()
    expect(await page.getByRole('list').getByRole('button').count()).toBe(4)
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  it('shows text while the run is still going', async () => {
    const { page, context } = await openPage(browser, demo.url)
    await askQuestion(page, 'Tell me slowly what data is here')
    await page.waitForFunction(() => {
      const article = document.querySelector('article[aria-label="Answer"]')
      return article?.getAttribute('data-status') === 'running' && (article.querySelector('.pf-md')?.textContent ?? '').length > 20
    })
    await waitForEnd(page)
    await context.close()
  })

  it('[003-fe-17] [003-pas-05] draws a chart under the answer it belongs to, with pixels in it', async () => {
    const { page, context, consoleErrors } = await openPage(browser, quick.url)
    await askQuestion(page, 'How did CO2 in the air develop since 1958?')
    await waitForEnd(page)
    const canvas = latestAnswer(page).locator('canvas').first()
    await canvas.waitFor()
    await page.waitForFunction(() => {
      const drawn = document.querySelector('article canvas') as HTMLCanvasElement | null
      const pixels = drawn?.getContext('2d')?.getImageData(0, 0, drawn.width, drawn.height).data
      if (!pixels) return false
      const colours = new Set<number>()
      for (let at = 0; at < pixels.length; at += 4)
        if (pixels[at + 3]) colours.add(((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0))
      return colours.size > 8
    })
    // The component arrived before the text; both belong to the same answer.
    expect(await page.getByRole('article', { name: 'Answer' }).count()).toBe(1)
    expect(await latestAnswer(page).locator('.pf-md').innerText()).toContain('ppm')
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  it('shows a table with exactly the rows of the query', async () => {
    const { page, context, consoleErrors } = await openPage(browser, quick.url)
    await askQuestion(page, 'Which countries had the highest life expectancy in 2005?')
    await waitForEnd(page)
    const table = latestAnswer(page).getByRole('grid').or(latestAnswer(page).getByRole('table')).first()
    await table.waitFor()
    const rows = await rowsOfQuery(page)
    expect(rows).toBeGreaterThan(2)
    expect(
      await latestAnswer(page)
        .getByText(new RegExp(`\\b${rows} rows`))
        .count(),
    ).toBeGreaterThan(0)
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  it('builds a dashboard of figures, chart and table', async () => {
    const { page, context, consoleErrors } = await openPage(browser, quick.url)
    await askQuestion(page, 'Give me a dashboard of the weather in Seattle')
    await waitForEnd(page)
    await latestAnswer(page).locator('canvas').first().waitFor()
    expect(await latestAnswer(page).locator('.pf-metric').count()).toBeGreaterThanOrEqual(3)
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  it('shows a long answer from its start and follows its end only for a reader who went there', async () => {
    const { page, context, consoleErrors } = await openPage(browser, quick.url, { height: 640 })
    const toEnd = page.getByRole('button', { name: 'Go to the end of the conversation' })
    const questionTop = () =>
      page.evaluate(() => {
        const top = (element: Element | null | undefined) => element?.getBoundingClientRect().top ?? Number.NaN
        return top([...document.querySelectorAll('.pf-chat-question')].at(-1)) - top(document.querySelector('.pf-chat-scroll'))
      })
    const belowView = () => page.locator('.pf-chat-scroll').evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop)
    for (const question of Array(2).fill('Give me a dashboard of the weather in Seattle') as string[]) {
      await askQuestion(page, question)
      await waitForEnd(page)
      await latestAnswer(page).locator('canvas').first().waitFor()
      await toEnd.waitFor()
      await expect.poll(questionTop).toBeLessThan(40)
      expect(await questionTop()).toBeGreaterThanOrEqual(0)
      expect(await belowView()).toBeGreaterThan(80)
      await toEnd.focus()
      await page.keyboard.press('Enter')
      await toEnd.waitFor({ state: 'detached' })
      expect(await belowView()).toBeLessThan(2)
      expect(await page.evaluate(() => document.activeElement?.className)).toBe('pf-chat-scroll')
    }
    // A reader who has scrolled up stays there while the content grows.
    await page.locator('.pf-chat-scroll').evaluate((box) => box.scrollTo(0, 120))
    await toEnd.waitFor()
    await page.setViewportSize({ width: 900, height: 640 })
    await page.locator('.pf-chat-list').evaluate((list) => list.append(Object.assign(document.createElement('p'), { style: 'height: 400px' })))
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(await page.locator('.pf-chat-scroll').evaluate((box) => box.scrollTop)).toBeLessThan(240)
    await page.locator('.pf-chat-list').evaluate((list) => list.lastElementChild?.remove())
    await askQuestion(page, 'What data is here?')
    await waitForEnd(page)
    await expect.poll(questionTop).toBeLessThan(40)
    expect(await questionTop()).toBeGreaterThanOrEqual(0)
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  it('recovers from a broken action without showing it', async () => {
    const { page, context } = await openPage(browser, quick.url)
    await askQuestion(page, 'Show me how broken output is repaired')
    await waitForEnd(page)
    expect(await latestAnswer(page).getAttribute('data-status')).toBe('done')
    expect(await latestAnswer(page).innerText()).not.toContain('next_node')
    await page.getByRole('tab', { name: 'Events' }).click()
    await page
      .getByRole('tabpanel')
      .getByText(/repair/)
      .first()
      .waitFor()
    await context.close()
  })

  it('shows what the model saw beside what the tool returned', async () => {
    const { page, context } = await openPage(browser, quick.url)
    await askQuestion(page, 'Which countries had the highest life expectancy in 2005?')
    await waitForEnd(page)
    await page.getByRole('tab', { name: 'Model view' }).click()
    await page.getByText('Model saw').first().waitFor()
    expect(await page.getByRole('tabpanel').locator('mark').first().innerText()).toMatch(/^<artifact:list size=\d+ items/)
    await context.close()
  })

  it('stops a run and keeps what was written', async () => {
    const { page, context } = await openPage(browser, demo.url)
    await askQuestion(page, 'Tell me slowly what data is here')
    await page.waitForFunction(() => (document.querySelector('article .pf-md')?.textContent ?? '').length > 20)
    await page.getByRole('button', { name: 'Stop' }).click()
    await waitForEnd(page)
    expect(await latestAnswer(page).getAttribute('data-status')).toBe('cancelled')
    expect((await latestAnswer(page).innerText()).length).toBeGreaterThan(20)
    await askQuestion(page, 'What data is here?')
    await waitForEnd(page)
    expect(await latestAnswer(page).getAttribute('data-status')).toBe('done')
    await context.close()
  })

  it('takes a change of the request while the run is going, shows its status, and asks one that came too late', async () => {
    const { page, context, consoleErrors } = await openPage(browser, demo.url)
    await askQuestion(page, 'Tell me slowly what data is here')
    const field = page.getByLabel('Your question')
    await field.fill('Which countries had the highest life expectancy in 2005?')
    await page.getByRole('button', { name: 'Change' }).click()
    const changes = page.getByRole('list', { name: 'Changes of the request' })
    await changes.getByText('Which countries').waitFor()
    expect(await field.inputValue()).toBe('')
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
    await waitForEnd(page)
    await changes.getByText('The answer was finished before this was read.').waitFor()
    await changes.getByRole('button', { name: 'Ask it now' }).click()
    await waitForEnd(page)
    expect(
      await latestAnswer(page)
        .getByText(/\d+ rows/)
        .count(),
    ).toBeGreaterThan(0)
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  it('continues after a reload in the middle of a run', async () => {
    const { page, context } = await openPage(browser, demo.url)
    await askQuestion(page, 'Tell me slowly what data is here')
    await page.waitForFunction(() => (document.querySelector('article .pf-md')?.textContent ?? '').length > 20)
    await page.reload()
    await page.getByRole('heading', { name: 'Tell me slowly what data is here' }).waitFor()
    await waitForEnd(page)
    expect(await latestAnswer(page).getAttribute('data-status')).toBe('done')
    expect(await page.getByRole('heading', { name: 'Tell me slowly what data is here' }).count()).toBe(1)
    expect(await page.getByRole('article', { name: 'Answer' }).count()).toBe(1)
    await context.close()
  })

  it('shows the same run in a second tab', async () => {
    const { page, context } = await openPage(browser, demo.url)
    await askQuestion(page, 'Tell me slowly what data is here')
    await latestAnswer(page).waitFor()
    const second = await context.newPage()
    await second.goto(page.url())
    await Promise.all([
      waitForEnd(page),
      second
        .getByRole('article')
        .waitFor()
        .then(() => waitForEnd(second)),
    ])
    expect(await latestAnswer(second).locator('.pf-md').innerText()).toBe(await latestAnswer(page).locator('.pf-md').innerText())
    await context.close()
  })

  it('follows in one tab what is asked in another', async () => {
    const { page, context } = await openPage(browser, demo.url)
    await askQuestion(page, 'What data is here?')
    await waitForEnd(page)
    const second = await context.newPage()
    await second.goto(page.url())
    await second.getByRole('article', { name: 'Answer' }).waitFor()
    await askQuestion(page, 'Write me a poem about the sea')
    await second.getByRole('heading', { name: 'Write me a poem about the sea' }).waitFor()
    await Promise.all([waitForEnd(page), waitForEnd(second)])
    await expect.poll(() => second.getByRole('article', { name: 'Answer' }).count()).toBe(2)
    expect(await latestAnswer(second).locator('.pf-md').innerText()).toBe(await latestAnswer(page).locator('.pf-md').innerText())
    await context.close()
  })

  it('keeps the focus where the keyboard can continue', async () => {
    const { page, context } = await openPage(browser, demo.url, { width: 360 })
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName)
    await page.getByRole('button', { name: 'Run inspector' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('complementary', { name: 'Run inspector' }).waitFor()
    await page.keyboard.press('Escape')
    expect(await focused()).toBe('Run inspector')
    await askQuestion(page, 'Tell me slowly what data is here')
    await page.getByRole('button', { name: 'Stop' }).focus()
    await page.keyboard.press('Enter')
    await waitForEnd(page)
    await expect.poll(focused).toBe('TEXTAREA')
    await context.close()
  })

  it.each([
    { width: 360, dark: false, question: 'Which countries had the highest life expectancy in 2005?', shows: 'table' },
    { width: 360, dark: true, question: 'Give me a dashboard of the weather in Seattle', shows: 'canvas' },
    { width: 768, dark: false, question: 'How did CO2 in the air develop since 1958?', shows: 'canvas' },
    { width: 1440, dark: true, question: 'Give me a dashboard of the weather in Seattle', shows: 'canvas' },
  ])('fits $width px with dark=$dark: nothing but a table in its frame scrolls sideways ($question)', async ({ width, dark, question, shows }) => {
    const { page, context, consoleErrors } = await openPage(browser, quick.url, { width, dark })
    await askQuestion(page, question)
    await waitForEnd(page)
    await latestAnswer(page).locator(shows).first().waitFor()
    const wider = await page.evaluate(() =>
      ['html', '.chat', '.pf-chat-scroll', '.pf-chat-form'].filter((selector) => {
        const box = document.querySelector(selector)
        return !box || box.scrollWidth > box.clientWidth || box.getBoundingClientRect().right > innerWidth
      }),
    )
    expect(wider).toEqual([])
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  it('says that the scripted model is scripted when it has no story', async () => {
    const { page, context } = await openPage(browser, demo.url)
    await askQuestion(page, 'Write me a poem about the sea')
    await waitForEnd(page)
    expect(await latestAnswer(page).innerText()).toMatch(/scripted/i)
    expect(await latestAnswer(page).getByRole('button').count()).toBeGreaterThan(0)
    await context.close()
  })
})

/** Returns the number of rows that the tool returned, read from the inspector. */
async function rowsOfQuery(page: Page): Promise<number> {
  await page.getByRole('tab', { name: 'Model view' }).click()
  return Number(await page.getByRole('tabpanel').locator('dt:text-is("row_count") + dd').first().innerText())
}
