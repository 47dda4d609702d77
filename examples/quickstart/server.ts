import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createPfHandlers } from '@pf/agui-adapter'
import { createMemoryStore } from '@pf/core/memory'
import { createAgent, defineTool } from '@pf/planner'
import { openaiModel } from '@pf/planner/openai'
import { builtInComponents } from '@pf/registry'
import OpenAI from 'openai'
import { z } from 'zod'

const input = z.object({ sides: z.int().min(2) })
const roll = defineTool({ name: 'roll', description: 'Rolls a die', input, run: ({ sides }) => 1 + Math.floor(Math.random() * sides) })
const model = openaiModel({ client: new OpenAI(), model: process.env.OPENAI_MODEL ?? 'gpt-5-mini' })
const ports = createMemoryStore()
const agent = createAgent({ model, tools: [roll], ports, richOutput: { enabled: true, renderers: builtInComponents } })
const pf = createPfHandlers({ agent, artifacts: ports.artifacts, authenticate: () => ({ id: 'me' }) })
createServer(getRequestListener(pf.fetch)).listen(Number(process.env.PORT ?? 4000), '127.0.0.1')
