import { defineTool } from '@pf/planner'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { actionReply, answerReply, openSmallChat, type SmallChat, story } from './small-chat/open-small-chat.ts'

const render = (id: string, component: string, props: object) => actionReply('render_component', { id, component, props })
/** The server accepts this code, because it has no parser for these notations. */
const brokenDiagram = { code: 'sequenceDiagram\n nonsense here ->' }
const brokenFormula = { expression: '\\undefinedcommand{x}' }

const reported = Promise.withResolvers<void>()
const look = defineTool({ name: 'look', description: 'Waits.', input: z.object({}), run: () => reported.promise.then(() => ({ ok: true })) })
const stories = [
  story('diagram', [
    render('flow', 'mermaid', brokenDiagram),
    actionReply('look', {}),
    render('flow', 'mermaid', { code: 'graph TD\n A --> B' }),
    answerReply('There it is.'),
  ]),
  story('formula', [render('f', 'latex', brokenFormula), answerReply('A formula.')]),
  story('why', [answerReply('It is missing.')]),
]

let chat: SmallChat
beforeAll(async () => {
  chat = await openSmallChat({ stories, tools: [look] })
})
afterAll(() => chat?.close())

const lastRequest = () => JSON.stringify(chat.model.requests.at(-1)?.body)

it('a diagram that Mermaid cannot read is reported to the model in its next step, which corrects it', async () => {
  const { page, model } = chat
  const report = page.waitForResponse((response) => response.url().endsWith('/ui/components/failures'))
  await page.getByRole('button', { name: 'diagram' }).click()
  expect(await (await report).json()).toEqual({ delivered: true })
  reported.resolve()
  await page.getByText('There it is.').waitFor()
  await page.locator('.pf-mermaid-view img').waitFor()
  expect(model.requests).toHaveLength(4)
  expect(JSON.stringify(model.requests[2]?.body)).toContain('could not render the component mermaid (id flow)')
})

it('a formula that fails behind the end of its run is reported with the next question', async () => {
  const { page } = chat
  await page.getByRole('button', { name: 'formula' }).click()
  await page.getByText('A formula.').waitFor()
  await page.locator('[data-component="latex"] .pf-card').waitFor()
  await page.getByRole('button', { name: 'why' }).click()
  await page.getByText('It is missing.').waitFor()
  expect(lastRequest()).toContain('Components of the last answer that the page could not draw')
  expect(lastRequest()).toContain('latex')
})
