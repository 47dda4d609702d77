import { fileURLToPath } from 'node:url'
import type { PlannerEvent } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { openaiModel } from '@pf/planner/openai'
import { createModelServer } from '@pf/testing'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createQueryClient } from '../data/query-client.ts'
import { createAgents } from '../server/agents.ts'
import { stories } from './stories.ts'
import { topics } from './topics/topics.ts'

const scope = { owner: { id: 'reader' } }
const database = createQueryClient(new URL('../data/query-worker.ts', import.meta.url))
let server: Awaited<ReturnType<typeof createModelServer>>
let agents: ReturnType<typeof createAgents>
let runs = 0

beforeAll(async () => {
  server = await createModelServer({ stories, wait: async () => {} })
  const model = openaiModel({ client: new OpenAI({ apiKey: 'none', baseURL: server.url }), model: 'scripted' })
  agents = createAgents({ model, database, page: fileURLToPath(new URL('../web/public', import.meta.url)), stores: createMemoryStore(), hooks: {} })
})
afterAll(async () => {
  await Promise.all(Object.values(agents ?? {}).map((agent) => agent.close()))
  await server?.close()
  database.close()
})

async function read(run_id: string): Promise<PlannerEvent[]> {
  const events: PlannerEvent[] = []
  for await (const event of (await agents.plan.attach(run_id, 0, { scope })) ?? []) {
    events.push(event)
    if (event.type === 'finish') break
  }
  return events
}

async function runQuestion(content: string, thread_id = `thread-${runs + 1}`): Promise<PlannerEvent[]> {
  runs += 1
  const run_id = `run-${runs}`
  await agents.plan.start(
    { thread_id, run_id, messages: [{ id: `u-${runs}`, role: 'user', content }], client_tools: [], context: [], client: { pf: {} } },
    scope,
  )
  return await read(run_id)
}

const finishOf = (events: PlannerEvent[]) => events.flatMap((event) => (event.type === 'finish' ? [event] : []))[0]
const shown = (events: PlannerEvent[]) => events.flatMap((event) => (event.type === 'artifact_chunk' && event.artifact_type === 'ui_component' ? [event] : []))

describe('the stories that are planned first', () => {
  const views = ['chart', 'table', 'dashboard'] as const
  it.each(topics.flatMap((topic) => views.map((view) => ({ title: `${view} of ${topic.table}`, view, about: topic.about }))))(
    'show the $title with two model calls',
    async ({ view, about }) => {
      const before = server.requests.length
      const events = await runQuestion(`Make a ${view} of ${about}`)
      const finish = finishOf(events)
      expect(finish?.payload.raw_answer).not.toMatch(/an unknown|undefined|NaN|could not/)
      expect(finish?.payload.extra).toMatchObject({ plan: { model_calls: 2 } })
      expect(shown(events)).toHaveLength(1)
      expect(JSON.stringify(shown(events))).not.toContain('$1.output')
      expect(server.requests.length - before).toBe(2)
    },
  )

  it('describe a table, and say at once what they do not know', async () => {
    expect(finishOf(await runQuestion('Describe the penguins'))?.payload.raw_answer).toMatch(/^The table \*\*penguins\*\* has \d+ rows/)
    const unknown = finishOf(await runQuestion('Write me a poem'))
    expect(unknown?.payload).toMatchObject({ raw_answer: expect.stringMatching(/scripted model/), extra: { plan: { model_calls: 1 } } })
  })

  it('wait for the user where a tool of the plan asks, and continue with the answer', async () => {
    const events = await runQuestion('Save the dashboard of the weather', 'saving')
    const pause = events.flatMap((event) => (event.type === 'pause' ? [event] : []))[0]
    expect(finishOf(events)?.payload.route).toBe('paused')
    const id = pause?.interactions[0]?.id ?? ''
    const answered = await agents.plan.answer({ interaction_id: id }, { result: { confirmed: true } }, scope)
    expect(answered).toMatchObject({ status: 'accepted' })
    const after = 'run_id' in answered ? await read(answered.run_id) : []
    expect(finishOf(after)?.payload.raw_answer).toMatch(/is saved\.$/)
  })

  it('continue a conversation that began step by step', async () => {
    const messages = [{ id: 'first', role: 'user' as const, content: 'Show CO2 in the air as a chart' }]
    await agents.react.start({ thread_id: 'both', run_id: 'stepwise', messages, client_tools: [], context: [], client: { pf: {} } }, scope)
    for await (const event of (await agents.react.attach('stepwise', 0, { scope })) ?? []) if (event.type === 'finish') break
    const events = await runQuestion('And the cars as a table?', 'both')
    expect(shown(events)[0]).toMatchObject({ chunk: { component: 'datagrid' } })
    expect((await agents.react.thread('both', scope))?.messages).toHaveLength(4)
  })
})
