import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createPfHandlers } from '@pf/agui-adapter'
import { createMemoryStore } from '@pf/core/memory'
import { createAgent, defineTool } from '@pf/planner'
import { openaiModel } from '@pf/planner/openai'
import { builtInComponents } from '@pf/registry'
import OpenAI from 'openai'
import { z } from 'zod'

if (!process.env.OPENAI_API_KEY) throw new Error('Set OPENAI_API_KEY. For a server of your own also OPENAI_BASE_URL and OPENAI_MODEL; any key will do.')
const port = Number(process.env.PORT ?? 4000)
const input = z.object({ sides: z.int().min(2) })
const roll = defineTool({ name: 'roll', description: 'Rolls a die', input, run: ({ sides }) => 1 + Math.floor(Math.random() * sides) })
const model = openaiModel({ client: new OpenAI(), model: process.env.OPENAI_MODEL ?? 'gpt-5-mini' })
const ports = createMemoryStore()
const agent = createAgent({ model, tools: [roll], ports, richOutput: { enabled: true, renderers: builtInComponents } })
const pf = createPfHandlers({ agent, artifacts: ports.artifacts, authenticate: () => ({ id: 'me' }), onError: console.error })
createServer(getRequestListener(pf.fetch)).listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}/agui/agent with the model ${model.name}`))
