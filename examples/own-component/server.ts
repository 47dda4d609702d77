import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createPfHandlers } from '@pf/agui-adapter'
import { createMemoryStore } from '@pf/core/memory'
import { createAgent } from '@pf/planner'
import { openaiModel } from '@pf/planner/openai'
import { createPolicy, defaultRegistry, extendRegistry } from '@pf/registry'
import { createModelServer } from '@pf/testing'
import OpenAI from 'openai'
import { components } from './agent-ui/generated/components.js'

const { OPENAI_API_KEY: apiKey = 'none', OPENAI_BASE_URL, OPENAI_MODEL: name = 'gpt-5-mini', PORT = '4000' } = process.env
const action = (next_node: string, args: object) => ({ content: JSON.stringify({ next_node, args }) })

/** Without a key, a scripted model shows the gauge. */
const startScripted = () =>
  createModelServer({
    stories: [
      {
        name: 'gauge',
        match: () => true,
        reply: () => [
          action('render_component', { component: 'gauge', props: { percent: 72, label: 'Disk' } }),
          action('final_response', { answer: 'Nearly three quarters are used.' }),
        ],
      },
    ],
  })
const baseURL = OPENAI_BASE_URL ?? (apiKey === 'none' ? (await startScripted()).url : undefined)

// The model may show the gauge, which it reads about in its prompt, and text. Props that do not fit the schema come back to it as issues.
const registry = extendRegistry(defaultRegistry(), { components })
const policy = createPolicy({ registry, allowlist: ['gauge', 'markdown'] })
const ports = createMemoryStore()
const model = openaiModel({ client: new OpenAI({ apiKey, baseURL }), model: name })
const agent = createAgent({ model, tools: [], ports, richOutput: { enabled: true, policy } })
const pf = createPfHandlers({ agent, artifacts: ports.artifacts, authenticate: () => ({ id: 'me' }), onError: console.error })
createServer(getRequestListener(pf.fetch)).listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${PORT}/agui/agent`))
