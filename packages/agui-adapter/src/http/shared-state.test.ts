import { HttpAgent } from '@ag-ui/client'
import type { JsonValue } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { type AgentOptions, createAgent, defineTool } from '@pf/planner'
import { createModelServer } from '@pf/testing'
import { HttpAgent as OlderAgent } from 'ag-ui-client-0.0.59'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createRunClient } from '../client/create-run-client.ts'
import { createPfHandlers } from '../handlers/create-pf-handlers.ts'
import { fetchModel } from '../test-support/fetch-model.ts'
import { post, runInput } from '../test-support/pf-server.ts'
import { actionReply, answerReply } from '../test-support/planner-server.ts'
import { serve } from '../test-support/serve.ts'

const generations = { '1.0.0': HttpAgent, '0.0.59': OlderAgent as unknown as typeof HttpAgent }
const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const plan = actionReply('plan', { steps: ['Bonn', 'Kiel'].map((city) => ({ node: 'add_stop', args: { city } })) })
const ask = actionReply('ui_confirm', { message: 'Book?' })

/** Starts an agent whose tool adds stops to the shared state `{stops}`. By default the model calls the tool, asks, and answers. */
async function system(options: Partial<AgentOptions> = { state: {} }, replies = [plan, ask, answerReply('Booked.')]) {
  const seen: JsonValue[] = []
  const addStop = defineTool({
    name: 'add_stop',
    description: 'Adds a stop.',
    input: z.object({ city: z.string() }),
    idempotent: true,
    run: ({ city }, context) => {
      seen.push(context.state)
      context.setState((previous) => ({ ...(previous as { stops?: string[] }), stops: [...((previous as { stops?: string[] }).stops ?? []), city] }))
      return {}
    },
  })
  let turn = 0
  const model = await createModelServer({
    stories: [{ name: 'script', match: () => true, reply: () => replies[Math.min(turn++, replies.length - 1)] ?? { content: '' } }],
  })
  const stores = createMemoryStore()
  const agent = createAgent({ model: fetchModel(model.url), tools: [addStop], ports: stores, richOutput: { enabled: true }, ...options })
  const warnings: string[] = []
  const handlers = createPfHandlers({
    agent,
    pending: stores.pending,
    authenticate: () => ({ id: 'u' }),
    retryMs: 1,
    onWarning: ({ code }) => warnings.push(code),
  })
  const served = await serve(handlers.fetch)
  open.push(model.close, agent.close, served.close, handlers.close)
  return { url: served.url, seen, warnings, model }
}

