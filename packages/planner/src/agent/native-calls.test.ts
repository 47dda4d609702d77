import type { PlannerEvent } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import OpenAI from 'openai'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createAgent, defineTool } from '../index.ts'
import { openaiModel } from '../openai.ts'
import { type ChunkServer, createChunkServer, cut } from '../test-support/chunk-server.ts'
import { finishOf, inputOf, ofType, scope } from '../test-support/harness.ts'

let server: ChunkServer
afterEach(() => server.close())

type Data = Record<string, unknown>

const ran: [string, unknown][] = []
const tool = (name: string, input: z.ZodType) =>
  defineTool({ name, description: `Does ${name}.`, input, idempotent: false, streamArgs: true, run: (args) => ran.push([name, args]) && { ok: true } })
const tools = [
  tool('get', z.object({ c: z.string(), b: z.boolean().optional(), o: z.object({ c: z.string() }).optional() })),
  tool('get2', z.object({ c: z.string() })),
  tool('ping', z.object({})),
]

const delta = (value: unknown, more: Data = {}) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta: value, finish_reason: null, ...more }],
})
const finish = (finish_reason: unknown) => delta({}, { finish_reason })
/** One chunk with pieces of calls. */
const calls = (...tool_calls: unknown[]) => delta({ tool_calls })
const piece = (args: unknown, more: Data = {}) => ({ index: 0, ...more, function: { arguments: args } })
const begin = (name: unknown, args: unknown, more: Data = {}) => ({ index: 0, id: 'a', type: 'function', ...more, function: { name, arguments: args } })
const text = (content: string) => delta({ content })
const done = [text('{"next_node":"final_response","args":{"answer":"done"}}'), finish('stop')]
const end = finish('tool_calls')
const args = '{"c":"a"}'

async function runWith(chunks: readonly unknown[]): Promise<PlannerEvent[]> {
  ran.length = 0
  server = await createChunkServer([chunks, done])
  const client = new OpenAI({ apiKey: 'none', baseURL: server.url, maxRetries: 0, logLevel: 'off' })
  const agent = createAgent({ model: openaiModel({ client, model: 'm' }), tools, ports: createMemoryStore() })
  await agent.start(inputOf('Go.'), scope)
  const events: PlannerEvent[] = []
  for await (const event of (await agent.attach('run-1', 0, { scope })) ?? []) {
    events.push(event)
    if (event.type === 'finish') break
  }
  await agent.close()
  return events
}

