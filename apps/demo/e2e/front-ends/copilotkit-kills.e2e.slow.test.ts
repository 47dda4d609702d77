import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Demo, startDemo } from '../start-demo.ts'
import { type FrontEndPage, startFrontEndPage } from './open-front-end.ts'

let folder = ''
let demo: Demo
let front: FrontEndPage
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pf-copilotkit-'))
  demo = await startDemo({ PF_DATA_DIR: folder })
  front = await startFrontEndPage('copilotkit', () => demo.url)
}, 600_000)
afterAll(async () => {
  await front?.close()
  await demo?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const kills = 3
const answer = (page: Page) => page.getByTestId('copilot-assistant-message')

async function ask(page: Page) {
  await page.locator('textarea').fill('Answer slowly')
  await page.getByTestId('copilot-send-button').click()
}

/** Waits for the last sentence of the answer and returns what the page shows. */
async function finalText(page: Page) {
  await answer(page).getByText('the text has reached its end').waitFor({ timeout: 120_000 })
  return (await answer(page).allInnerTexts()).join('\n')
}

async function killAndRestart() {
  const { port } = new URL(demo.url)
  await demo.kill()
  demo = await startDemo({ PF_DATA_DIR: folder, PORT: port })
}

describe.each(['0.0.59', '1.0.0'])('CopilotKit with @ag-ui/client %s', (client) => {
  it('follows an answer whose server is killed three times, and ends with what an undisturbed page shows', { timeout: 300_000 }, async () => {
    const undisturbed = await front.open({ client, resume: '1' })
    await ask(undisturbed.page)
    const expected = await finalText(undisturbed.page)
    await undisturbed.context.close()

    const { page, context } = await front.open({ client, resume: '1' })
    await ask(page)
    for (let kill = 0; kill < kills; kill += 1) {
      await expect.poll(async () => (await answer(page).allInnerTexts()).join('').length, { timeout: 60_000 }).toBeGreaterThan(100)
      expect(await answer(page).innerText()).not.toContain('reached its end')
      await killAndRestart()
    }
    expect(await finalText(page)).toBe(expected)
    expect(await answer(page).count()).toBe(1)
    await context.close()
  })
})
