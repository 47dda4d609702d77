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

const choice = (page: Page, name: string) => page.getByRole('radio', { name })
const choose = (page: Page, name: string) => page.locator('.strategy__choice', { hasText: name }).click()

/** Returns the number of model calls of the newest answer, as reported by the inspector. */
const modelCalls = (page: Page) =>
  page.evaluate(async () => {
    const id = performance
      .getEntriesByType('resource')
      .map(({ name }) => /\/demo\/runs\/([^/]+)\/inspection/.exec(name)?.[1])
      .findLast((found) => found !== undefined)
    const { model_calls } = (await (await fetch(`/demo/runs/${id}/inspection`)).json()) as { model_calls: unknown[] }
    return model_calls.length
  })

describe('the switch between the ways to work', () => {
  it('plans first when that strategy is selected, with two model calls; a reload keeps the strategy', async () => {
    const { page, context, consoleErrors } = await openPage(browser, demo.url)
    expect(await choice(page, 'Step by step').isChecked()).toBe(true)
    await choose(page, 'Plan first')
    await askQuestion(page, 'Give me a dashboard of the weather in Seattle')
    await waitForEnd(page)
    await latestAnswer(page).locator('canvas').first().waitFor()
    await page.getByRole('tab', { name: 'Model view' }).click()
    await page.getByText('Model saw').first().waitFor()
    expect(await modelCalls(page)).toBe(2)
    await page.reload()
    await latestAnswer(page).locator('canvas').first().waitFor()
    expect(await choice(page, 'Plan first').isChecked()).toBe(true)
    await choose(page, 'Step by step')
    await askQuestion(page, 'List the most economical cars')
    await waitForEnd(page)
    expect(await latestAnswer(page).getByRole('grid').or(latestAnswer(page).getByRole('table')).first().isVisible()).toBe(true)
    expect(new URL(page.url()).searchParams.get('strategy')).toBeNull()
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  it('is locked while a question waits, is worked by keyboard, and the plan continues with the answer after a reload', async () => {
    const { page, context, consoleErrors } = await openPage(browser, demo.url)
    await choice(page, 'Step by step').focus()
    await page.keyboard.press('ArrowRight')
    await askQuestion(page, 'Save the weather dashboard')
    await page.getByRole('button', { name: /Save it/ }).waitFor()
    expect(await choice(page, 'Step by step').isDisabled()).toBe(true)
    await page.reload()
    await page.getByRole('button', { name: /Save it/ }).click()
    await page.getByText('is saved.').waitFor()
    await page.waitForFunction(() => document.querySelector<HTMLFieldSetElement>('.strategy')?.disabled === false)
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  it('a second tab takes over the way of the question that it follows, and may answer what it asks', async () => {
    const { page, context, consoleErrors } = await openPage(browser, demo.url)
    await askQuestion(page, 'What data is here?')
    await waitForEnd(page)
    const second = await context.newPage()
    await second.goto(page.url())
    await latestAnswer(second).waitFor()
    await choose(page, 'Plan first')
    await askQuestion(page, 'Save the weather dashboard')
    await second.getByRole('button', { name: /Save it/ }).click()
    await page.getByText('is saved.').waitFor()
    expect(await choice(second, 'Plan first').isChecked()).toBe(true)
    expect(consoleErrors).toEqual([])
    await context.close()
  })
})
