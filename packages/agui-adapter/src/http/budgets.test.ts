import { createMemoryStore } from '@pf/core/memory'
import { createAgent } from '@pf/planner'
import { readSse } from '@pf/testing'
import { afterEach, expect, it } from 'vitest'
import { createPfHandlers } from '../handlers/create-pf-handlers.ts'
import { post, runInput } from '../test-support/pf-server.ts'
import { serve } from '../test-support/serve.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function createBudgetServer(tokens: number) {
  const agent = createAgent({
    model: {
      name: 'scripted',
      async *stream() {
        yield { type: 'text', text: '{"next_node": "final_response", "args": {"answer": "Done."}}' }
        yield { type: 'usage', usage: { input: 90, output: 10 } }
        yield { type: 'finish', reason: 'stop' }
      },
    },
    tools: [],
    ports: createMemoryStore(),
    budgets: { owner: { tokens } },
  })
  const handlers = createPfHandlers({ agent, authenticate: () => ({ id: 'u' }) })
  const served = await serve(handlers.fetch)
  closing.push(
    () => agent.close(),
    () => handlers.close(),
    () => served.close(),
  )
  return served.url
}

const limits = [{ scope: 'owner', unit: 'tokens', limit: 100, spent: 100, left: 0 }]

it('AG-UI clients get what is spent and left as a CUSTOM event and in the result, and a run without a budget ends with its code', async () => {
  const url = await createBudgetServer(100)
  const eventsOf = async () => {
    const events: { type: string; name?: string; value?: unknown; result?: unknown; code?: string }[] = []
    for await (const { data } of readSse(await post(url, runInput()), undefined, { strict: true })) if (data) events.push(JSON.parse(data))
    return events
  }
  const events = await eventsOf()
  expect(events.filter(({ name }) => name === 'budget').map(({ value }) => value)).toMatchObject([{ spent: { tokens: 100, model_calls: 1 }, limits }])
  expect(events.at(-1)).toMatchObject({ type: 'RUN_FINISHED', result: { extra: { budget: { spent: { tokens: 100 }, limits } } } })
  const next = await eventsOf()
  expect(next.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'budget_exhausted', message: expect.stringContaining('100 of 100 tokens') })
})

it('plain streams have the event budget', async () => {
  const url = await createBudgetServer(100)
  const body = JSON.stringify({ message: 'Hi.' })
  const response = await fetch(`${url}/chat`, { method: 'POST', body, headers: { 'content-type': 'application/json', accept: 'text/event-stream' } })
  const events: [string | undefined, unknown][] = []
  for await (const { event, data } of readSse(response, undefined, { strict: true })) if (data) events.push([event, JSON.parse(data)])
  expect(events.filter(([event]) => event === 'budget')).toMatchObject([['budget', { spent: { tokens: 100 }, limits }]])
})
