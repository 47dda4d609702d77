import { once } from 'node:events'
import { connect } from 'node:net'
import { APIError } from 'openai'
import { describe, expect, it } from 'vitest'
import { collect } from '../test-support/collect.ts'
import { action, answer, post, question, saying, startServer } from '../test-support/start-server.ts'
import { createModelServer } from './create-model-server.ts'

describe('createModelServer', () => {
  it('streams a reply to the real client: reasoning first, then content in token-like deltas, then the reason', async () => {
    const { client } = await startServer({ stories: [saying({ reasoning: 'Let me look at the table first.', content: answer })] })
    const read = await collect(client.chat.completions.create({ ...question(), stream: true }))
    expect(read).toMatchObject({ content: answer, reasoning: 'Let me look at the table first.', finish: 'stop' })
    expect(read.error).toBeUndefined()
    expect(read.chunks.length).toBeGreaterThan(20)
    expect(
      read.chunks.every(
        ({ id, object, created, model }) => id === 'chatcmpl-1' && object === 'chat.completion.chunk' && created === 1_700_000_000 && model === 'scripted',
      ),
    ).toBe(true)
    expect(read.chunks.some((chunk) => 'usage' in chunk)).toBe(false)
  })

  it('tells usage in one last chunk without choices when it is asked for', async () => {
    const { client } = await startServer({ stories: [saying({ reasoning: 'Hm.', content: 'one two three' })] })
    const { chunks } = await collect(client.chat.completions.create({ ...question(), stream: true, stream_options: { include_usage: true } }))
    const last = chunks.at(-1)
    expect(last?.choices).toEqual([])
    expect(last?.usage).toMatchObject({ completion_tokens: 5, completion_tokens_details: { reasoning_tokens: 2 } })
    expect(last?.usage?.total_tokens).toBe((last?.usage?.prompt_tokens ?? 0) + 5)
    expect(chunks.slice(0, -1).every((chunk) => chunk.usage === null)).toBe(true)
  })

  it('answers without a stream with the same words', async () => {
    const { client } = await startServer({ stories: [saying({ reasoning: 'Hm.', content: answer })] })
    const completion = await client.chat.completions.create({ ...question(), response_format: { type: 'json_object' } })
    expect(completion.choices[0]).toMatchObject({ message: { role: 'assistant', content: answer, reasoning_content: 'Hm.' }, finish_reason: 'stop' })
    expect(completion.usage?.completion_tokens).toBeGreaterThan(0)
  })

  it('makes native tool calls that the client puts together', async () => {
    const { client } = await startServer({ stories: [saying({ content: '', toolCalls: [{ name: 'lookup', arguments: '{"a": 1}' }] })] })
    const runner = client.chat.completions.stream({ ...question(), tools: [{ type: 'function', function: { name: 'lookup', parameters: {} } }] })
    const { choices } = await runner.finalChatCompletion()
    expect(choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { tool_calls: [{ id: 'call_1', function: { name: 'lookup', arguments: '{"a": 1}' } }] },
    })
    const whole = await client.chat.completions.create(question())
    expect(whole.choices[0]?.message.tool_calls?.[0]).toMatchObject({ id: 'call_1', function: { name: 'lookup', arguments: '{"a": 1}' } })
  })

  it('stops at max_tokens with the reason length', async () => {
    const { client } = await startServer({ stories: [saying({ content: 'one two three four' })] })
    const read = await collect(client.chat.completions.create({ ...question(), stream: true, max_completion_tokens: 2 }))
    expect(read).toMatchObject({ content: 'one two', finish: 'length' })
  })

  it('keeps idle connections, so that a request after a pause finds an open one', async () => {
    const { server } = await startServer({ stories: [] })
    const { headers } = await fetch(`${server.url}/models`)
    expect(headers.get('keep-alive')).toBe('timeout=65')
  })

  it('lists its model', async () => {
    const { client } = await startServer({ model: 'demo/one' })
    expect((await client.models.list()).data).toMatchObject([{ id: 'demo/one', object: 'model' }])
    expect(await client.models.retrieve('demo/one')).toMatchObject({ id: 'demo/one' })
    await expect(client.models.retrieve('other')).rejects.toMatchObject({ status: 404, code: 'model_not_found' })
  })

  it('plays the story that matches, one reply for each step, and logs it', async () => {
    const { server, client } = await startServer({
      stories: [{ ...saying([{ content: action }, { content: answer }]), name: 'prices', match: ({ lastUser }) => lastUser.includes('prices') }],
    })
    const messages = [{ role: 'user' as const, content: 'prices please' }]
    const first = await client.chat.completions.create({ model: 'm', messages })
    expect(first.choices[0]?.message.content).toBe(action)
    const more = [
      ...messages,
      { role: 'assistant' as const, content: action },
      { role: 'user' as const, content: '{"observation": {"ok": true}, "tool": "lookup"}' },
    ]
    expect((await client.chat.completions.create({ model: 'm', messages: more })).choices[0]?.message.content).toBe(answer)
    expect(server.requests).toMatchObject([
      { number: 1, story: 'prices', status: 200, outcome: 'complete', clientGone: false, conversation: { step: 1 } },
      { number: 2, conversation: { step: 2, toolResults: [{ name: 'lookup', content: { ok: true } }] } },
    ])
    expect(server.requests[0]?.headers.authorization).toBe('<secret>')
    expect(JSON.stringify(server.requests)).not.toContain('Bearer')
  })

  it('says so when no story matches or a story throws, and a client does not try again', async () => {
    const failing = {
      name: 'bad',
      match: ({ lastUser }: { lastUser: string }) => lastUser === 'throw',
      reply: () => {
        throw new Error('secret detail')
      },
    }
    const { server, client } = await startServer({ stories: [failing] })
    await expect(client.chat.completions.create(question('other'), { maxRetries: 2 })).rejects.toMatchObject({ status: 400, code: 'no_story' })
    const error = await client.chat.completions.create(question('throw'), { maxRetries: 2 }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(APIError)
    expect(error).toMatchObject({ status: 500, code: 'story_failed' })
    expect(String(error)).not.toContain('secret detail')
    expect(server.requests).toHaveLength(2)
    expect(server.requests[1]?.error).toMatchObject({ message: 'secret detail' })
  })

  it('waits before each delta as long as the reply says, the server otherwise', async () => {
    const waits: number[] = []
    const wait = async (ms: number) => void waits.push(ms)
    const { client } = await startServer({
      wait,
      delayMs: 7,
      stories: [
        { ...saying({ content: 'x', durationMs: 1000, chunkSize: 1 }), match: ({ lastUser }) => lastUser === 'long' },
        saying({ content: 'ab', chunkSize: 1 }),
      ],
    })
    await collect(client.chat.completions.create({ ...question('short'), stream: true }))
    expect(waits).toEqual([7, 7, 7, 7, 7])
    waits.length = 0
    await collect(client.chat.completions.create({ ...question('long'), stream: true }))
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(1000, -3)
  })

  it('notices that the client went away and stops', async () => {
    const { server, client } = await startServer({ stories: [saying({ content: 'word '.repeat(500), delayMs: 20 })] })
    const stream = await client.chat.completions.create({ ...question(), stream: true })
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break
    const entry = await server.received(1)
    expect(await entry.ended).toBe('client_gone')
    expect(entry).toMatchObject({ clientGone: true, outcome: 'client_gone' })
    expect(entry.sent).toBeLessThan(50_000)
  })

  it('closes with open streams, stalled requests and idle connections, more than once', async () => {
    const { server, client } = await startServer()
    server.mode('stall')
    const stalled = collect(client.chat.completions.create({ ...question(), stream: true }))
    server.mode('stall-headers', { request: 2 })
    const headers = client.chat.completions.create(question()).catch((error: unknown) => error)
    const entries = [await server.received(1), await server.received(2)]
    const idle = connect(Number(new URL(server.url).port), '127.0.0.1')
    await once(idle, 'connect')
    const gone = once(idle, 'close')
    const waiting = server.received(9).catch((error: unknown) => error)
    await server.close()
    await server.close()
    await gone
    expect(await Promise.all(entries.map(({ ended }) => ended))).toEqual(['server_closed', 'server_closed'])
    expect((await stalled).error).toBeDefined()
    expect(await headers).toBeInstanceOf(Error)
    expect(await waiting).toBeInstanceOf(Error)
    await expect(server.received(9)).rejects.toThrow('closed before')
    await expect(fetch(`${server.url}/models`)).rejects.toThrow()
  })

  it('holds many open streams without a warning and forgets each when it is over', async () => {
    const warnings: Error[] = []
    const onWarning = (warning: Error) => void warnings.push(warning)
    process.on('warning', onWarning)
    const { server, client } = await startServer({ keepRequests: 60 })
    server.mode('stall', { at: 1 })
    const controller = new AbortController()
    const streams = Array.from({ length: 50 }, () => collect(client.chat.completions.create({ ...question(), stream: true }, { signal: controller.signal })))
    const entries = await Promise.all(Array.from({ length: 50 }, (_, index) => server.received(index + 1)))
    controller.abort()
    await Promise.all(streams)
    expect(new Set(await Promise.all(entries.map(({ ended }) => ended)))).toEqual(new Set(['client_gone']))
    process.off('warning', onWarning)
    expect(warnings).toEqual([])
  })

  it('keeps only the last requests', async () => {
    const { server, client } = await startServer({ keepRequests: 2 })
    for (let count = 0; count < 4; count++) await client.chat.completions.create(question())
    expect(server.requests.map(({ number }) => number)).toEqual([3, 4])
    await expect(server.received(1)).rejects.toThrow('no longer')
  })

  it('refuses to listen beyond loopback or on a taken port', async () => {
    const { server } = await startServer()
    await expect(createModelServer({ stories: [], host: '0.0.0.0' })).rejects.toMatchObject({ code: 'invalid_config' })
    await expect(createModelServer({ stories: [], port: Number(new URL(server.url).port) })).rejects.toMatchObject({ code: 'invalid_config' })
  })

  it('writes the same bytes for the same requests', async () => {
    const bytes = async () => {
      const { server } = await startServer()
      return await (await post(server, { ...question(), stream: true })).text()
    }
    expect(await bytes()).toBe(await bytes())
  })
})
