import { createMemoryStore } from '@pf/core/memory'
import { createAgent } from '@pf/planner'
import { openaiModel } from '@pf/planner/openai'
import OpenAI from 'openai'
import { startScriptedModel } from './scripted-model.ts'
import { createBlogPost, researchBlog } from './tools.ts'

const { env } = process
const baseURL = env.OPENAI_BASE_URL || undefined
const scripted = baseURL || env.OPENAI_API_KEY ? undefined : await startScriptedModel()
const client = new OpenAI({ apiKey: env.OPENAI_API_KEY || 'none', baseURL: scripted?.url ?? baseURL })
const agent = createAgent({
  model: openaiModel({ client, model: env.OPENAI_MODEL || 'gpt-5-mini' }),
  tools: [researchBlog, createBlogPost],
  ports: createMemoryStore(),
  strategy: 'plan-execute',
})
const scope = { owner: { id: 'you' } }
const content = process.argv.slice(2).join(' ') || 'Write a post about tides.'

try {
  await agent.start({ thread_id: 't', run_id: 'r', messages: [{ id: 'u', role: 'user', content }], client_tools: [], context: [], client: {} }, scope)
  for await (const event of (await agent.attach('r', 0, { scope })) ?? []) {
    if (event.type === 'tool_call_args') console.log(`→ ${event.delta}`)
    if (event.type === 'tool_call_result') console.log(`← ${event.status} ${event.content.slice(0, 200)}`)
    if (event.type !== 'finish') continue
    if (event.error) process.exitCode = 1
    console.log(`\n${event.payload.raw_answer || event.error?.message}\n\n${JSON.stringify(event.payload.extra)}`)
  }
} finally {
  await agent.close()
  await scripted?.close()
}
