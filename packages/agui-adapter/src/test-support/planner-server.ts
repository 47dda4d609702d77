import { createMemoryStore } from '@pf/core/memory'
import { type Agent, createAgent, defineTool } from '@pf/planner'
import { createModelServer, type Reply } from '@pf/testing'
import { z } from 'zod'
import { createPfHandlers } from '../handlers/create-pf-handlers.ts'
import type { PfHandlerOptions } from '../handlers/pf-handler-options.ts'
import { fetchModel } from './fetch-model.ts'
import { authenticate } from './pf-server.ts'
import { serve } from './serve.ts'

const search = defineTool({
  name: 'search',
  description: 'Finds.',
  input: z.object({ q: z.string() }),
  output: z.object({ found: z.string() }),
  run: ({ q }) => ({ found: `about ${q}` }),
})

/** Creates a reply of the model with an action. */
export const actionReply = (next_node: string, args: object): Reply => ({ content: JSON.stringify({ next_node, args }) })

/** Creates a reply of the model with a final answer. */
export const answerReply = (answer: string): Reply => ({ ...actionReply('final_response', { answer }), chunkSize: 5 })

/** Starts the real planner behind the real routes, with a model that gives these replies in order. */
export async function createPlannerServer(replies: readonly Reply[], options: Partial<PfHandlerOptions> = {}) {
  let turn = 0
  const next = () => replies[Math.min(turn++, replies.length - 1)] ?? { content: '' }
  const model = await createModelServer({ stories: [{ name: 'script', match: () => true, reply: next }] })
  const stores = createMemoryStore()
  const agent: Agent = createAgent({ model: fetchModel(model.url), tools: [search], ports: stores, reasoning: 'stream', richOutput: { enabled: true } })
  const errors: unknown[] = []
  const handlers = createPfHandlers({
    agent,
    artifacts: stores.artifacts,
    pending: stores.pending,
    authenticate: (request) => authenticate(request) ?? { id: 'u' },
    retryMs: 1,
    onError: (error) => errors.push(error),
    ...options,
  })
  const served = await serve(handlers.fetch)
  return {
    url: served.url,
    agent,
    stores,
    model,
    errors,
    handlers,
    async close() {
      await handlers.close()
      await served.close()
      await agent.close()
      await model.close()
    },
  }
}

export type PlannerServer = Awaited<ReturnType<typeof createPlannerServer>>

/** POSTs JSON to a path. */
export const postTo = (url: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } })
