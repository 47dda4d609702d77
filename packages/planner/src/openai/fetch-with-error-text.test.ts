import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import OpenAI from 'openai'
import { afterEach, describe, expect, it } from 'vitest'
import { modelOf } from '../models/model-of.ts'
import { question } from '../test-support/model-calls.ts'
import { fetchWithErrorText } from './fetch-with-error-text.ts'
import { openaiModel } from './openai-model.ts'

let server: Server | undefined
afterEach(() => server?.closeAllConnections())
afterEach(() => new Promise((done) => (server ? server.close(done) : done(undefined))))

async function serve(status: number, body: string, type = 'application/json'): Promise<string> {
  server = createServer((_, response) => void response.writeHead(status, { 'content-type': type }).end(body)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const clientOf = (baseURL: string) => new OpenAI({ apiKey: 'k', baseURL, maxRetries: 0, logLevel: 'off', fetch: fetchWithErrorText() })

async function failureOf(model: { stream: ReturnType<typeof openaiModel>['stream'] }) {
  try {
    for await (const _ of model.stream(question, { signal: new AbortController().signal }));
  } catch (error) {
    return error as { code: string; cause: { message: string; code: string; type: string; param: string } }
  }
  throw new Error('The call did not fail.')
}

const mistral = {
  object: 'error',
  message: 'Prompt contains 65673 tokens, too large for model with 32768 maximum context length',
  type: 'invalid_request_error',
}

describe('fetchWithErrorText', () => {
  it.each([
    ['of Mistral and vLLM', JSON.stringify({ object: 'error', message: 'Extra inputs are not permitted', param: 'top_k' }), 'Extra inputs are not permitted'],
    ['of FastAPI with a text', JSON.stringify({ detail: 'Invalid API route' }), 'Invalid API route'],
    [
      'of FastAPI with a list',
      JSON.stringify({ detail: [{ loc: ['body', 'seed'], msg: 'Input should be an integer' }] }),
      'body.seed: Input should be an integer',
    ],
    ['of OpenAI', JSON.stringify({ error: { message: 'No such model', code: 'model_not_found' } }), 'No such model'],
    ['with another shape', JSON.stringify({ reason: 'no' }), '{"reason":"no"}'],
    ['that is a list', '["bad"]', '["bad"]'],
    ['that is broken', '{"message":', '{"message":'],
  ])('an error body %s reaches the host', async (_name, body, text) => {
    const url = await serve(422, body)
    const failure = await failureOf(openaiModel({ client: clientOf(url), model: 'm' }))
    expect(failure.cause.message).toContain(text)
  })

  it('https://github.com/openai/openai-node/issues/1734: a prompt that is too long is recognized without a member "error", also by modelOf', async () => {
    const url = await serve(400, JSON.stringify(mistral))
    expect(await failureOf(openaiModel({ client: clientOf(url), model: 'm' }))).toMatchObject({ code: 'context_overflow' })
    const model = await modelOf({ provider: 'mistral', model: 'mistral-small-latest', apiKey: 'k', baseURL: url, maxRetries: 0 })
    expect(await failureOf(model)).toMatchObject({ code: 'context_overflow' })
  })

  it('passes other responses on unchanged', async () => {
    const url = await serve(500, 'upstream', 'text/plain')
    const response = await fetchWithErrorText()(url)
    expect([response.status, await response.text()]).toEqual([500, 'upstream'])
    const good = new Response('{"message":"fine"}', { headers: { 'content-type': 'application/json' } })
    expect(await fetchWithErrorText(async () => good)('http://x')).toBe(good)
  })

  it('keeps the text that OpenRouter forwards from a provider', async () => {
    const raw = JSON.stringify({ error: { message: 'This model’s maximum context length is 8192 tokens.' } })
    const url = await serve(400, JSON.stringify({ error: { message: 'Provider returned error', code: 400, metadata: { raw, provider_name: 'X' } } }))
    const failure = await failureOf(openaiModel({ client: clientOf(url), model: 'm' }))
    expect(failure).toMatchObject({ code: 'context_overflow' })
    expect(failure.cause.message).toBe('Provider returned error: This model’s maximum context length is 8192 tokens.')
  })
})
