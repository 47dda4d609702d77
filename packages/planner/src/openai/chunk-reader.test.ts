import { normalizeAction } from '@pf/core'
import { describe, expect, it } from 'vitest'
import type { ModelChunk } from '../model/model.ts'
import { createChunkReader } from './chunk-reader.ts'

function read(...chunks: unknown[]): ModelChunk[] {
  const reader = createChunkReader('m')
  return chunks.flatMap((chunk) => reader.read(chunk))
}

const delta = (value: unknown, more: Record<string, unknown> = {}) => ({ choices: [{ index: 0, delta: value, ...more }] })
const finish = (finish_reason: string) => delta({}, { finish_reason })
const textOf = (chunks: ModelChunk[]) => chunks.flatMap((chunk) => (chunk.type === 'text' ? [chunk.text] : [])).join('')

describe('createChunkReader', () => {
  it('reads text, both names of reasoning, and the finish', () => {
    expect(read(delta({ reasoning_content: 'a' }), delta({ reasoning: 'b' }), delta({ content: 'c' }), finish('stop'))).toEqual([
      { type: 'reasoning', text: 'a' },
      { type: 'reasoning', text: 'b' },
      { type: 'text', text: 'c' },
      { type: 'finish', reason: 'stop' },
    ])
  })

  it('reads reasoning once when an endpoint sends it under both names', () => {
    expect(read(delta({ reasoning_content: 'a', reasoning: 'a' }))).toEqual([{ type: 'reasoning', text: 'a' }])
  })

  it('reads content given as parts', () => {
    const parts = [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }, { type: 'text', text: 'a' }, { type: 'image_url', image_url: {} }, null]
    expect(read(delta({ content: parts }))).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'a' },
    ])
  })

  it('takes only the first choice, also when others come first or in the same chunk', () => {
    const chunk = {
      choices: [
        { index: 1, delta: { content: 'SECOND' } },
        { index: 0, delta: { content: 'first' } },
      ],
    }
    expect(read(chunk, { choices: [{ index: 1, delta: { content: 'SECOND' }, finish_reason: 'stop' }] })).toEqual([{ type: 'text', text: 'first' }])
  })

  it('ignores text behind the finish reason', () => {
    expect(read(delta({ content: 'last' }, { finish_reason: 'stop' }), delta({ content: 'LATE' }))).toEqual([
      { type: 'text', text: 'last' },
      { type: 'finish', reason: 'stop' },
    ])
  })

  it('survives chunks of any shape', () => {
    expect(
      read(
        null,
        1,
        'x',
        [],
        {},
        { choices: null },
        { choices: [null] },
        delta(null),
        delta({ content: 5 }),
        delta({ content: null }),
        delta({ tool_calls: [null, {}, { function: null }] }),
      ),
    ).toEqual([])
  })

  it('gathers a refusal and gives it with the finish', () => {
    expect(read(delta({ refusal: 'I can' }), delta({ refusal: 'not.' }), finish('stop'))).toEqual([{ type: 'finish', reason: 'stop', refusal: 'I cannot.' }])
  })

  it('reads usage with its parts inside the totals, and leaves out what was not reported', () => {
    const usage = {
      prompt_tokens: 10,
      completion_tokens: 5,
      total_tokens: 99,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 2 },
    }
    expect(read({ choices: [], usage })).toEqual([{ type: 'usage', usage: { model: 'm', input: 10, output: 5, cached: 4, reasoning: 2 } }])
    expect(read({ choices: [], usage: { prompt_tokens: 1 } })).toEqual([{ type: 'usage', usage: { model: 'm', input: 1 } }])
    expect(read({ choices: [], usage: { prompt_tokens: -1, completion_tokens: 'x' } })).toEqual([])
  })

  describe('native tool calls', () => {
    const nativeCall = (value: Record<string, unknown>) => delta({ tool_calls: [value] })

    it('become the action they mean', () => {
      const chunks = read(
        nativeCall({ index: 0, id: 'c1', function: { name: 'find', arguments: '' } }),
        nativeCall({ index: 0, function: { arguments: '{"q":' } }),
        nativeCall({ index: 0, function: { arguments: '"a"}' } }),
        finish('tool_calls'),
      )
      expect(textOf(chunks)).toBe('{"next_node": "find", "args": {"q":"a"}}')
    })

    it('follow each other, by index or by id', () => {
      const two = [
        nativeCall({ index: 0, id: 'c1', function: { name: 'a', arguments: '{}' } }),
        nativeCall({ index: 1, id: 'c2', function: { name: 'b', arguments: '{}' } }),
      ]
      const noIndex = [nativeCall({ id: 'c1', function: { name: 'a', arguments: '{}' } }), nativeCall({ id: 'c2', function: { name: 'b', arguments: '{}' } })]
      for (const calls of [two, noIndex])
        expect(textOf(read(...calls, finish('tool_calls')))).toBe('{"next_node": "a", "args": {}}{"next_node": "b", "args": {}}')
    })

    it('with a name and id repeated in every piece are one call', () => {
      const piece = (args: string) => nativeCall({ index: 0, id: 'c1', function: { name: 'a', arguments: args } })
      expect(textOf(read(piece('{"q"'), piece(':1}'), finish('tool_calls')))).toBe('{"next_node": "a", "args": {"q":1}}')
    })

    it('stay open when the model ran into its limit', () => {
      const chunks = read(nativeCall({ index: 0, id: 'c1', function: { name: 'a', arguments: '{"q":1}' } }), finish('length'))
      expect(textOf(chunks)).toBe('{"next_node": "a", "args": {"q":1}')
    })

    it.each([[''], [null], [undefined], ['  ']])('with the arguments %j call a tool without arguments (Newelle#429, hermes-agent#84055)', (args) => {
      const call = { index: 0, id: 'a', type: 'function', function: { name: 'ping', arguments: args } }
      expect(JSON.parse(textOf(read(nativeCall(call), finish('tool_calls'))))).toEqual({ next_node: 'ping', args: {} })
    })

    it('with arguments as an object, in a message, or as function_call are read', () => {
      const expected = { next_node: 'find', args: { q: 'a' } }
      const call = { name: 'find', arguments: { q: 'a' } }
      const whole = {
        choices: [{ index: 0, message: { role: 'assistant', content: null, tool_calls: [{ id: 'c', function: call }] }, finish_reason: 'tool_calls' }],
      }
      const flat = nativeCall({ index: 0, name: 'find', arguments: '{"q":"a"}' })
      for (const chunks of [
        [nativeCall({ function: call }), finish('stop')],
        [whole],
        [delta({ function_call: call }), finish('function_call')],
        [flat, finish('stop')],
      ])
        expect(JSON.parse(textOf(read(...chunks)))).toEqual(expected)
    })

    it.each([
      [{ function: { name: 'find', input: { q: 'a' } } }],
      [{ function: { name: 'find', parameters: { q: 'a' } } }],
      [{ function: { name: 'find', arguments: '', kwargs: { q: 'a' } } }],
      [{ function: { name: 'find', arguments: {}, input: { q: 'a' } } }],
      [{ function: { name: 'find' }, arguments: { q: 'a' } }],
      [{ name: 'find', input: { q: 'a' } }],
    ])('with arguments under another name, as in %j, keep them', (call) => {
      expect(JSON.parse(textOf(read(nativeCall({ index: 0, id: 'c1', ...call }), finish('tool_calls'))))).toEqual({ next_node: 'find', args: { q: 'a' } })
    })

    it('that all have index 0 and no ids, or come mixed, are kept apart; the first one comes first', () => {
      const named = (name: string, args: string, more = {}) => ({ ...more, function: { name, arguments: args } })
      const expected = '{"next_node": "a", "args": {"q":1}}{"next_node": "b", "args": {"r":2}}'
      const pieces = [
        [nativeCall(named('a', '{"q":1}', { index: 0 })), nativeCall(named('b', '{"r":2}', { index: 0 }))],
        [delta({ tool_calls: [named('a', '{"q":1}'), named('b', '{"r":2}')] })],
        [
          nativeCall(named('a', '{"q"', { index: 0, id: 'x' })),
          nativeCall(named('b', '{"r"', { index: 1, id: 'y' })),
          nativeCall({ index: 0, function: { arguments: ':1}' } }),
          nativeCall({ index: 1, function: { arguments: ':2}' } }),
        ],
      ]
      for (const chunks of pieces) expect(textOf(read(...chunks, finish('tool_calls')))).toBe(expected)
    })

    it('are not interrupted by text, which comes after them', () => {
      const chunks = [nativeCall({ function: { name: 'a', arguments: '{"q":' } }), delta({ content: 'Wait.' }), nativeCall({ function: { arguments: '1}' } })]
      expect(textOf(read(...chunks, finish('stop')))).toBe('{"next_node": "a", "args": {"q":1}}Wait.')
    })

    it('whose arguments do not end are never completed', () => {
      const broken = (args: string) => textOf(read(nativeCall({ index: 0, id: 'a', function: { name: 'purge', arguments: args } }), finish('tool_calls')))
      for (const args of ['{"a":1', '{"a":{"b":1}', '{"a":"x', '{', '{"a":[1}'])
        expect(() => normalizeAction(broken(args), { tools: ['purge'] }), args).toThrow()
    })
  })

  it('takes a finish reason "null" for none, reads a message in place of a delta, and knows the names of the output limit (TensorRT-LLM#9256)', () => {
    expect(read(delta({ content: 'a' }, { finish_reason: 'null' }), delta({ content: 'b' }, { finish_reason: 'None' }), finish('stop'))).toHaveLength(3)
    expect(textOf(read({ choices: [{ index: 0, message: { role: 'assistant', content: 'hey' }, finish_reason: 'stop' }] }))).toBe('hey')
    for (const reason of ['length', 'MAX_TOKENS', 'model_length']) expect(read(finish(reason))).toEqual([{ type: 'finish', reason: 'length' }])
  })
})
