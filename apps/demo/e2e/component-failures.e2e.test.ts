import { fileURLToPath } from 'node:url'
import { createPfHandlers } from '@pf/agui-adapter'
import { createMemoryStore } from '@pf/core/memory'
import { createAgent, defineTool } from '@pf/planner'
import { openaiModel } from '@pf/planner/openai'
import { createModelServer, type Story } from '@pf/testing'
import react from '@vitejs/plugin-react'
import OpenAI from 'openai'
import type { Browser, Page } from 'playwright-core'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { type Served, serveFetch } from './front-ends/serve-fetch.ts'
import { launchBrowser, openPage } from './open-page.ts'

const act = (next_node: string, args: object) => ({ content: JSON.stringify({ next_node, args }) })
const say = (answer: string) => act('final_response', { answer })
const render = (id: string, component: string, props: object) => act('render_component', { id, component, props })
/** Valid for the server, which has no parser for these notations. */
const brokenDiagram = { code: 'sequenceDiagram\n nonsense here ->' }
const brokenFormula = { expression: '\\undefinedcommand{x}' }
const story = (name: string, replies: ReturnType<typeof act>[]): Story => ({ name, match: ({ lastUser }) => lastUser === name, reply: () => replies })

const reported = Promise.withResolvers<void>()
const look = defineTool({ name: 'look', description: 'Waits.', input: z.object({}), run: () => reported.promise.then(() => ({ ok: true })) })
const stories = [
  story('diagram', [render('flow', 'mermaid', brokenDiagram), act('look', {}), render('flow', 'mermaid', { code: 'graph TD\n A --> B' }), say('There it is.')]),
  story('formula', [render('f', 'latex', brokenFormula), say('A formula.')]),
  story('why', [say('It is missing.')]),
]

let model: Awaited<ReturnType<typeof createModelServer>>
let served: Served
let vite: ViteDevServer
let browser: Browser
let page: Page
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  model = await createModelServer({ stories })
  const stores = createMemoryStore()
  const client = new OpenAI({ apiKey: 'scripted', baseURL: model.url, maxRetries: 0 })
  const agent = createAgent({ model: openaiModel({ client, model: 'scripted' }), tools: [look], ports: stores, richOutput: { enabled: true } })
  const handlers = createPfHandlers({ agent, artifacts: stores.artifacts, pending: stores.pending, authenticate: () => ({ id: 'visitor' }) })
  served = await serveFetch(handlers.fetch)
  vite = await createServer({
    configFile: false,
    root: fileURLToPath(new URL('component-failures', import.meta.url)),
    plugins: [react()],
    logLevel: 'error',
    resolve: { conditions: ['pf-source', 'module', 'browser', 'development|production'] },
    server: { port: 0, host: '127.0.0.1', proxy: { '/agui': served.url, '/ui': served.url }, fs: { strict: false } },
  })
  await vite.listen()
  browser = await launchBrowser()
  page = (await openPage(browser, vite.resolvedUrls?.local[0] ?? '')).page
  closing.push(
    () => browser.close(),
    () => vite.close(),
    () => handlers.close(),
    () => served.close(),
    () => agent.close(),
    () => model.close(),
  )
})
afterAll(async () => {
  for (const close of closing) await close()
})

const lastRequest = () => JSON.stringify(model.requests.at(-1)?.body)

it('a diagram that Mermaid cannot read is told to the model in its next step, which corrects it', async () => {
  const report = page.waitForResponse((response) => response.url().endsWith('/ui/components/failures'))
  await page.getByRole('button', { name: 'diagram' }).click()
  expect(await (await report).json()).toEqual({ told: true })
  reported.resolve()
  await page.getByText('There it is.').waitFor()
  await page.locator('.pf-mermaid-view img').waitFor()
  expect(model.requests).toHaveLength(4)
  expect(JSON.stringify(model.requests[2]?.body)).toContain('could not render the component mermaid (id flow)')
})

it('a formula that fails behind the end of its run is told with the next question', async () => {
  await page.getByRole('button', { name: 'formula' }).click()
  await page.getByText('A formula.').waitFor()
  await page.locator('[data-component="latex"] .pf-card').waitFor()
  await page.getByRole('button', { name: 'why' }).click()
  await page.getByText('It is missing.').waitFor()
  expect(lastRequest()).toContain('Components of the last answer that the page could not draw')
  expect(lastRequest()).toContain('latex')
})
