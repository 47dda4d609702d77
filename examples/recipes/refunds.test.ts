import { deepEqual, equal, match } from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { openaiModel } from '@pf/planner/openai'
import { createModelServer, type Story } from '@pf/testing'
import OpenAI from 'openai'
import { createRefundAgent } from './refunds.ts'

const action = (next_node: string, args: object) => ({ content: JSON.stringify({ next_node, args }) })

/** The model calls the tool with the amount that the user names, and answers with what it read. */
const refunds: Story = {
  name: 'refunds',
  match: () => true,
  reply: ({ lastUser, toolResults }) => [
    action('refund', { order: 'A-77', euros: Number(/\d+/.exec(lastUser)?.[0]) }),
    action('final_response', { answer: `Done: ${JSON.stringify(toolResults[0]?.content)}` }),
  ],
}

let server: Awaited<ReturnType<typeof createModelServer>>
let paid: [order: string, euros: number][]
let agent: ReturnType<typeof createRefundAgent>

beforeEach(async () => {
  server = await createModelServer({ stories: [refunds] })
  paid = []
  const model = openaiModel({ client: new OpenAI({ apiKey: 'none', baseURL: server.url }), model: 'scripted' })
  agent = createRefundAgent(model, (order, euros) => paid.push([order, euros]))
})
afterEach(async () => {
  await agent.close()
  await server.close()
})

test('refunds a small amount without asking', async () => {
  const { raw_answer } = await agent.run('Refund 20 euros').payload
  equal(raw_answer, 'Done: {"refunded":20}')
  deepEqual(paid, [['A-77', 20]])
})

test('pays a large amount only after a person has allowed it', async () => {
  const scope = { owner: { id: 'local' } }
  await agent.run('Refund 80 euros').payload
  deepEqual(paid, [])
  const [question] = (await agent.inbox?.(scope)) ?? []
  match(JSON.stringify(question?.props), /80/)
  const answered = await agent.answer({ interaction_id: question?.interaction_id ?? '' }, { result: { confirmed: true } }, scope)
  equal(answered.status, 'accepted')
  for await (const event of (await agent.attach(answered.status === 'accepted' ? answered.run_id : '', 0, { scope })) ?? [])
    if (event.type === 'finish' && event.reason !== 'paused') break
  deepEqual(paid, [['A-77', 80]])
})

test('pays once when the model cannot be reached at first', async () => {
  server.mode('503-then-ok', { times: 1 })
  const { raw_answer } = await agent.run('Refund 20 euros').payload
  match(raw_answer, /Done/)
  deepEqual(paid, [['A-77', 20]])
})

test('tells the user when the model writes nothing that can be used', async () => {
  server.mode('empty-content')
  const { raw_answer } = await agent.run('Refund 20 euros').payload
  match(raw_answer, /./)
  deepEqual(paid, [])
})

test('describes the tool to the model, which is called twice', async () => {
  await agent.run('Refund 20 euros').payload
  equal(server.requests.length, 2)
  match(JSON.stringify(server.requests[0]?.body), /Refunds an order/)
})