/** Sequences of chunks in which the first call is `get` with `{"c":"a"}`. */
const get: Record<string, readonly unknown[]> = {
  'in one chunk': [calls(begin('get', args)), end],
  'in pieces': [calls(begin('get', '')), calls(piece('{"c":')), calls(piece('"a"}')), end],
  'one character at a time': [calls(begin('get', '')), ...[...args].map((each) => calls(piece(each))), end],
  'with arguments as an object': [calls(begin('get', { c: 'a' })), end],
  'with arguments as a JSON string in a string': [calls(begin('get', JSON.stringify(args))), end],
  'with Python literals': [calls(begin('get', "{'c': 'a', 'b': None}")), end],
  'with the name in pieces': [calls(begin('g', '')), calls({ index: 0, function: { name: 'et', arguments: '' } }), calls(piece(args)), end],
  'with the name repeated by each piece': [calls(begin('get', '{"c":')), calls(begin('get', '"a"}')), end],
  'with the name repeated and without ids': [calls(begin('get', '{"c":', { id: undefined })), calls(begin('get', '"a"}', { id: undefined })), end],
  'with the whole name in the second piece': [calls(begin('ge', '')), calls(begin('get', '')), calls(piece(args)), end],
  'with the name after the begin': [calls(begin(undefined, '')), calls(begin('get', args)), end],
  'with the name after the arguments': [calls(begin(undefined, '{"c":')), calls(piece('"a"}')), calls({ index: 0, id: 'a', function: { name: 'get' } }), end],
  'with id and name after the arguments': [calls(piece('{"c":')), calls(begin('get', '"a"}')), end],
  'with all of the arguments in each piece': [calls(begin('get', '{"c":')), calls(piece('{"c":"a')), calls(piece(args)), end],
  'with all of the arguments in each piece, and the name': [calls(begin('get', '{')), calls(begin('get', '{"c":"a"')), calls(begin('get', args)), end],
  'with the arguments repeated at the end': [calls(begin('get', '{"c"')), calls(piece(':"a"}')), calls(begin('get', args)), end],
  'with the arguments sent twice': [calls(begin('get', args)), calls(piece(args)), end],
  'with {} before the arguments': [calls(begin('get', '{}')), calls(piece('{"c":')), calls(piece('"a"}')), end],
  'with {} as an object before the arguments': [calls(begin('get', {})), calls(piece(args)), end],
  'with null before the arguments': [calls(begin('get', 'null')), calls(piece(args)), end],
  'with "" before the arguments': [calls(begin('get', '')), calls(piece('""')), calls(piece(args)), end],
  'with empty pieces after the arguments': [calls(begin('get', args)), calls(piece('')), calls(piece(null)), calls(piece(undefined)), end],
  'with white space around the arguments': [calls(begin('get', ' ')), calls(piece(`${args}\n`)), calls(piece(' ')), end],
  'with an index as text': [calls(begin('get', '{"c":', { index: '0' })), calls(piece('"a"}', { index: '0' })), end],
  'with an index of 1': [calls(begin('get', args, { index: 1 })), end],
  'without an index': [calls({ id: 'a', function: { name: 'get', arguments: '{"c":' } }), calls({ function: { arguments: '"a"}' } }), end],
  'with a null index and id': [calls(begin('get', args, { index: null, id: null })), end],
  'with its fields on the call itself': [calls({ index: 0, name: 'get', arguments: args }), end],
  'with input named parameters': [calls({ index: 0, function: { name: 'get', parameters: { c: 'a' } } }), end],
  'as an object instead of a list': [delta({ tool_calls: begin('get', args) }), end],
  'as an object with positions': [delta({ tool_calls: { 0: begin('get', args), 1: begin('get2', args, { index: 1, id: 'b' }) } }), end],
  'as function_call': [delta({ function_call: { name: 'get', arguments: '{"c":' } }), delta({ function_call: { arguments: '"a"}' } }), finish('function_call')],
  'beside an empty list': [delta({ tool_calls: [], function_call: { name: 'get', arguments: args } }), end],
  'in a message': [{ choices: [{ index: 0, message: { role: 'assistant', content: null, tool_calls: [begin('get', args)] }, finish_reason: 'tool_calls' }] }],
  'in a message beside an empty delta': [{ choices: [{ index: 0, delta: {}, message: { tool_calls: [begin('get', args)] }, finish_reason: 'tool_calls' }] }],
  'in a message beside a delta with a role': [
    { choices: [{ delta: { role: 'assistant', content: '' }, message: { tool_calls: [begin('get', args)] }, finish_reason: 'stop' }] },
  ],
  'in deltas that a message repeats': [
    calls(begin('get', args)),
    { choices: [{ index: 0, delta: {}, message: { tool_calls: [begin('get', args)] }, finish_reason: 'stop' }] },
  ],
  'without the number of its choice': [{ choices: [{ delta: { tool_calls: [begin('get', args)] }, finish_reason: 'tool_calls' }] }],
  'and [DONE] in place of a finish reason': [calls(begin('get', args))],
  'and a finish reason "stop"': [calls(begin('get', args)), finish('stop')],
  'and a finish reason "null"': [calls(begin('get', args)), finish('null')],
  'and an empty finish reason': [calls(begin('get', args)), finish('')],
  'and a finish reason of an unknown name': [calls(begin('get', args)), finish('tool_call')],
  'and a finish reason before the last piece': [calls(begin('get', '{"c":')), finish('tool_calls'), calls(piece('"a"}')), end],
  'and a finish reason with each piece': [
    delta({ tool_calls: [begin('get', '{"c":')] }, { finish_reason: 'tool_calls' }),
    delta({ tool_calls: [piece('"a"}')] }, { finish_reason: 'tool_calls' }),
  ],
  'after text': [text('I look.'), calls(begin('get', args)), end],
  'after text with an open <think>': [text('<think>I need '), calls(begin('get', args)), end],
  'after a complete <think>': [text('<think>I need {"next_node":"get2","args":{"c":"z"}}</think>'), calls(begin('get', args)), end],
  'after text with a draft': [text('Maybe {"next_node":"get2","args":{"c":"z"}}? No. '), calls(begin('get', args)), end],
  'after text with half an object': [text('{"next_node":"final_'), calls(begin('get', args)), end],
  'after the same action as text': [text('{"next_node":"get","args":{"c":"a"}}'), calls(begin('get', args)), end],
  'after reasoning with a draft': [delta({ reasoning_content: 'Maybe {"next_node":"get2","args":{"c":"z"}}' }), calls(begin('get', args)), end],
  'before text': [calls(begin('get', args)), text('I wait.'), end],
  'between texts': [text('I look. '), calls(begin('get', '{"c":')), text('…'), calls(piece('"a"}')), text(' Done {"next_node":"get2","args":{}}'), end],
  'before another call': [calls(begin('get', args)), calls(begin('get2', '{"c":"b"}', { index: 1, id: 'b' })), end],
  'before another call in the same chunk': [calls(begin('get', args), begin('get2', '{"c":"b"}', { index: 1, id: 'b' })), end],
  'before another call, all with index 0': [calls(begin('get', args, { id: undefined })), calls(begin('get2', '{"c":"b"}', { id: undefined })), end],
  'before another call of the same tool without ids': [calls(begin('get', args, { id: undefined })), calls(begin('get', '{"c":"b"}', { id: undefined })), end],
  'before another call with the same id': [calls(begin('get', args)), calls(begin('get2', '{"c":"b"}', { index: 1 })), end],
  'before another call that is not complete': [calls(begin('get', args)), calls(begin('get2', '{"c":', { index: 1, id: 'b' })), end],
  'after text and before another call': [text('I do both.'), calls(begin('get', args)), calls(begin('get2', '{"c":"b"}', { index: 1, id: 'b' })), end],
  'interleaved by index': [
    calls(begin('get', '')),
    calls(begin('get2', '', { index: 1, id: 'b' })),
    calls(piece('{"c":')),
    calls(piece('{"c":', { index: 1 })),
    calls(piece('"a"}')),
    calls(piece('"b"}', { index: 1 })),
    end,
  ],
  'interleaved by id': [
    calls({ id: 'a', function: { name: 'get', arguments: '' } }),
    calls({ id: 'b', function: { name: 'get2', arguments: '' } }),
    calls({ id: 'a', function: { arguments: args } }),
    calls({ id: 'b', function: { arguments: '{"c":"b"}' } }),
    end,
  ],
  'named functions.get': [calls(begin('functions.get', args)), end],
  'named in capitals': [calls(begin('GET', args)), end],
}

