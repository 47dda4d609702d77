import { createMemoryRecorder, readBundle, replayBundle, writeBundle } from '@pf/bundle'
import type { AgentPort } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { openaiModel } from '@pf/planner/openai'
import { createModelServer, type ModelServer } from '@pf/testing'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createQueryClient, type QueryClient } from '../data/query-client.ts'
import { stories } from '../model/stories.ts'
import { chatOptions, createAgents } from './agents.ts'
import { createReports } from './reports.ts'

let server: ModelServer
let database: QueryClient
beforeAll(async () => {
  server = await createModelServer({ stories, wait: async () => {} })
  database = createQueryClient(new URL('../data/query-worker.ts', import.meta.url))
})
afterAll(async () => {
  database.close()
  await server.close()
})

const scope = { owner: { id: 'ada' } }

async function ask(agent: AgentPort, run_id: string, question: string) {
  const messages = [{ id: 'u1', role: 'user' as const, content: question }]
  await agent.start({ thread_id: `thread-${run_id}`, run_id, messages, client_tools: [], context: [], client: { pf: {} } }, scope)
  for await (const event of (await agent.attach(run_id, 0, { scope })) ?? []) if (event.type === 'finish') return event
  return undefined
}

it.each([
  ['react', 'Show me the weather as a table'],
  ['plan', 'Show me the weather as a table'],
  ['react', 'How many penguins are there?'],
] as const)('a report of the %s agent replays equal without its model and its database: %s', async (name, question) => {
  const stores = createMemoryStore()
  const recorder = createMemoryRecorder()
  const model = openaiModel({ client: new OpenAI({ apiKey: 'scripted', baseURL: server.url, maxRetries: 0 }), model: 'scripted' })
  const options = { model, database, page: '', stores, hooks: {}, recorder }
  const agents = createAgents(options)
  const reports = createReports({ stores, recorder, agents: Object.values(chatOptions(options)) })
  const finish = await ask(agents[name], 'run-1', question)
  expect(finish?.reason).toBe('answer')
  expect(await reports.read({ owner: { id: 'eve' } }, 'run-1')).toMatchObject({ ok: false, code: 'not_found' })
  const report = await reports.read(scope, 'run-1')
  if (!report.ok) throw new Error(report.message)
  const replayed = await replayBundle(await readBundle(await writeBundle(report.bundle)))
  expect(replayed).toMatchObject({ equal: true, differences: [] })
  expect(replayed.payload?.raw_answer).toBe(finish?.payload.raw_answer)
  await Promise.all(Object.values(agents).map((agent) => agent.close()))
})
