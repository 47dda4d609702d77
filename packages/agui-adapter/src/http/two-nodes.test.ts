import { createMemoryStore } from '@pf/core/memory'
import { createAgent, type Model } from '@pf/planner'
import { afterEach, describe, expect, it } from 'vitest'
import { createPfHandlers } from '../handlers/create-pf-handlers.ts'
import { runInput } from '../test-support/pf-server.ts'
import { postTo } from '../test-support/planner-server.ts'
import { serve } from '../test-support/serve.ts'
import { events, until } from '../test-support/streams.ts'
import type { HttpLimits } from './http-limits.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** Creates two nodes over one store. Each has its own agent and handlers, so that for the ports they are two processes. */
async function createNodes(model: Model, limits: Partial<HttpLimits> = {}) {
  const stores = createMemoryStore()
  const node = async () => {
    const agent = createAgent({ model, tools: [], ports: stores })
    const handlers = createPfHandlers({ agent, authenticate: (request) => ({ id: request.headers.get('x-user') ?? 'u' }), retryMs: 1, limits })
    const served = await serve(handlers.fetch)
    open.push(async () => {
      await handlers.close()
      await served.close()
      await agent.close()
    })
    return served.url
  }
  return [await node(), await node()] as const
}

/** Creates a model that streams the beginning of an answer, reports it to the test, and waits until it is stopped. */
function createEndlessModel() {
  const begun = Promise.withResolvers<void>()
  const model: Model = {
    name: 'endless',
    async *stream(_request, { signal }) {
      yield { type: 'text', text: '{"next_node":"final_response","args":{"answer":"Hel' }
      begun.resolve()
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  }
  return { model, begun: begun.promise }
}

it('cancels a run through a process that does not run it, and reveals nothing to another owner', async () => {
  const { model, begun } = createEndlessModel()
  const [here, there] = await createNodes(model)
  const input = runInput({ forwardedProps: { pf: {} } })
  const run_id = input.runId
  const stream = events(await postTo(here, '/agui/agent', input))
  await begun
  const cancel = async (url: string, headers = {}) => {
    const response = await postTo(url, '/agui/cancel', { run_id }, headers)
    return [response.status, await response.json()]
  }
  expect(await cancel(there, { 'x-user': 'somebody-else' })).toMatchObject([404, { code: 'not_found' }])
  const reading = events(await fetch(`${there}/agui/runs/${run_id}/events`))
  expect(await cancel(there)).toMatchObject([200, { cancelled: true }])
  const seen = await stream
  expect(seen.at(-1)?.event).toMatchObject({ type: 'RUN_ERROR', code: 'cancelled' })
  expect((await reading).map(({ event }) => event)).toEqual(seen.map(({ event }) => event))
  expect([await cancel(there), await cancel(here)]).toMatchObject([
    [404, { code: 'not_found' }],
    [404, { code: 'not_found' }],
  ])
})

describe('a third-party client that asks a new question on another node', () => {
  it('gets its run once the one that it has left has been cancelled there', async () => {
    const { model } = createEndlessModel()
    const [here, there] = await createNodes(model, { orphanMs: 50 })
    const left = runInput({ threadId: 'thread' })
    const reader = await until(await postTo(here, '/agui/agent', left), 'RUN_STARTED')
    await reader?.cancel()
    const next = await postTo(there, '/agui/agent', runInput({ threadId: 'thread' }))
    expect(next.status).toBe(200)
    await next.body?.cancel()
    const seen = await events(await fetch(`${there}/agui/runs/${left.runId}/events`))
    expect(seen.at(-1)?.event).toMatchObject({ type: 'RUN_ERROR', code: 'cancelled' })
  })

  it('gets 409 while somebody reads that run, and at once when a client of ours has started it', async () => {
    const { model } = createEndlessModel()
    const [here, there] = await createNodes(model, { orphanMs: 50, leaveMs: 50 })
    const read = await until(await postTo(here, '/agui/agent', runInput({ threadId: 'read' })), 'RUN_STARTED')
    expect((await postTo(there, '/agui/agent', runInput({ threadId: 'read' }))).status).toBe(409)
    const ours = await until(await postTo(here, '/agui/agent', runInput({ threadId: 'ours', forwardedProps: { pf: {} } })), 'RUN_STARTED')
    expect((await postTo(there, '/agui/agent', runInput({ threadId: 'ours' }))).status).toBe(409)
    await read?.cancel()
    await ours?.cancel()
  })
})
