import type { AgentPort, NewRunMessage, SendMessageResult, TaskPort } from '@pf/core'
import { PfError } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { afterEach, expect, it } from 'vitest'
import { createRunClient } from '../client/create-run-client.ts'
import { createTaskClient } from '../client/route-clients.ts'
import { createMemoryAgent } from '../test-support/memory-agent.ts'
import { createPfServer, type PfServer } from '../test-support/pf-server.ts'
import { postTo } from '../test-support/planner-server.ts'
import { answer } from '../test-support/streams.ts'

const open: PfServer[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

/** Starts a server whose runs and tasks answer a message with the result that their id names. */
async function serve() {
  const sent: unknown[] = []
  const sendMessage: NonNullable<AgentPort['sendMessage'] & TaskPort['sendMessage']> = async (id, message, { owner }) => {
    if (message.kind !== 'inject') throw new PfError('invalid_input', 'Unknown kind.', { fields: { issues: [{ pointer: '/kind' }] } })
    sent.push([id, message, owner.id])
    return id as SendMessageResult
  }
  const tasks = { sendMessage } as unknown as TaskPort
  const agent = { ...createMemoryAgent(createMemoryStore(), answer), sendMessage }
  const server = await createPfServer(answer, { agent, tasks })
  open.push(server)
  return { server, sent }
}

const message: NewRunMessage = { id: 'm1', kind: 'inject', text: 'Also May.' }

it.each(['/agui/runs/accepted/messages', '/tasks/accepted/messages'])('POST %s stores the message', async (path) => {
  const { server, sent } = await serve()
  const response = await postTo(server.url, path, { ...message, more: 1 })
  expect([response.status, await response.json()]).toEqual([202, { id: 'm1' }])
  expect(sent).toEqual([['accepted', message, 'u']])
})

it.each([
  ['unknown', 404, 'not_found'],
  ['finished', 409, 'conflict'],
  ['full', 409, 'conflict'],
  ['unsupported', 409, 'conflict'],
])('a run for which the message is %s answers %d', async (id, status, code) => {
  const { server } = await serve()
  for (const path of [`/agui/runs/${id}/messages`, `/tasks/${id}/messages`]) {
    const response = await postTo(server.url, path, message)
    expect([response.status, await response.json()]).toMatchObject([status, { code }])
  }
  const [runs, tasks] = [createRunClient({ baseUrl: server.url }), createTaskClient({ baseUrl: server.url })]
  await expect(runs.sendMessage?.(id, message)).rejects.toMatchObject({ code })
  await expect(tasks.sendMessage?.(id, message)).rejects.toMatchObject({ code })
})

it('a message with a fault is answered with the fault, and no body at all as well', async () => {
  const { server } = await serve()
  for (const body of [{ ...message, kind: 'stop' }, null, [], 'x']) {
    const response = await postTo(server.url, '/agui/runs/accepted/messages', body)
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid_input' }])
  }
  expect((await fetch(`${server.url}/agui/runs/accepted/messages`, { method: 'POST' })).status).toBe(415)
})

it('the clients resolve once the message is stored', async () => {
  const { server, sent } = await serve()
  await createRunClient({ baseUrl: server.url }).sendMessage?.('accepted', message)
  await createTaskClient({ baseUrl: server.url }).sendMessage?.('accepted', message)
  expect(sent).toHaveLength(2)
})