describe.each(Object.entries(generations))('the client %s', (_, Agent) => {
  it('sends its state to tools, receives their changes, and has the state of the server after an answer, a reload and in a second tab', async () => {
    const { url, seen, warnings } = await system()
    const note = 'n'.repeat(300)
    const messages = [{ id: 'u1', role: 'user' as const, content: 'Plan a trip.' }]
    const tab = new Agent({ url: `${url}/agui/agent`, threadId: 't', initialMessages: messages, initialState: { stops: ['Oslo'], note } })
    const types: string[] = []
    await tab.runAgent({ runId: 'r1' }, { onEvent: ({ event }) => void types.push(event.type) })
    expect(types.filter((type) => type.startsWith('STATE_'))).toEqual(['STATE_SNAPSHOT', 'STATE_DELTA', 'STATE_DELTA'])
    expect(tab.state).toEqual({ stops: ['Oslo', 'Bonn', 'Kiel'], note })
    expect(seen[0]).toEqual({ stops: ['Oslo'], note })

    const reloaded = new Agent({ url: `${url}/agui/agent`, threadId: 't', initialMessages: messages })
    await reloaded.runAgent({ runId: 'r1' })
    expect(reloaded.state).toEqual(tab.state)

    const view = (await (await fetch(`${url}/agui/threads/t`)).json()) as { pending: { id: string }[] }
    const answer = { interaction_id: view.pending[0]?.id, result: { confirmed: true } }
    await fetch(`${url}/agui/tool_result`, { method: 'POST', body: JSON.stringify(answer), headers: { 'content-type': 'application/json' } })
    const second = new Agent({ url: `${url}/agui/agent`, threadId: 't', initialMessages: [...messages, { id: 'u2', role: 'user', content: 'Thanks.' }] })
    await second.runAgent({ runId: 'r3' })
    expect(second.state).toEqual(tab.state)
    expect(warnings).toEqual([])
  })

  it('sends a changed state with its next message', async () => {
    const { url, model } = await system({ state: { prompt: true } }, [plan, answerReply('Two stops.'), answerReply('One stop.')])
    const agent = new Agent({ url: `${url}/agui/agent`, threadId: 't', initialMessages: [{ id: 'u1', role: 'user', content: 'Hi.' }] })
    await agent.runAgent({ runId: 'r1' })
    expect(agent.state).toEqual({ stops: ['Bonn', 'Kiel'] })
    agent.setState({ stops: ['Rome'] })
    agent.addMessage({ id: 'u2', role: 'user', content: 'And now?' })
    await agent.runAgent({ runId: 'r2' })
    expect(agent.state).toEqual({ stops: ['Rome'] })
    const prompts = model.requests.map(({ body }) => JSON.stringify(body))
    expect(prompts.map((prompt) => ['Bonn', 'Rome'].map((city) => prompt.includes(`${city}\\"]`) || prompt.includes(`${city}\\",`)))).toEqual([
      [false, false],
      [true, false],
      [false, true],
    ])
  })
})

it('pf/client sends a state and yields the changes', async () => {
  const { url, seen } = await system()
  const client = createRunClient({ baseUrl: url })
  const messages = [{ id: 'u1', role: 'user', content: 'Plan.' }]
  const states: unknown[] = []
  for await (const { event } of client.start({ thread_id: 't', run_id: 'r1', messages, state: { stops: [] } }))
    if (event.type === 'STATE_SNAPSHOT') states.push(event.snapshot)
  expect([seen[0], states.at(-1)]).toEqual([{ stops: [] }, { stops: ['Bonn', 'Kiel'] }])
})

describe('a state that cannot be used', () => {
  it.each<[string, JsonValue, number, string]>([
    ['too large', { text: 'x'.repeat(200_000) }, 413, 'too_large'],
    ['too deep', Array.from({ length: 70 }).reduce<JsonValue>((inner) => [inner], 1), 400, 'too_deep'],
    ['deeper than the agent accepts', Array.from({ length: 62 }).reduce<JsonValue>((inner) => [inner], 1), 400, 'invalid_input'],
  ])('is refused when it is %s', async (_, state, status, code) => {
    const { url, seen } = await system()
    const response = await post(url, runInput({ state }))
    expect([response.status, await response.json()]).toMatchObject([status, { code, issues: [{ pointer: code === 'too_deep' ? '' : '/state' }] }])
    expect(seen).toEqual([])
  })

  it('loses keys that reach a prototype, with a warning', async () => {
    const { url, seen, warnings } = await system()
    const body = JSON.stringify(runInput()).replace('"state":{}', '"state":{"a":{"__proto__":{"polluted":1},"b":1}}')
    await (await post(url, body)).text()
    expect(seen[0]).toEqual({ a: { b: 1 } })
    expect([warnings, Object.hasOwn(Object.prototype, 'polluted')]).toEqual([['state_keys_dropped'], false])
  })

  it('is reported once if the agent has no shared state, as are forwardedProps that nobody reads', async () => {
    const { url, warnings } = await system({})
    for (let count = 0; count < 3; count++)
      await (await post(url, runInput({ state: { stops: [], city: 'Oslo' }, forwardedProps: { theme: 'dark', pf: {} } }))).text()
    expect(warnings.toSorted()).toEqual(['forwarded_props_ignored', 'state_ignored'])
  })
})
