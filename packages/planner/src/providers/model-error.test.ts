import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAnthropic } from '@ai-sdk/anthropic'
import Anthropic from '@anthropic-ai/sdk'
import { ApiError } from '@google/genai'
import OpenAI, { APIConnectionError, APIError } from 'openai'
import { describe, expect, it, vi } from 'vitest'
import { toModelError } from './model-error.ts'
import { ProviderError } from './provider-error.ts'

const key = 'sk-proj-abcdefghijklmnop'

function openAi(status: number | undefined, body: object, headers: Record<string, string> = {}) {
  return new APIError(status, body, undefined, new Headers(headers))
}
function anthropic(status: number | undefined, type: string, message: string) {
  const body = { type: 'error', error: { type, message }, request_id: 'req_1' }
  return new Anthropic.APIError(status, body, undefined, new Headers({ 'request-id': 'req_1' }))
}
function google(status: number, reason: string, message: string, details: object[] = []) {
  return new ApiError({ status, message: JSON.stringify({ error: { code: status, message, status: reason, details } }) })
}

describe('the message for the user is a fixed text that says what is wrong', () => {
  it.each([
    [
      'an invalid request',
      openAi(400, { message: 'Unknown parameter: foo', code: 'unknown_parameter' }),
      'model_unavailable',
      /refused the request as invalid \(400\)/,
    ],
    ['money', openAi(429, { message: 'You exceeded your current quota', code: 'insufficient_quota' }), 'model_unavailable', /quota or the credit/],
    [
      'money, Anthropic',
      anthropic(400, 'invalid_request_error', 'Your credit balance is too low to access the API.'),
      'model_unavailable',
      /quota or the credit/,
    ],
    ['money, by status', openAi(402, { message: 'Insufficient Balance' }), 'model_unavailable', /quota or the credit/],
    ['a key', openAi(401, { message: `Incorrect API key provided: ${key}` }), 'model_unavailable', /API key \(401\)/],
    ['a key, Google', google(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.'), 'model_unavailable', /API key \(400\)/],
    ['a permission', anthropic(403, 'permission_error', 'Your key does not have permission.'), 'model_unavailable', /may not use this model \(403\)/],
    ['a model', openAi(404, { message: 'The model `gpt-9` does not exist', code: 'model_not_found' }), 'model_unavailable', /name of the model/],
    ['a model by 400', openAi(400, { message: 'The model `x` does not exist', code: 'model_not_found' }), 'model_unavailable', /name of the model/],
    ['a rate', openAi(429, { message: 'Rate limit reached' }, { 'retry-after': '20' }), 'model_unavailable', /rate limit \(429\)\. Try again in 20 s/],
    [
      'a rate, without retry-after',
      openAi(429, { message: 'Rate limit reached' }, { 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '6m0s' }),
      'model_unavailable',
      /rate limit \(429\)\. Try again in 360 s/,
    ],
    [
      'a rate, Google',
      google(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded for metric: requests per minute', [{ '@type': 'RetryInfo', retryDelay: '34.2s' }]),
      'model_unavailable',
      /rate limit \(429\)\. Try again in 35 s/,
    ],
    ['too much load', anthropic(529, 'overloaded_error', 'Overloaded'), 'model_unavailable', /overloaded \(529\)/],
    ['a context', anthropic(400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'), 'context_overflow', /does not fit/],
    ['a filter', openAi(400, { message: 'x', code: 'content_filter' }), 'model_refused', /content filter/],
    ['a server', openAi(500, { message: 'The server had an error' }), 'model_unavailable', /failed \(500\)/],
  ] as const)('%s', (_name, thrown, code, message) => {
    const error = toModelError(thrown, false)
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) })
    expect(error.message).not.toContain('sk-')
  })
})

describe('the operator can read what the provider said', () => {
  it('with status, code, request id and text, and without a key', () => {
    const thrown = openAi(401, { message: `Incorrect API key provided: ${key}.`, code: 'invalid_api_key' }, { 'x-request-id': 'req_9' })
    const error = toModelError(thrown, false)
    expect(error.fields).toEqual({
      status: 401,
      provider_code: 'invalid_api_key',
      request_id: 'req_9',
      provider_text: expect.stringContaining('Incorrect API key'),
    })
    expect(error.cause).toBeInstanceOf(ProviderError)
    expect((error.cause as ProviderError).summary).toBe('status 401, code invalid_api_key, request req_9: Incorrect API key provided: ***.')
    expect(JSON.stringify([error, error.cause, { ...(error.cause as object) }])).not.toContain('abcdefgh')
  })

  it.each([
    ['Anthropic', anthropic(429, 'rate_limit_error', 'Slow down.'), { status: 429, type: 'rate_limit_error', requestId: 'req_1', message: 'Slow down.' }],
    [
      'Anthropic, in the stream',
      anthropic(undefined, 'overloaded_error', 'Overloaded'),
      { status: undefined, type: 'overloaded_error', message: 'Overloaded' },
    ],
    ['Google', google(403, 'PERMISSION_DENIED', 'No.'), { status: 403, code: 'PERMISSION_DENIED', message: 'No.' }],
  ] as const)('%s', (_name, thrown, cause) => {
    expect(toModelError(thrown, false).cause).toMatchObject(cause)
  })
})

describe('a fault of the code of the host', () => {
  const fetches: [string, () => Promise<Response>][] = [
    ['a mistake in its fetch', () => Promise.reject(new TypeError("Cannot read properties of undefined (reading 'token')"))],
    ['an error with the status of another service', () => Promise.reject(Object.assign(new Error('The token service failed.'), { status: 500, headers: {} }))],
    ['an invalid address', () => fetch('not an address')],
  ]
  it.each(fetches)('is none of the model server: %s', async (_name, broken) => {
    for (const call of [
      () => new OpenAI({ apiKey: key, fetch: broken, maxRetries: 0 }).models.list(),
      () => new Anthropic({ apiKey: key, fetch: broken, maxRetries: 0 }).models.list(),
    ]) {
      const thrown: unknown = await call().then(
        () => undefined,
        (error: unknown) => error,
      )
      const error = toModelError(thrown, false)
      expect(error).toMatchObject({ code: 'internal', cause: thrown })
      expect(error.message).not.toMatch(/server|500/)
    }
  })

  it('is not what a connection does: refused, reset, ended, or without an answer in time', async () => {
    const server = createServer((request) => request.socket.destroy())
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const ask = (timeout: number) =>
      new OpenAI({ apiKey: key, baseURL: `http://127.0.0.1:${port}`, maxRetries: 0, timeout }).models.list().then(
        () => undefined,
        (error: unknown) => error,
      )
    const reset = await ask(5_000)
    server.removeAllListeners('request')
    const late = await ask(20)
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
    const refused = await ask(5_000)
    for (const thrown of [reset, late, refused, new APIConnectionError({ message: 'Connection error.' }), new TypeError('terminated')])
      expect(toModelError(thrown, false), String(thrown)).toMatchObject({ code: 'model_unavailable', message: expect.stringContaining('could not be reached') })
  })

  it('is distinguished from a client that was made without a key', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', undefined)
    vi.stubEnv('ANTHROPIC_AUTH_TOKEN', undefined)
    for (const call of [
      () =>
        createAnthropic({ baseURL: 'http://127.0.0.1:1' })('claude-sonnet-5').doStream({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] }),
      () =>
        new Anthropic({
          apiKey: null,
          authToken: null,
          baseURL: 'http://127.0.0.1:1',
          maxRetries: 0,
          fetch: () => Promise.reject(new Error('Not asked.')),
        }).models.list(),
    ]) {
      const thrown: unknown = await Promise.resolve()
        .then<unknown>(() => call())
        .then(
          () => undefined,
          (error: unknown) => error,
        )
      expect(toModelError(thrown, false), String(thrown)).toMatchObject({ code: 'model_unavailable', message: expect.stringContaining('no API key') })
    }
    vi.unstubAllEnvs()
  })
})
