import { openaiModel } from '@pf/planner/openai'
import { createModelServer } from '@pf/testing'
import OpenAI from 'openai'
import { stories } from './stories.ts'

/**
 * Connects the model of OPENAI_API_KEY, or of a server of your own by OPENAI_BASE_URL; OPENAI_MODEL names it. Without both, starts a scripted
 * model that answers the question of one example.
 */
export async function connectModel(example: keyof typeof stories) {
  const { OPENAI_API_KEY: apiKey = 'none', OPENAI_BASE_URL: baseURL, OPENAI_MODEL: name = 'gpt-5-mini' } = process.env
  if (apiKey !== 'none' || baseURL) return { model: openaiModel({ client: new OpenAI({ apiKey, baseURL }), model: name }), close: async () => {} }
  const server = await createModelServer({ stories: [{ name: example, match: () => true, reply: stories[example] }] })
  return { model: openaiModel({ client: new OpenAI({ apiKey, baseURL: server.url }), model: 'scripted' }), close: () => server.close() }
}
