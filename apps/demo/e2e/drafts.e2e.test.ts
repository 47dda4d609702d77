import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectBrowser } from '../../../tooling/test-support/connect-browser.ts'
import { openPage } from './open-page.ts'
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

const text = (page: Page) => page.getByRole('region', { name: 'Document' }).innerText()
const sendQuestion = async (page: Page, words: string) => {
  await page.getByRole('textbox').fill(words)
  await page.keyboard.press('Enter')
}
const ready = (page: Page, version: number) => page.getByRole('button', { name: `Make version ${version} final` }).waitFor()

describe('drafts in the browser', () => {
  it('[002-wire-09] a draft grows, is changed and confirmed; a plain EventSource reads it, and a reload shows it again', async () => {
    const { page, context, consoleErrors } = await openPage(browser, demo.url)
    await page.getByRole('link', { name: 'Drafts' }).click()
    await page.getByRole('heading', { name: 'Drafts' }).waitFor()
    await sendQuestion(page, 'A note to the team about CO2')
    await ready(page, 1)
    expect(await text(page)).toContain('Dear team,')
    expect(await page.getByRole('region', { name: 'Discussion' }).innerText()).toContain('friendlier')
    expect(await page.content()).not.toMatch(/\[\/?(?:ARTIFACT|USER):/)
    await sendQuestion(page, 'Make it shorter and friendlier')
    await ready(page, 2)
    expect(await text(page)).toContain('Hello everyone,')
    await page.getByRole('button', { name: 'Show changes' }).click()
    expect(await page.getByRole('region', { name: 'Changes of version 2' }).innerText()).toContain('Dear team,')
    await page.reload()
    await ready(page, 2)
    await page.getByRole('button', { name: 'Make version 2 final' }).click()
    await page.getByText('This text is final.').waitFor()
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  it('a plain EventSource continues after the last event it received, and is notified when nothing is left', async () => {
    const { page, context } = await openPage(browser, demo.url)
    const seen = await page.evaluate(async () => {
      const created = await fetch('/drafts', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ message: 'A note about weather' }),
      })
      const { stream_url } = (await created.json()) as { stream_url: string }
      return await new Promise<{ events: string[]; closed: boolean }>((resolve) => {
        const events: string[] = []
        const source = new EventSource(stream_url)
        for (const name of ['artifact_delta', 'user_delta', 'done']) source.addEventListener(name, () => void events.push(name))
        // The server ends the stream, the browser reconnects with the last event id and receives 204.
        source.addEventListener('error', () => {
          if (source.readyState === EventSource.CLOSED) resolve({ events, closed: true })
        })
      })
    })
    expect(seen.closed).toBe(true)
    expect(seen.events.filter((name) => name === 'done')).toEqual(['done'])
    expect(seen.events.indexOf('user_delta')).toBeGreaterThan(seen.events.lastIndexOf('artifact_delta'))
    await context.close()
  })
})
