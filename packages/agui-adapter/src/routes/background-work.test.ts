import { createMemoryStore } from '@pf/core/memory'
import { createAgent } from '@pf/planner'
import { createModelServer } from '@pf/testing'
import { afterEach, expect, it } from 'vitest'
import { createTaskClient } from '../client/route-clients.ts'
import { createPfHandlers } from '../handlers/create-pf-handlers.ts'
import { fetchModel } from '../test-support/fetch-model.ts'
import { actionReply, answerReply, postTo } from '../test-support/planner-server.ts'
import { serve } from '../test-support/serve.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Starts the real planner with background tasks behind the real routes. */
async function startServer(): Promise<string> {
  const model = await createModelServer({
    stories: [
      { name: 'subagent', match: ({ lastUser }) => lastUser.startsWith('Look at'), reply: () => answerReply('Found it.') },
      {
        name: 'main',
        match: () => true,
        reply: ({ step }) => (step === 1 ? actionReply('task', { name: 'Search', query: 'Look at A' }) : answerReply('started')),
      },
    ],
  })
  closing.push(() => model.close())
  const stores = createMemoryStore()
  const agent = createAgent({ model: fetchModel(model.url), tools: [], ports: stores, tasks: { confirm: false, pollMs: 20 } })
  closing.push(() => agent.close())
  if (!agent.tasks) throw new Error('The agent has no task port.')
  const handlers = createPfHandlers({
    agent,
    tasks: agent.tasks,
    artifacts: stores.artifacts,
    pending: stores.pending,
    authenticate: (request) => ({ id: request.headers.get('x-user') ?? 'u' }),
  })
  const served = await serve(handlers.fetch)
  closing.push(() => served.close())
  closing.push(() => handlers.close())
  return served.url
}

it('a task of a real agent is announced on the stream, listed, approved by its owner alone, and then part of the conversation', async () => {
  const url = await startServer()
  const input = { threadId: 't', runId: 'r', messages: [{ id: 'm', role: 'user', content: 'Search.' }], tools: [], context: [], state: {}, forwardedProps: {} }
  const stream = await (await postTo(url, '/agui/agent', input)).text()
  expect(stream).toContain('"name":"task_start"')
  const groups = async (user = 'u') => {
    const response = await fetch(`${url}/task-groups?thread_id=t`, { headers: { 'x-user': user } })
    return ((await response.json()) as { groups: { group_id: string; approval?: string; tasks: { result?: string }[] }[] }).groups
  }
  await expect.poll(async () => (await groups())[0]?.approval, { timeout: 10_000 }).toBe('pending')
  const [group] = await groups()
  const clientOf = (user: string) => createTaskClient({ baseUrl: url, headers: { 'x-user': user } })
  const client = clientOf('u')
  expect(await client.listGroups('t')).toEqual(await groups())
  expect(group?.tasks).toMatchObject([{ result: 'Found it.' }])
  expect(JSON.stringify(group)).not.toMatch(/"(lease|token|payload)"/)
  expect(await groups('eve')).toEqual([])
  const id = String(group?.group_id)
  await expect(clientOf('eve').decide(id, 'approve')).rejects.toMatchObject({ code: 'not_found' })
  expect(await client.decide(id, 'approve')).toMatchObject({ task_id: id, status: 'done' })
  await expect(client.decide(id, 'reject')).rejects.toMatchObject({ code: 'conflict', fields: { task: { task_id: id } } })
  await expect(client.decideGroup(id, 'reject')).rejects.toMatchObject({ code: 'conflict', fields: { group: { approval: 'approved' } } })
  const messages = async () =>
    ((await (await fetch(`${url}/agui/threads/t`)).json()) as { messages: { content: string }[] }).messages.map(({ content }) => content)
  await expect.poll(messages, { timeout: 10_000 }).toEqual(['Search.', 'started', '**Search**\n\nFound it.'])
})
