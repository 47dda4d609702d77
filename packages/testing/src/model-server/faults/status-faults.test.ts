import OpenAI, { APIError } from 'openai'
import { describe, expect, it } from 'vitest'
import { collect } from '../test-support/collect.ts'
import { answer, post, question, startServer } from '../test-support/start-server.ts'

const retrying = (url: string, maxRetries = 2) => new OpenAI({ apiKey: 'test', baseURL: url, maxRetries, logLevel: 'off' })

describe('faults that answer with a status', () => {
  it.each(['400', '401', '403', '404', '408', '409', '429', '500', '502', '503', '504'] as const)('%s comes in the shape of OpenAI', async (status) => {
    const { server, client } = await startServer()
    server.mode(status)
    const error = await client.chat.completions.create(question()).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(APIError)
    expect(error).toMatchObject({ status: Number(status), type: expect.any(String) })
    expect(server.requests[0]).toMatchObject({ fault: status, status: Number(status), outcome: 'complete' })
  })

  it('429-then-ok fails n times, names the wait, then the client succeeds', async () => {
    const { server } = await startServer()
    server.mode('429-then-ok', { times: 2, retryAfterMs: 1 })
    const read = await collect(retrying(server.url).chat.completions.create({ ...question(), stream: true }))
    expect(read.content).toBe(answer)
    expect(server.requests.map(({ status }) => status)).toEqual([429, 429, 200])
    server.mode('429', { retryAfterMs: 1 })
    const refused = await post(server, question())
    expect([refused.headers.get('retry-after-ms'), refused.headers.get('retry-after')]).toEqual(['1', '1'])
  })

  it.each(['500-then-ok', '503-then-ok', 'reset-then-ok'] as const)('%s fails once, then all is well', async (name) => {
    const { server } = await startServer()
    server.mode(name, { retryAfterMs: 1 })
    await retrying(server.url).chat.completions.create(question())
    await retrying(server.url).chat.completions.create(question())
    expect(server.requests.map(({ fault }) => fault)).toEqual([name, undefined, undefined])
  })

  it('401 holds a key in its message, for whoever must not pass it on', async () => {
    const { server } = await startServer()
    server.mode('401')
    expect(await (await post(server, question())).text()).toMatch(/sk-\w+/)
  })

  it('unsupported-parameter refuses a request only as long as it has the parameter', async () => {
    const { server, client } = await startServer()
    server.mode('unsupported-parameter', { param: 'temperature' })
    const refused = await client.chat.completions.create({ ...question(), temperature: 0 }).catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 400, param: 'temperature', code: 'unsupported_parameter' })
    expect((await client.chat.completions.create(question())).choices).toHaveLength(1)
    server.mode('unsupported-parameter-text')
    const text = await client.chat.completions.create({ ...question(), response_format: { type: 'text' } }).catch((error: unknown) => error)
    expect(text).toMatchObject({ status: 400, param: null, message: expect.stringContaining('response_format') })
  })

  it('context-overflow and quota carry the codes that tell them from other errors', async () => {
    const { server, client } = await startServer()
    const failed = async () => await client.chat.completions.create(question()).catch((error: unknown) => error)
    server.mode('context-overflow')
    expect(await failed()).toMatchObject({ status: 400, code: 'context_length_exceeded', param: 'messages' })
    server.mode('context-overflow-text')
    expect(await failed()).toMatchObject({ status: 400, message: expect.stringContaining('context size') })
    server.mode('quota')
    expect(await failed()).toMatchObject({ status: 429, code: 'insufficient_quota' })
  })

  it('json-word refuses JSON mode when no message speaks of JSON', async () => {
    const { server, client } = await startServer()
    server.mode('json-word')
    const format = { response_format: { type: 'json_object' as const } }
    await expect(client.chat.completions.create({ ...question('Hi'), ...format })).rejects.toMatchObject({ status: 400 })
    await client.chat.completions.create({ ...question('Answer in JSON'), ...format })
  })

  it('html-502 is a page of a gateway', async () => {
    const { server } = await startServer()
    server.mode('html-502')
    const response = await post(server, question())
    expect([response.status, response.headers.get('content-type')]).toEqual([502, 'text/html'])
  })
})
