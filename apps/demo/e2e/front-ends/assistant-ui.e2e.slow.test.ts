import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { typeErrors } from './build-front-end.ts'
import { type FrontEnd, startFrontEnd } from './open-front-end.ts'

let front: FrontEnd
beforeAll(async () => {
  front = await startFrontEnd('assistant-ui')
}, 600_000)
afterAll(() => front?.close())

it('fits the types of assistant-ui', async () => {
  expect(await typeErrors('assistant-ui')).toBe('')
}, 180_000)

const messageText = (page: Page, text: string) => page.getByText(text)

async function sendQuestion(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

/** Fills in and submits the form on the page. */
async function answer(page: Page, city: string) {
  await page.getByRole('textbox', { name: 'City' }).fill(city)
  await page.getByRole('button', { name: 'Submit' }).click()
}

describe('assistant-ui 0.15.22 with react-ag-ui 0.0.58, straight to the server of another origin', () => {
  it('shows an answer, and wants nothing of anybody else', async () => {
    const { page, context, consoleErrors, externalRequests, runRequests } = await front.open()
    await sendQuestion(page, 'hello')
    await messageText(page, 'Good **morning** to you.').waitFor()
    expect(runRequests).toMatchObject([{ tools: [{ name: 'ask_city' }], messages: [{ role: 'user' }] }])
    expect(externalRequests).toEqual([])
    expect(consoleErrors).toEqual([])
    await context.close()
  })

  it('shows a component in its place, once, also after a reload: from CUSTOM, as it leaves activities out', async () => {
    const { page, context } = await front.open()
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
    const { page, context, runRequests } = await front.open()
    await sendQuestion(page, 'a form')
    await answer(page, 'Bergen')
    await messageText(page, 'You answered {"city":"Bergen"}.').waitFor()
    await page.locator('.pf-form-summary').getByText('Bergen').waitFor()
    expect(await page.getByRole('button', { name: 'Submit' }).count()).toBe(0)
    expect(runRequests[1]).toMatchObject({ resume: [{ status: 'resolved', payload: { city: 'Bergen' } }] })
    await context.close()
  })

  it('leaves a form that came as an interrupt', async () => {
    const { page, context, runRequests } = await front.open()
    await sendQuestion(page, 'a form')
    await page.getByRole('button', { name: 'Not now' }).click()
    await messageText(page, 'You answered {"status":"cancelled"}.').waitFor()
    expect(runRequests[1]).toMatchObject({ resume: [{ status: 'cancelled' }] })
    await context.close()
  })

  it('answers a form that is a tool of its own', async () => {
    const { page, context, runRequests } = await front.open()
    await sendQuestion(page, 'a tool')
    await answer(page, 'Tromsø')
    await messageText(page, 'You answered {"city":"Tromsø"}.').waitFor()
    await page.locator('.pf-form-summary').getByText('Tromsø').waitFor()
    expect(runRequests).toHaveLength(2)
    expect(runRequests[1]).not.toHaveProperty('resume')
    await context.close()
  })

  it('stops an answer, and gets the next one at once', async () => {
    const { page, context } = await front.open()
    await sendQuestion(page, 'slowly')
    await messageText(page, 'It began long ago.').waitFor()
    const asked = front.server.model.requests.at(-1)
    await page.getByRole('button', { name: 'Stop' }).click()
    await sendQuestion(page, 'hello')
    await messageText(page, 'Good **morning** to you.').waitFor()
    expect(await asked?.ended).toBe('client_gone')
    await context.close()
  })

  it.each([
    ['an interrupt', 'a form'],
    ['a tool of the front end', 'a tool'],
  ])('shows a question that is still open after a reload, and answers it: %s', async (_way, question) => {
    const { page, context } = await front.open()
    await sendQuestion(page, 'hello')
    await messageText(page, 'Good **morning** to you.').waitFor()
    await sendQuestion(page, question)
    await page.getByRole('textbox', { name: 'City' }).waitFor()
    await page.reload()
    await messageText(page, 'Good **morning** to you.').waitFor()
    await answer(page, 'Bodø')
    await messageText(page, 'You answered {"city":"Bodø"}.').waitFor()
    await sendQuestion(page, 'hello')
    await messageText(page, 'Good **morning** to you.').nth(1).waitFor()
    await context.close()
  })
})
