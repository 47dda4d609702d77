import { createPfHandlers } from '@pf/agui-adapter'
import { artifact } from '@pf/artifacts/zod'
import { createMemoryStore } from '@pf/core/memory'
import { createAgent, defineTool } from '@pf/planner'
import { openaiModel } from '@pf/planner/openai'
import OpenAI from 'openai'
import { z } from 'zod'

/** Variables of the environment that choose the model. */
export interface Environment {
  OPENAI_API_KEY?: string | undefined
  OPENAI_BASE_URL?: string | undefined
  OPENAI_MODEL?: string | undefined
}

const salesReport = defineTool({
  name: 'sales_report',
  description: 'Sales of a year in euros: the total, and a row {month, sales} for each month.',
  input: z.object({ year: z.int().min(2000) }),
  output: z.object({ total: z.number(), rows: artifact(z.array(z.object({ month: z.string(), sales: z.number() }))) }),
  run: ({ year }) => {
    const rows = Array.from({ length: 12 }, (_, month) => ({ month: `${year}-${String(month + 1).padStart(2, '0')}`, sales: 400 + 30 * month }))
    return { total: rows.reduce((sum, { sales }) => sum + sales, 0), rows }
  },
})

/**
 * Creates the agent and what a server mounts: `fetch`, which takes a Request and returns a Response, and the `paths` for it, in the form of
 * Hono, Express and Fastify. `close` ends the streams and stops the agent.
 */
export function createHandlers(environment: Environment, options: { basePath?: string } = {}) {
  const { OPENAI_API_KEY: apiKey = 'none', OPENAI_BASE_URL: baseURL, OPENAI_MODEL: name = 'gpt-5-mini' } = environment
  const ports = createMemoryStore()
  const model = openaiModel({ client: new OpenAI({ apiKey, baseURL }), model: name })
  const agent = createAgent({ model, tools: [salesReport], ports, richOutput: { enabled: true, allowlist: ['echarts', 'form'] } })
  // Everyone is the same user. An app reads a session here, and lists the origins of its pages if they are others: cors: { origins: […] }.
  const authenticate = () => ({ id: 'me' })
  const handlers = createPfHandlers({ ...options, agent, artifacts: ports.artifacts, authenticate, limits: { orphanMs: 1_000 }, onError: console.error })
  const paths = handlers.routes.map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1'))
  const close = async () => {
    await handlers.close()
    await agent.close()
  }
  return { fetch: handlers.fetch, paths, close }
}