describe('the first native call runs at the first attempt', () => {
  it.each(Object.entries(get))('%s', async (_name, chunks) => {
    const events = await runWith(chunks)
    expect(ran).toMatchObject([['get', { c: 'a' }]])
    expect(ofType(events, 'repair')).toEqual([])
    expect([server.requests.length, finishOf(events).payload.raw_answer]).toEqual([2, 'done'])
    expect(
      ofType(events, 'tool_call_args')
        .map(({ delta: shown }) => shown)
        .join(''),
    ).toContain('"a"')
  })

  it.each<[string, unknown]>([
    ['an empty text', ''],
    ['white space', '  '],
    ['null', null],
    ['nothing', undefined],
    ['{}', '{}'],
    ['an object', {}],
    ['a list', []],
    ['a list as text', '[]'],
    ['false', false],
    ['false as text', 'false'],
    ['null as text', 'null'],
    ['None', 'None'],
    ['undefined', 'undefined'],
    ['an empty JSON string', '""'],
    ['{ } with a line break', '{\n}'],
  ])('without arguments: %s', async (_name, given) => {
    const events = await runWith([calls(begin('ping', given)), end])
    expect([ran, ofType(events, 'repair')]).toEqual([[['ping', {}]], []])
  })

  it.each<[string, readonly unknown[]]>([
    ['{} twice', [calls(begin('ping', '{}')), calls(piece('{}')), end]],
    ['{ and }', [calls(begin('ping', '{')), calls(piece('}')), end]],
    ['no pieces', [calls(begin('ping', '')), end]],
  ])('without arguments in pieces: %s', async (_name, chunks) => {
    const events = await runWith(chunks)
    expect([ran, ofType(events, 'repair')]).toEqual([[['ping', {}]], []])
  })

  it('nested arguments that begin like those before them are not taken for a repetition', async () => {
    await runWith([calls(begin('get', '{"c":"a","o":')), calls(piece('{"c":"b"}')), calls(piece('}')), end])
    expect(ran).toEqual([['get', { c: 'a', o: { c: 'b' } }]])
  })
})

describe('a native call with two readings does not run, and the model is asked again', () => {
  it.each<[string, readonly unknown[]]>([
    ['two different arguments under one id', [calls(begin('get', args)), calls(piece('{"c":"b"}')), end]],
    ['two objects as arguments', [calls(begin('get', { c: 'a' })), calls(piece({ c: 'b' })), end]],
    ['arguments that are not complete', [calls(begin('get', '{"c":"a"')), end]],
    ['arguments that are not complete, and no finish reason', [calls(begin('get', '{"c":"a"'))]],
    ['complete arguments, and neither a finish reason nor [DONE]', [calls(begin('get', args)), cut]],
    ['no arguments and no finish reason', [calls(begin('get', ''))]],
    ['arguments cut by the output limit', [calls(begin('get', '{"c":"a","o":')), finish('length')]],
    ['an action as text that differs', [text('{"next_node":"get2","args":{"c":"z"}}'), calls(begin('get', args)), end]],
    ['an answer as text', [text('{"next_node":"final_response","args":{"answer":"hm"}}'), calls(begin('get', args)), end]],
    ['a list as arguments', [calls(begin('get', '[{"c":"a"}]')), end]],
    ['an argument given twice', [calls(begin('get', '{"c":"a","c":"b"}')), end]],
  ])('%s', async (_name, chunks) => {
    const events = await runWith(chunks)
    expect(ran).toEqual([])
    expect(ofType(events, 'repair')).toHaveLength(1)
    expect(finishOf(events).payload.raw_answer).toBe('done')
  })

  it('an answer as a native call is the answer', async () => {
    const events = await runWith([text('Let me see. '), calls(begin('final_response', '{"answer":"hi"}')), end])
    expect([finishOf(events).payload.raw_answer, server.requests.length]).toEqual(['hi', 1])
  })
})
