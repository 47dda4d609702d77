import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectBrowser } from '../../../tooling/test-support/connect-browser.ts'
import { askQuestion, latestAnswer, openPage, waitForEnd } from './open-page.ts'
import { type Demo, startDemo, startQuickDemo } from './start-demo.ts'

let demo: Demo
let browser: Browser
beforeAll(async () => {
  ;[demo, browser] = await Promise.all([startQuickDemo(), connectBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
})

const csv = { name: 'sales.csv', mimeType: 'text/csv', buffer: Buffer.from('region,sales\nNorth,10\nNorth,30\nSouth,5\n') }
/** A picture of one pixel. */
const png = {
  name: 'chart.png',
  mimeType: 'image/png',
  buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
}
const chosen = (page: Page) => page.getByRole('list', { name: 'Files for the question' }).getByRole('listitem')
const choose = (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) => page.locator('.pf-chat-form input[type=file]').setInputFiles(files)

/** Drops or pastes a file with an event as a browser creates it. */
async function give(page: Page, type: 'drop' | 'paste', { name, mimeType, buffer }: typeof csv) {
  await page.evaluate(
    ([kind, fileName, mime, base64]) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], fileName, { type: mime }))
      const field = document.querySelector('.pf-chat-form textarea')
      const init = { bubbles: true, cancelable: true }
      field?.dispatchEvent(
        kind === 'drop' ? new DragEvent('drop', { ...init, dataTransfer: data }) : new ClipboardEvent('paste', { ...init, clipboardData: data }),
      )
    },
    [type, name, mimeType, buffer.toString('base64')] as const,
  )
}

describe('files in the demo', () => {
  it('[003-in-08] are uploaded, sent with the question, shown again after a reload, and a table can be asked about', async () => {
    const { page, context, consoleErrors } = await openPage(browser, demo.url)
    await choose(page, [csv, png])
    await expect.poll(() => chosen(page).allInnerTexts()).toEqual([expect.stringContaining('sales.csv'), expect.stringContaining('chart.png')])
    expect(await chosen(page).locator('img').count()).toBe(1)
    await page.getByRole('button', { name: 'Remove chart.png' }).click()
    expect(await chosen(page).count()).toBe(1)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
    await askQuestion(page, 'Show this file')
    await waitForEnd(page)
    await latestAnswer(page).getByText('has 3 rows and 2 columns').waitFor()
    await latestAnswer(page).getByRole('table').waitFor()
    expect(await chosen(page).count()).toBe(0)
    const sentFile = page.locator('.pf-chat-list .pf-files').getByText('sales.csv')
    await sentFile.waitFor()
    await page.reload()
    await sentFile.waitFor()
    await askQuestion(page, 'Average sales by region')
    await waitForEnd(page)
    await latestAnswer(page).getByText('North is first with 20').waitFor()
    await latestAnswer(page).locator('canvas').first().waitFor()
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  it('[003-in-08] are dropped and pasted, also at 390 pixels, and sent without a question', async () => {
    const { page, context, consoleErrors } = await openPage(browser, demo.url, { width: 390, height: 800 })
    await give(page, 'drop', csv)
    await give(page, 'paste', png)
    await expect.poll(() => chosen(page).count()).toBe(2)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await waitForEnd(page)
    await latestAnswer(page).getByRole('table').waitFor()
    const image = page.locator('.pf-files-image img')
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1)
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  it('that are empty or too large are not sent, with the reason, and an interrupted upload can be repeated', async () => {
    const { page, context } = await openPage(browser, demo.url)
    await choose(page, [
      { ...csv, name: 'empty.csv', buffer: Buffer.alloc(0) },
      { ...csv, name: 'large.csv', buffer: Buffer.alloc(5_300_000, 65) },
    ])
    await expect
      .poll(() => chosen(page).allInnerTexts())
      .toEqual([expect.stringContaining('empty or not readable'), expect.stringContaining('larger than 5.2 MB')])
    expect(await page.getByRole('button', { name: 'Ask', exact: true }).isDisabled()).toBe(true)
    for (const name of ['empty.csv', 'large.csv']) await page.getByRole('button', { name: `Remove ${name}` }).click()
    await context.setOffline(true)
    await choose(page, [csv])
    await chosen(page).getByText('no connection').waitFor()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Upload sales.csv again' }).click()
    await expect.poll(() => chosen(page).getAttribute('data-status')).toBe('ready')
    await context.close()
  })

  it('[003-in-08] come with an example: the picture of a chart is sent and read', async () => {
    // The server of the other tests stands for one of which it is not known whether it takes pictures.
    const scripted = await startDemo()
    const { page, context, consoleErrors } = await openPage(browser, scripted.url)
    await page.getByText('More examples').click()
    await page.getByRole('button', { name: 'What does this chart show?' }).click()
    await waitForEnd(page)
    // Figures that were read from a picture are in no result of a tool, and are marked so as soon as the marks are loaded.
    await latestAnswer(page).getByText('Biscoe 168†, Dream 124†, Torgersen 52†').waitFor()
    await latestAnswer(page).getByRole('table').waitFor()
    const image = page.locator('.pf-files-image img')
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(720)
    expect(consoleErrors).toEqual([])
    await context.close()
    await scripted.stop()
  })

  it('cannot be read in the conversation of another browser', async () => {
    const { page, context } = await openPage(browser, demo.url)
    await choose(page, [csv])
    const response = await page.waitForResponse((each) => each.url().endsWith('/artifacts') && each.request().method() === 'POST')
    const { url } = (await response.json()) as { url: string }
    expect((await page.request.get(`${demo.url}${url}`)).status()).toBe(200)
    const other = await openPage(browser, demo.url)
    expect((await other.page.request.get(`${demo.url}${url}`)).status()).toBe(404)
    await context.close()
    await other.context.close()
  })

  it('are deleted with their conversation, sent or not', async () => {
    const { page, context } = await openPage(browser, demo.url, { width: 1440 })
    const uploaded = async (file: typeof csv) => {
      const response = page.waitForResponse((each) => each.url().endsWith('/artifacts') && each.request().method() === 'POST')
      await choose(page, [file])
      return `${demo.url}${((await (await response).json()) as { url: string }).url}`
    }
    const sent = await uploaded(csv)
    await askQuestion(page, 'Show this file')
    await waitForEnd(page)
    const unsent = await uploaded(png)
    const status = async (url: string) => (await page.request.get(url)).status()
    expect([await status(sent), await status(unsent)]).toEqual([200, 200])
    await page.getByRole('button', { name: 'Delete “Show this file”' }).click()
    await page.getByRole('button', { name: 'Delete conversation' }).click()
    await expect.poll(async () => [await status(sent), await status(unsent)]).toEqual([404, 404])
    await context.close()
  })
})
