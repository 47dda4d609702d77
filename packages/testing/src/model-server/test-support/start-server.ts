import OpenAI from 'openai'
import { onTestFinished } from 'vitest'
import { createModelServer, type ModelServer, type ModelServerOptions } from '../server/create-model-server.ts'
import type { Reply, Story } from '../story/story.ts'

export const action = '{"next_node": "lookup", "args": {"query": "prices of 2020", "limit": 5}}'
export const answer = '{"next_node": "final_response", "args": {"answer": "Grüße aus Zürich 🙂, das Ergebnis ist 42."}}'

/** Creates a story that always gives the same reply. */
export const saying = (reply: Reply | readonly Reply[]): Story => ({ name: 'fixed', match: () => true, reply: () => reply })

/** Starts a server and creates an OpenAI client for it. Both are closed after the test. */
export async function startServer(options: Partial<ModelServerOptions> = {}): Promise<{ server: ModelServer; client: OpenAI }> {
  const server = await createModelServer({ stories: [saying({ content: answer })], now: () => 1_700_000_000_000, ...options })
  onTestFinished(() => server.close())
  return { server, client: new OpenAI({ apiKey: 'test', baseURL: server.url, maxRetries: 0, logLevel: 'off' }) }
}

/** Posts a body and returns the unprocessed response. */
export function post(server: ModelServer, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

export const question = (content = 'Hello') => ({ model: 'scripted', messages: [{ role: 'user' as const, content }] })
