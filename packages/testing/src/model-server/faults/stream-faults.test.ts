import { APIError } from 'openai'
import { describe, expect, it } from 'vitest'
import type { Reply } from '../story/story.ts'
import { collect } from '../test-support/collect.ts'
import { action, answer, post, question, saying, startServer } from '../test-support/start-server.ts'
import type { FaultName } from './fault-modes.ts'
import type { FaultOptions } from './fault-options.ts'

const streamed = { ...question(), stream: true as const }
const tools = [{ type: 'function' as const, function: { name: 'lookup', parameters: {} } }]

async function read(
  name: FaultName,
  { reply = { content: answer }, options = {}, request = {} }: { reply?: Reply; options?: FaultOptions; request?: object } = {},
) {
  const { server, client } = await startServer({ stories: [saying(reply)] })
  server.mode(name, options)
  const collected = await collect(client.chat.completions.create({ ...streamed, ...request }))
  return { ...collected, server, entry: server.requests[0] }
}

async function text(name: FaultName, options: FaultOptions = {}) {
  const { server } = await startServer()
  server.mode(name, options)
  return await (await post(server, streamed)).text()
}

describe('faults in a stream, as the real client meets them', () => {
  it.each([
    'no-done',
    'empty-choices',
    'no-choices',
    'null-delta',
    'null-content',
    'finish-with-content',
    'role-each',
    'reasoning-late',
    'half-pairs',
    'usage-each',
    'crlf',
    'cr',
    'comments',
    'bom',
    'id-retry',
    'no-space',
    'many-data-lines',
    'no-last-newline',
  ] as const)('%s changes nothing in what the reply says', async (name) => {
    const got = await read(name, { reply: { reasoning: 'I know this.', content: answer } })
    expect(got).toMatchObject({ content: answer, reasoning: 'I know this.', finish: 'stop' })
    expect(got.error).toBeUndefined()
    expect(await got.entry?.ended).toBe('complete')
  })

  it('cut breaks the connection inside the text, after as many deltas as asked', async () => {
    const got = await read('cut', { options: { at: 3 } })
    expect(got.error).toBeDefined()
    expect(answer.startsWith(got.content)).toBe(true)
    expect(got.content).not.toBe(answer)
    expect(await got.entry?.ended).toBe('broken')
    expect((await read('cut-clean', { options: { at: 3 } })).chunks).toHaveLength(4)
  })

  it('cut-clean ends in order, so the client takes a part for the whole', async () => {
    const got = await read('cut-clean')
    expect(got).toMatchObject({ finish: null })
    expect(got.error).toBeUndefined()
    expect(got.content.length).toBeGreaterThan(0)
    expect(got.content.length).toBeLessThan(answer.length)
  })

  it('stall falls silent inside the text until the client leaves', async () => {
    const { server, client } = await startServer()
    server.mode('stall', { at: 2 })
    const stream = await client.chat.completions.create(streamed)
    let seen = 0
    for await (const _ of stream) if (++seen === 3) setImmediate(() => stream.controller.abort())
    expect(seen).toBe(3)
    expect(await server.requests[0]?.ended).toBe('client_gone')
  })

  it('malformed, in-stream-error and error-event reach the client as errors, what came before stays', async () => {
    for (const name of ['malformed', 'in-stream-error', 'error-event'] as const) {
      const got = await read(name)
      expect(got.error, name).toBeInstanceOf(Error)
      expect(got.content.length, name).toBeGreaterThan(0)
      expect(answer.startsWith(got.content), name).toBe(true)
    }
    expect((await read('in-stream-error')).error).toBeInstanceOf(APIError)
  })

  it('only-empty-choices and null-finish and no-usage leave out what a reply needs', async () => {
    expect(await read('only-empty-choices')).toMatchObject({ content: '', finish: null })
    expect(await read('null-finish')).toMatchObject({ content: answer, finish: null })
    const { chunks } = await read('no-usage', { request: { stream_options: { include_usage: true } } })
    expect(chunks.filter(({ usage }) => usage)).toEqual([])
  })

  it('length and content_filter cut the text and say why', async () => {
    for (const name of ['length', 'content_filter'] as const) {
      const got = await read(name, { request: { stream_options: { include_usage: true } } })
      expect(got.finish).toBe(name)
      expect(answer.startsWith(got.content) && got.content.length < answer.length).toBe(true)
      expect(got.chunks.at(-1)?.usage).toBeTruthy()
    }
  })

  it('parts-content sends lists of parts, reasoning-field another name, dup all twice', async () => {
    expect(await text('parts-content')).toContain('"delta":{"content":[{"type":"text","text":"')
    const { chunks } = await read('reasoning-field', { reply: { reasoning: 'Well', content: answer } })
    expect(chunks[1]?.choices[0]?.delta).toEqual({ reasoning: 'Well' })
    const frames = (await text('dup')).split('\n\n').filter((frame) => frame !== '' && !frame.includes('[DONE]'))
    expect(frames.filter((_, index) => index % 2 === 0)).toEqual(frames.filter((_, index) => index % 2 === 1))
  })

  it('after-finish and two-choices mix in text that is not the answer', async () => {
    const late = await read('after-finish')
    expect(late.content).toBe(`${answer} LATE`)
    const { chunks, content } = await read('two-choices')
    expect(content).toBe(answer)
    expect(chunks.some(({ choices }) => choices[0]?.index === 1 && choices[0].delta.content === ' SECOND')).toBe(true)
  })

  it('half-pairs really sends halves', async () => {
    expect(await text('half-pairs')).toMatch(/\\ud83d"/)
  })

  it('huge is one delta of five mebibytes, flood twenty thousand deltas, both a whole action', async () => {
    const huge = await read('huge')
    expect(huge.content).toHaveLength(5 * 2 ** 20)
    expect(huge.chunks).toHaveLength(3)
    expect(JSON.parse(huge.content)).toMatchObject({ next_node: 'final_response' })
    const flood = await read('flood')
    expect(flood.chunks).toHaveLength(20_002)
    expect(JSON.parse(flood.content)).toMatchObject({ next_node: 'final_response' })
  })

  it('refusal, empty-content, reasoning-only and whitespace hold no answer', async () => {
    expect(await read('refusal')).toMatchObject({ content: '', refusal: expect.stringContaining('sorry'), finish: 'stop' })
    expect(await read('empty-content')).toMatchObject({ content: '', finish: 'stop' })
    expect(await read('reasoning-only')).toMatchObject({ content: '', reasoning: expect.stringContaining('think') })
    expect(await read('whitespace', { options: { size: 40 } })).toMatchObject({ content: expect.stringMatching(/\n{40}$/), finish: 'length' })
  })

  it('think-tags and fenced put text around the action', async () => {
    expect((await read('think-tags')).content).toMatch(/^<think>\n.*\n<\/think>\n\n\{/)
    expect((await read('fenced')).content).toMatch(/^Here is .*```json\n\{.*\}\n```\n$/s)
  })

  it('slow spaces the deltas', async () => {
    const waits = new Set<number>()
    const { server, client } = await startServer({ wait: async (ms) => void waits.add(ms) })
    server.mode('slow', { chunkSize: 1 })
    const { chunks } = await collect(client.chat.completions.create(streamed))
    expect([...waits]).toEqual([200])
    expect(chunks).toHaveLength(Array.from(answer).length + 2)
  })
})

describe('faults in tool calls', () => {
  it('cut-tool and tool-length end inside the arguments of an action', async () => {
    for (const [name, finish] of [
      ['cut-tool', null],
      ['tool-length', 'length'],
    ] as const) {
      const got = await read(name, { reply: { content: action } })
      expect(got.finish).toBe(finish)
      expect(got.error).toBeUndefined()
      expect(action.startsWith(got.content)).toBe(true)
      expect(got.content).toMatch(/"args": \{"query"/)
      expect(() => JSON.parse(got.content)).toThrow()
    }
  })

  it('the same for native calls where the request offers tools', async () => {
    for (const name of ['cut-tool', 'tool-length', 'tool-bad-json'] as const) {
      const got = await read(name, { reply: { content: action }, request: { tools } })
      expect(got.content).toBe('')
      expect(got.arguments).toContain('{"query"')
      expect(() => JSON.parse(got.arguments)).toThrow()
    }
  })

  it('tool-bad-json breaks the JSON of an action, tool-unknown names a tool that does not exist', async () => {
    const bad = await read('tool-bad-json', { reply: { content: action } })
    expect(() => JSON.parse(bad.content)).toThrow()
    expect(bad.finish).toBe('stop')
    expect(JSON.parse((await read('tool-unknown', { reply: { content: action } })).content)).toEqual({ ...JSON.parse(action), next_node: 'no_such_tool' })
    const native = await read('tool-unknown', { reply: { content: action }, request: { tools } })
    expect(native.chunks[1]?.choices[0]?.delta.tool_calls?.[0]?.function?.name).toBe('no_such_tool')
  })

  it('tool-no-id, tool-no-index and tool-double-id are native calls without what tells them apart', async () => {
    const calls = async (name: FaultName) => {
      const { chunks } = await read(name, { reply: { content: action } })
      return chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? [])
    }
    expect((await calls('tool-no-id')).every((call) => !('id' in call) && 'index' in call)).toBe(true)
    expect((await calls('tool-no-index')).every((call) => !('index' in call))).toBe(true)
    expect((await calls('tool-double-id')).flatMap(({ id }) => id ?? [])).toEqual(['call_1', 'call_1'])
  })
})

describe('faults of a request that is not streamed', () => {
  it.each(['cut', 'cut-clean', 'cut-tool', 'malformed'] as const)('%s gives half a body', async (name) => {
    const { server, client } = await startServer({ stories: [saying({ content: action })] })
    server.mode(name)
    await expect(client.chat.completions.create(question())).rejects.toThrow()
  })

  it.each(['null-delta', 'empty-choices', 'crlf', 'no-done', 'half-pairs'] as const)('%s changes nothing', async (name) => {
    const { server, client } = await startServer()
    server.mode(name)
    expect((await client.chat.completions.create(question())).choices[0]).toMatchObject({ message: { content: answer }, finish_reason: 'stop' })
  })

  it('in-stream-error is an error object with status 200, only-empty-choices an empty list, refusal a refusal', async () => {
    const { server, client } = await startServer()
    server.mode('in-stream-error')
    expect(await (await post(server, question())).json()).toMatchObject({ error: { type: 'server_error' } })
    server.mode('only-empty-choices')
    expect((await client.chat.completions.create(question())).choices).toEqual([])
    server.mode('refusal')
    expect((await client.chat.completions.create(question())).choices[0]?.message.refusal).toContain('sorry')
  })
})
