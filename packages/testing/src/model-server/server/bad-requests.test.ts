import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { post, question, startServer } from '../test-support/start-server.ts'

const isOpenAiError = { error: { message: expect.any(String), type: 'invalid_request_error' } }
const bad: [string, unknown, string | null][] = [
  ['no JSON', '{"model":', null],
  ['a list', '[]', null],
  ['null', 'null', null],
  ['no model', { messages: [{ role: 'user', content: 'a' }] }, 'model'],
  ['no messages', { model: 'm' }, 'messages'],
  ['empty messages', { model: 'm', messages: [] }, 'messages'],
  ['a message that is none', { model: 'm', messages: [3] }, 'messages'],
  ['an unknown role', { model: 'm', messages: [{ role: '__proto__', content: 'a' }] }, 'messages'],
  ['a user message without content', { model: 'm', messages: [{ role: 'user', content: null }] }, 'messages'],
  ['a stream that is no boolean', { ...question(), stream: 'yes' }, 'stream'],
  ['stream_options without a stream', { ...question(), stream_options: { include_usage: true } }, 'stream_options'],
  ['an unknown response format', { ...question(), response_format: { type: 'yaml' } }, 'response_format'],
  ['a schema without a name', { ...question(), response_format: { type: 'json_schema', json_schema: {} } }, 'response_format'],
  ['several choices', { ...question(), n: 2 }, 'n'],
  ['a temperature out of range', { ...question(), temperature: 3 }, 'temperature'],
  ['no tokens', { ...question(), max_tokens: 0 }, 'max_tokens'],
  ['tools without names', { ...question(), tools: [{}] }, 'tools'],
]

describe('the model server with requests that are not right', () => {
  it.each(bad)('answers %s with 400 in the shape of OpenAI, naming the parameter', async (_name, body, param) => {
    const { server } = await startServer()
    const response = await post(server, body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { ...isOpenAiError.error, param } })
    expect(server.requests[0]).toMatchObject({ status: 400, outcome: 'complete' })
  })

  it('takes content parts, empty assistant messages, schemas and parameters it does not know', async () => {
    const { server } = await startServer()
    const messages = [
      {
        role: 'developer',
        content: [
          { type: 'text', text: 'Be ' },
          { type: 'text', text: 'brief.' },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Hi' },
          { type: 'image_url', image_url: { url: 'data:,' } },
        ],
      },
      { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'c', content: '{"a":1}' },
    ]
    const format = { type: 'json_schema', json_schema: { name: 'action', schema: {} } }
    const response = await post(server, { model: 'm', messages, response_format: format, seed: 3, max_tokens: null })
    expect(response.status).toBe(200)
    expect(server.requests[0]?.conversation).toMatchObject({
      system: 'Be brief.',
      lastUser: 'Hi',
      step: 2,
      toolResults: [{ name: 'f', tool_call_id: 'c', content: { a: 1 } }],
    })
  })

  it('answers unknown addresses, methods and body types in the same shape', async () => {
    const { server } = await startServer()
    const wrong = [
      await fetch(`${server.url}/completions`, { method: 'POST' }),
      await fetch(`${server.url}/chat/completions`),
      await post(server, question(), { 'content-type': 'text/plain' }),
      await post(server, question(), { 'content-encoding': 'gzip' }),
    ]
    expect(wrong.map(({ status }) => status)).toEqual([404, 405, 415, 415])
    for (const response of wrong) expect(await response.json()).toMatchObject(isOpenAiError)
  })

  it('refuses a body over the limit, announced or not', async () => {
    const { server } = await startServer({ maxBodyBytes: 1000 })
    expect((await post(server, question('x'.repeat(2000)))).status).toBe(413)
    expect((await post(server, question('x'.repeat(2e7)))).status).toBe(413)
    let left = 200
    const stream = new ReadableStream({
      pull(controller) {
        if (left-- > 0) controller.enqueue(new Uint8Array(100_000))
        else controller.close()
      },
    })
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers: { 'content-type': 'application/json' }, body: stream, duplex: 'half' }
    const response = await fetch(`${server.url}/chat/completions`, init)
    expect(response.status).toBe(413)
    expect((await post(server, question())).status).toBe(200)
  })

  it('refuses bytes that are no UTF-8 and bears deep nesting', async () => {
    const { server } = await startServer()
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: new Uint8Array([0x7b, 0xff, 0x7d]) }
    expect((await fetch(`${server.url}/chat/completions`, init)).status).toBe(400)
    const deep = `{"model":"m","messages":[{"role":"user","content":"a"}],"metadata":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect((await post(server, deep)).status).toBe(200)
  })

  it('answers what is no HTTP with 400 and JSON', async () => {
    const { server } = await startServer()
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    let text = ''
    socket.on('data', (data) => {
      text += data
    })
    socket.write('NONSENSE\r\n\r\n')
    await once(socket, 'close')
    expect(text).toMatch(/^HTTP\/1\.1 400/)
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toMatchObject(isOpenAiError)
  })

  it('logs a client that left while it was still sending', async () => {
    const { server } = await startServer()
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write('POST /v1/chat/completions HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{')
    const entry = await server.received(1)
    socket.destroy()
    expect(await entry.ended).toBe('client_gone')
  })
})
