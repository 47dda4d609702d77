import { createPfHandlers } from '@pf/agui-adapter'
import { createMemoryStore } from '@pf/core/memory'
import { createAgent, defineTool } from '@pf/planner'
import { openaiModel } from '@pf/planner/openai'
import { builtInComponents } from '@pf/registry'
import OpenAI from 'openai'
import { z } from 'zod'

const input = z.object({ sides: z.int().min(2) })
const roll = defineTool({ name: 'roll', description: 'Rolls a die', input, run: ({ sides }) => 1 + Math.floor(Math.random() * sides) })

function createHandlers() {
  const ports = createMemoryStore()
  const model = openaiModel({ client: new OpenAI(), model: process.env.OPENAI_MODEL ?? 'gpt-5-mini' })
  const agent = createAgent({ model, tools: [roll], ports, richOutput: { enabled: true, renderers: builtInComponents } })
  return createPfHandlers({ agent, artifacts: ports.artifacts, authenticate: () => ({ id: 'me' }), basePath: '/api' })
}

// Created with the first request, because `next build` loads this file while there is no API key.
let handlers: ReturnType<typeof createHandlers> | undefined

function handle(request: Request): Promise<Response> {
  handlers ??= createHandlers()
  return handlers.fetch(request)
}

export { handle as DELETE, handle as GET, handle as HEAD, handle as OPTIONS, handle as POST, handle as PUT }
