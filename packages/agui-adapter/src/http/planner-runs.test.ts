import { HttpAgent } from '@ag-ui/client'
import type { Reply } from '@pf/testing'
import { HttpAgent as OlderAgent } from 'ag-ui-client-0.0.59'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRunClient } from '../client/create-run-client.ts'
import { brokenRules, type Read } from '../test-support/order-machine.ts'
import { createPlannerServer } from '../test-support/planner-server.ts'

const open: { close(): Promise<unknown> }[] = []
let count = 0

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const actionReply = (next_node: string, args: object) => JSON.stringify({ next_node, args })
const answerReply = (answer: string) => actionReply('final_response', { answer })
const searchText = (q: string) => actionReply('search', { q })

/** The replies of the model in each step, and the answer that the client must receive. */
const stories: Record<string, { replies: Reply[]; answer: string }> = {
  answer: { replies: [{ content: answerReply('Hello \u{1f600}.'), chunkSize: 3 }], answer: 'Hello \u{1f600}.' },
  tool: { replies: [{ content: searchText('cats') }, { content: answerReply('Cats.') }], answer: 'Cats.' },
  plan: {
    replies: [
      {
        content: actionReply('plan', {
          steps: [
            { node: 'search', args: { q: 'a' } },
            { node: 'search', args: { q: 'b' } },
          ],
        }),
      },
      { content: answerReply('Both.') },
    ],
    answer: 'Both.',
  },
  reasoning: { replies: [{ reasoning: 'Let me think.', content: answerReply('Thought.') }], answer: 'Thought.' },
  component: {
    replies: [
      { content: actionReply('render_component', { component: 'metric', props: { label: 'People', value: 42 } }), chunkSize: 5 },
      { content: answerReply('See the metric.') },
    ],
    answer: 'See the metric.',
  },
  rejected: {
    replies: [{ content: actionReply('render_component', { component: 'metric', props: { wrong: 1 } }) }, { content: answerReply('No metric.') }],
    answer: 'No metric.',
  },
  prose: { replies: [{ content: 'I would say hello.' }, { content: answerReply('Hello.') }], answer: 'Hello.' },
  cut: {
    replies: [{ content: `${answerReply('A long answer that is cut').slice(0, -8)}`, finish: 'length', chunkSize: 4 }, { content: answerReply('Short.') }],
    answer: 'Short.',
  },
}

async function system(replies: readonly Reply[]) {
  const server = await createPlannerServer(replies)
  open.push(server)
  return server.url
}

describe.each([
  ['1.0.0', HttpAgent],
  ['0.0.59', OlderAgent as unknown as typeof HttpAgent],
])('a run of the real planner, read by @ag-ui/client %s', (_version, Agent) => {
  it.each(Object.entries(stories))('%s', async (_name, { replies, answer }) => {
    const url = await system(replies)
    count += 1
    const agent = new Agent({ url: `${url}/agui/agent`, threadId: `t${count}`, initialMessages: [{ id: `u${count}`, role: 'user', content: 'hello' }] })
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const events: Read[] = []
    await agent.runAgent({}, { onEvent: ({ event }) => void events.push({ ...event }) })
    expect(warn.mock.calls).toEqual([])
    warn.mockRestore()
    expect(brokenRules(events)).toEqual([])
    expect(events.at(-1)).toMatchObject({ type: 'RUN_FINISHED', result: { raw_answer: answer } })
    const texts = agent.messages.filter((message) => message.role === 'assistant' && message.content)
    expect(texts.map(({ content }) => content)).toEqual([answer])
  })
})

describe('a run of the real planner, read by our client', () => {
  it.each(Object.entries(stories))('%s', async (_name, { replies, answer }) => {
    const url = await system(replies)
    count += 1
    const request = { thread_id: `t${count}`, run_id: `r${count}`, messages: [{ id: `u${count}`, role: 'user', content: 'hello' }] }
    const client = createRunClient({ baseUrl: url })
    const wires = []
    for await (const wire of client.start(request)) wires.push(wire)
    const events = wires.map(({ event }) => event)
    expect(brokenRules(events)).toEqual([])
    expect(events.at(-1)).toMatchObject({ type: 'RUN_FINISHED', result: { raw_answer: answer } })
    expect(await client.thread(request.thread_id)).toMatchObject({ last_run_id: request.run_id, messages: [{ content: 'hello' }, { content: answer }] })
    const again = []
    for await (const wire of client.attach(request.run_id)) again.push(wire)
    expect(again).toEqual(wires)
  })
})

describe('GET /ui/components of the real planner', () => {
  it('[003-lab-02] has version, digest, allowlist, counts, and each component with its schema and example', async () => {
    const url = await system([])
    const view = await createRunClient({ baseUrl: url }).catalog()
    expect(view).toMatchObject({ enabled: true, registry_version: expect.any(String), digest: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(view.counts.enabled).toBe(view.components.length)
    expect(view.allowlist).toEqual(expect.arrayContaining(view.components.map(({ name }) => name)))
    for (const component of view.components) expect(component).toMatchObject({ props_schema: { type: 'object' }, example: expect.any(Object) })
  })
})
