import { fileURLToPath } from 'node:url'
import { createPfHandlers } from '@pf/agui-adapter'
import type { ToolDefinition } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { createAgent } from '@pf/planner'
import { openaiModel } from '@pf/planner/openai'
import { createModelServer, type Story } from '@pf/testing'
import react from '@vitejs/plugin-react'
import OpenAI from 'openai'
import type { Page } from 'playwright-core'
import { createServer } from 'vite'
import { connectBrowser } from '../../../../tooling/test-support/connect-browser.ts'
import { serveFetch } from '../front-ends/serve-fetch.ts'
import { openPage } from '../open-page.ts'

export const actionReply = (next_node: string, args: object) => ({ content: JSON.stringify({ next_node, args }) })
export const answerReply = (answer: string) => actionReply('final_response', { answer })

/** A story for one question of the user, with the replies of the model in order. */
export const story = (question: string, replies: ReturnType<typeof actionReply>[]): Story => ({
  name: question,
  match: ({ lastUser }) => lastUser === question,
  reply: () => replies,
})

export interface SmallChat {
  page: Page
  model: Awaited<ReturnType<typeof createModelServer>>
  close(): Promise<void>
}

/** Opens a chat in Chromium with a button for each story. Agent, handlers and stores are real; the model is scripted and reached over HTTP. */
export async function openSmallChat({ stories, tools }: { stories: Story[]; tools: ToolDefinition[] }): Promise<SmallChat> {
  const model = await createModelServer({ stories })
  const stores = createMemoryStore()
  const client = new OpenAI({ apiKey: 'scripted', baseURL: model.url, maxRetries: 0 })
  const agent = createAgent({ model: openaiModel({ client, model: 'scripted' }), tools, ports: stores, richOutput: { enabled: true } })
  const handlers = createPfHandlers({ agent, artifacts: stores.artifacts, pending: stores.pending, authenticate: () => ({ id: 'visitor' }) })
  const served = await serveFetch(handlers.fetch)
  const vite = await createServer({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    plugins: [react()],
    logLevel: 'error',
    resolve: { conditions: ['pf-source', 'module', 'browser', 'development|production'] },
    server: { port: 0, host: '127.0.0.1', proxy: { '/agui': served.url, '/ui': served.url, '/artifacts': served.url }, fs: { strict: false } },
  })
  await vite.listen()
  const browser = await connectBrowser()
  const questions = stories.map(({ name }) => name).join(',')
  // Vite transforms the sources of the packages as the page requests them, which takes long on a busy machine.
  const { page } = await openPage(browser, `${vite.resolvedUrls?.local[0]}?questions=${questions}`, { loadMs: 80_000 })
  page.setDefaultTimeout(60_000)
  return {
    page,
    model,
    async close() {
      for (const part of [browser, vite, handlers, served, agent, model]) await part.close()
    },
  }
}
