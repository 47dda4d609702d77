import { createMemoryStore } from '@pf/core/memory'
import { createAgent, type Model } from '@pf/planner'
import { afterEach, expect, it } from 'vitest'
import { createPfHandlers } from '../handlers/create-pf-handlers.ts'
import { runInput } from '../test-support/pf-server.ts'
import { postTo } from '../test-support/planner-server.ts'
import { serve } from '../test-support/serve.ts'
import { events } from '../test-support/streams.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** Two processes, as far as the ports can tell: an agent and handlers each, over one store. */
async function createNodes(model: Model) {
  const stores = createMemoryStore()
  const node = async () => {
    const agent = createAgent({ model, tools: [], ports: stores })
    const handlers = createPfHandlers({ agent, authenticate: (request) => ({ id: request.headers.get('x-user') ?? 'u' }), retryMs: 1 })
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

/** Says the beginning of an answer, tells of it, and waits to be stopped. */
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

it('reports a run as active elsewhere when another process cancels it, reveals nothing to another owner, and cancels it in its own process', async () => {
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
  expect(await cancel(there)).toMatchObject([409, { code: 'busy', busy: true, run_id }])
  expect(await cancel(there, { 'x-user': 'somebody-else' })).toMatchObject([404, { code: 'not_found' }])
  const reading = events(await fetch(`${there}/agui/runs/${run_id}/events`))
  expect(await cancel(here)).toMatchObject([200, { cancelled: true }])
  const seen = await stream
  expect(seen.at(-1)?.event).toMatchObject({ type: 'RUN_ERROR', code: 'cancelled' })
  expect((await reading).map(({ event }) => event)).toEqual(seen.map(({ event }) => event))
  expect([await cancel(there), await cancel(here)]).toMatchObject([
    [404, { code: 'not_found' }],
    [404, { code: 'not_found' }],
  ])
})
