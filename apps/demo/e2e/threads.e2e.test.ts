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

const list = (page: Page) => page.getByRole('navigation', { name: 'Conversations' })
const titles = (page: Page) => list(page).locator('.pf-thread-title').allInnerTexts()
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)

const questions = ['What data is here?', 'Show the 10 heaviest penguins', 'How many cars are there?']

/** Opens a page in its own browser and asks the questions, each in its own conversation. */
async function openConversations(options = { width: 1440 }) {
  const visit = await openPage(browser, demo.url, options)
  for (const question of questions) {
    await visit.page.goto(demo.url)
    await askQuestion(visit.page, question)
    await waitForEnd(visit.page)
  }
  return visit
}

describe('the list of conversations', () => {
  it('shows each conversation from its first question, marks the current one, and opens the others', async () => {
    const { page, context, consoleErrors } = await openConversations()
    await expect.poll(() => titles(page)).toEqual(questions.toReversed())
    const current = () => list(page).locator('[aria-current="page"] .pf-thread-title').innerText()
    expect(await current()).toBe(questions[2])
    await list(page).getByRole('link', { name: 'What data is here?' }).click()
    await page.getByRole('heading', { name: 'What data is here?' }).waitFor()
    await expect.poll(current).toBe('What data is here?')
    await list(page).getByRole('button', { name: 'New conversation' }).click()
    await page.getByRole('heading', { name: 'Ask about the data' }).waitFor()
    await expect.poll(() => titles(page)).toHaveLength(3)
    expect(await list(page).locator('[aria-current]').count()).toBe(0)
    expect(consoleErrors).toEqual([])
    await context.close()
    const other = await openPage(browser, demo.url, { width: 1440 })
    await list(other.page).getByText('Conversations are kept here from their first question.').waitFor()
    await other.context.close()
  })

  it('is searched in titles and answers, by keyboard alone renamed, and keeps a title that was not saved', async () => {
    const { page, context } = await openConversations()
    const search = page.getByRole('searchbox', { name: 'Search conversations' })
    await search.fill('GENTOO')
    await expect.poll(() => titles(page)).toEqual(['Show the 10 heaviest penguins'])
    await search.fill('no such words')
    await list(page).getByText('No conversation contains “no such words”.').waitFor()
    await search.press('Escape')
    await expect.poll(() => titles(page)).toHaveLength(3)
    await list(page).getByRole('link', { name: 'Show the 10' }).focus()
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Rename “Show the 10 heaviest penguins”')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Penguins & co')
    await page.keyboard.press('Escape')
    expect(await titles(page)).toContain('Show the 10 heaviest penguins')
    expect(await focused(page)).toBe('Rename “Show the 10 heaviest penguins”')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Penguins & co')
    await page.keyboard.press('Enter')
    await expect.poll(() => titles(page)).toEqual([questions[2], 'Penguins & co', questions[0]])
    await page.reload()
    await expect.poll(() => titles(page)).toEqual([questions[2], 'Penguins & co', questions[0]])
    await context.close()
  })

  it('deletes a conversation after a question whose focus is on the safe answer, and leaves the one that is shown', async () => {
    const { page, context } = await openConversations()
    await expect.poll(() => titles(page)).toHaveLength(3)
    const remove = (title: string) => list(page).getByRole('button', { name: `Delete “${title}”` })
    await remove('What data is here?').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Delete this conversation?' }).waitFor()
    expect(await focused(page)).toBe('Keep it')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await titles(page)).toHaveLength(3)
    expect(await list(page).isVisible()).toBe(true)
    await remove('What data is here?').click()
    await page.getByRole('button', { name: 'Delete conversation' }).click()
    await expect.poll(() => titles(page)).toEqual([questions[2], questions[1]])
    const address = page.url()
    await remove(questions[2] ?? '').click()
    await page.getByRole('button', { name: 'Delete conversation' }).click()
    await page.getByRole('heading', { name: 'Ask about the data' }).waitFor()
    await expect.poll(() => titles(page)).toEqual([questions[1]])
    await page.goto(address)
    await page.getByText('The server does not have this conversation.').waitFor()
    await context.close()
  })

  it('stops an answer that is being written before its conversation is deleted, whichever agent writes it', async () => {
    const slow = await startDemo()
    const { page, context } = await openPage(browser, slow.url, { width: 1440 })
    await askQuestion(page, 'Answer slowly')
    await expect.poll(async () => (await latestAnswer(page).innerText()).length).toBeGreaterThan(100)
    await list(page).getByRole('button', { name: 'Delete “Answer slowly”' }).click()
    await page.getByRole('button', { name: 'Delete conversation' }).click()
    await page.getByRole('heading', { name: 'Ask about the data' }).waitFor()
    await list(page).getByText('Conversations are kept here from their first question.').waitFor()
    await context.close()
    await slow.stop()
  })

  it('is a drawer on a phone: it takes the focus, closes with Escape, gives the focus back, and nothing scrolls sideways', async () => {
    const { page, context, consoleErrors } = await openPage(browser, demo.url, { width: 390, height: 844 })
    await askQuestion(page, 'What data is here?')
    await waitForEnd(page)
    expect(await list(page).isVisible()).toBe(false)
    const button = page.getByRole('button', { name: 'Conversations', exact: true })
    await button.click()
    expect(await button.getAttribute('aria-expanded')).toBe('true')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('conversations')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.keyboard.press('Escape')
    expect(await list(page).isVisible()).toBe(false)
    expect(await focused(page)).toBe('Conversations')
    expect(consoleErrors).toEqual([])
    await context.close()
  })
})
