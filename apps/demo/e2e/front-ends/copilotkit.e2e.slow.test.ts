import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Demo, startDemo } from '../start-demo.ts'
import { typeErrors } from './build-front-end.ts'
import { type FrontEnd, type FrontEndPage, startFrontEnd, startFrontEndPage } from './open-front-end.ts'

let front: FrontEnd
beforeAll(async () => {
  front = await startFrontEnd('copilotkit')
}, 600_000)
afterAll(() => front?.close())

it('fits the types of CopilotKit', async () => {
  expect(await typeErrors('copilotkit')).toBe('')
}, 180_000)

const send = (page: Page) => page.getByTestId('copilot-send-button')
const messageText = (page: Page, text: string) => page.getByTestId('copilot-assistant-message').getByText(text)

async function sendQuestion(page: Page, text: string) {
  await page.locator('textarea').fill(text)
  await send(page).click()
}

/** Fills in and submits the form on the page. */
async function answer(page: Page, city: string) {
  await page.getByRole('textbox', { name: 'City' }).fill(city)
  await page.getByRole('button', { name: 'Submit' }).click()
}

describe.each(['0.0.59', '1.0.0'])('CopilotKit 1.74.0 with @ag-ui/client %s, straight to the server of another origin', (client) => {
  it('shows an answer, in markdown, and wants nothing of anybody else', async () => {
    const { page, context, consoleErrors, externalRequests, runRequests } = await front.open({ client })
    await sendQuestion(page, 'hello')
    await messageText(page, 'morning').waitFor()
    expect(await page.getByTestId('copilot-assistant-message').locator('[data-streamdown=strong], strong').innerText()).toBe('morning')
    expect(runRequests.map(({ protocolVersion }) => protocolVersion)).toEqual([client === '1.0.0' ? '1.0' : undefined])
    expect(externalRequests).toEqual([])
    // CopilotKit logs a notice about its plans and a 404 for the new thread.
    expect(consoleErrors.filter((text) => !/selfManagedAgents|404/.test(text))).toEqual([])
    await context.close()
  })

  it('shows a component in its place, once, also after a reload', async () => {
    const { page, context } = await front.open({ client })
    await sendQuestion(page, 'a figure')
    await messageText(page, 'That many live there.').waitFor()
    await page.locator('.pf-metric-value').waitFor()
    expect(await page.locator('.pf-metric').count()).toBe(1)
    expect(await page.locator('.pf-metric').innerText()).toMatch(/People in Oslo\s*717,710/)
    const [figure, text] = await Promise.all([page.locator('.pf-metric').boundingBox(), messageText(page, 'That many live there.').boundingBox()])
    expect(figure?.y).toBeLessThan(text?.y ?? 0)
    await page.reload()
    await messageText(page, 'That many live there.').waitFor()
    await page.locator('.pf-metric-value').waitFor()
    expect(await page.locator('.pf-metric').count()).toBe(1)
    await context.close()
  })

  it('answers a form that came as an interrupt', async () => {
    const { page, context, runRequests } = await front.open({ client })
    await sendQuestion(page, 'a form')
    await answer(page, 'Bergen')
    await messageText(page, 'You answered {"city":"Bergen"}.').waitFor()
    await page.locator('.pf-form-summary').getByText('Bergen').waitFor()
    expect(await page.getByRole('button', { name: 'Submit' }).count()).toBe(0)
    expect(runRequests).toMatchObject([{ tools: [{ name: 'ask_city' }] }, { resume: [{ status: 'resolved', payload: { city: 'Bergen' } }] }])
    await context.close()
  })

  it('leaves a form that came as an interrupt', async () => {
    const { page, context, runRequests } = await front.open({ client })
    await sendQuestion(page, 'a form')
    await page.getByRole('button', { name: 'Not now' }).click()
    await messageText(page, 'You answered {"status":"cancelled"}.').waitFor()
    expect(runRequests[1]).toMatchObject({ resume: [{ status: 'cancelled' }] })
    await context.close()
  })

  it('answers a form that is a tool of its own', async () => {
    const { page, context, runRequests } = await front.open({ client })
    await sendQuestion(page, 'a tool')
    await answer(page, 'Tromsø')
    await messageText(page, 'You answered {"city":"Tromsø"}.').waitFor()
    await page.locator('.pf-form-summary').getByText('Tromsø').waitFor()
    expect(runRequests).toHaveLength(2)
    expect(runRequests[1]).not.toHaveProperty('resume')
    await context.close()
  })

  it('stops an answer, and gets the next one at once', async () => {
    const { page, context } = await front.open({ client })
    await sendQuestion(page, 'slowly')
    await messageText(page, 'It began long ago.').waitFor()
    const asked = front.server.model.requests.at(-1)
    await send(page).click()
    await sendQuestion(page, 'hello')
    await messageText(page, 'morning').waitFor()
    expect(await asked?.ended).toBe('client_gone')
    await context.close()
  })

  it.each([
    ['an interrupt', 'a form'],
    ['a tool of the front end', 'a tool'],
  ])('shows a question that is still open after a reload, and answers it: %s', async (_way, question) => {
    const { page, context } = await front.open({ client })
    await sendQuestion(page, 'hello')
    await messageText(page, 'morning').waitFor()
    await sendQuestion(page, question)
    await page.getByRole('textbox', { name: 'City' }).waitFor()
    await page.reload()
    await messageText(page, 'morning').waitFor()
    await answer(page, 'Bodø')
    await messageText(page, 'You answered {"city":"Bodø"}.').waitFor()
    await sendQuestion(page, 'hello')
    await messageText(page, 'morning').nth(1).waitFor()
    await context.close()
  })
})

const kills = 3
const shownAnswer = (page: Page) => page.getByTestId('copilot-assistant-message')

/** Waits for the last sentence of the answer and returns what the page shows. */
async function finalText(page: Page) {
  await shownAnswer(page).getByText('the text has reached its end').waitFor({ timeout: 120_000 })
  return (await shownAnswer(page).allInnerTexts()).join('\n')
}

// In this file, because both build the same page.
describe('an answer whose server is killed three times', () => {
  let folder = ''
  let demo: Demo
  let killed: FrontEndPage
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pf-copilotkit-'))
    demo = await startDemo({ PF_DATA_DIR: folder })
    killed = await startFrontEndPage('copilotkit', () => demo.url)
  }, 600_000)
  afterAll(async () => {
    await killed?.close()
    await demo?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function killAndRestart() {
    const { port } = new URL(demo.url)
    await demo.kill()
    demo = await startDemo({ PF_DATA_DIR: folder, PORT: port })
  }

  it.each(['0.0.59', '1.0.0'])('with @ag-ui/client %s ends with what an undisturbed page shows', { timeout: 300_000 }, async (client) => {
    const undisturbed = await killed.open({ client, resume: '1' })
    await sendQuestion(undisturbed.page, 'Answer slowly')
    const expected = await finalText(undisturbed.page)
    await undisturbed.context.close()

    const { page, context } = await killed.open({ client, resume: '1' })
    await sendQuestion(page, 'Answer slowly')
    for (let kill = 0; kill < kills; kill += 1) {
      await expect.poll(async () => (await shownAnswer(page).allInnerTexts()).join('').length, { timeout: 60_000 }).toBeGreaterThan(100)
      expect(await shownAnswer(page).innerText()).not.toContain('reached its end')
      await killAndRestart()
    }
    expect(await finalText(page)).toBe(expected)
    expect(await shownAnswer(page).count()).toBe(1)
    await context.close()
  })
})
