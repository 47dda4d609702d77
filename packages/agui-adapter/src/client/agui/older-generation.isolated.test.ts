import { expect, it, vi } from 'vitest'
import { createPfServer } from '../../test-support/pf-server.ts'
import { scenarios } from '../../test-support/scenarios.ts'
import { afterEvents, createTcpProxy } from '../../test-support/tcp-proxy.ts'
import { ResumableHttpAgent } from './resumable-http-agent.ts'

vi.mock('@ag-ui/client', () => import('ag-ui-client-0.0.59'))

it('ResumableHttpAgent extends the 0.0.59 agent just as well, also when it is cloned', async () => {
  const server = await createPfServer(scenarios.answer)
  const proxy = await createTcpProxy(server.url, [afterEvents(2), afterEvents(1)])
  const messages = [{ id: 'u1', role: 'user' as const, content: 'hello' }]
  const agent = new ResumableHttpAgent({ url: `${proxy.url}/agui/agent`, threadId: 't', initialMessages: messages, retryMs: 1 })
  const first = await agent.runAgent({ runId: 'r' })
  const second = await agent.clone().runAgent({ runId: 'r' })
  expect([first.newMessages.map(({ content }) => content), first.result]).toEqual([['Hello.'], expect.objectContaining({ raw_answer: 'Hello.' })])
  expect(second.result).toEqual(first.result)
  expect(server.agent.inputs).toMatchObject([{ client: {} }])
  expect(server.agent.inputs[0]?.client).not.toHaveProperty('protocol_version')
  await proxy.close()
  await server.close()
})
