import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../../../tooling/test-setup/cpu-time.ts'
import type { ModelChunk } from '../model/model.ts'
import { createNativeCalls } from './native-calls.ts'

const textOf = (chunks: readonly ModelChunk[]) => chunks.flatMap((chunk) => (chunk.type === 'text' ? [chunk.text] : [])).join('')

// Agents are tested with many more sequences (native-calls.test.ts in agent/).
describe('createNativeCalls', () => {
  it('streams the arguments as they arrive, from the first piece that cannot be a placeholder', () => {
    const calls = createNativeCalls()
    const shown = ['', '{', '"q"', ':"a', '"}'].map((args) => textOf(calls.read([{ index: 0, id: 'a', function: { name: 'find', arguments: args } }])))
    expect(shown).toEqual(['', '', '{"next_node": "find", "args": {"q"', ':"a', '"}'])
    expect([calls.isOpen, calls.isComplete, textOf(calls.end(false))]).toEqual([false, true, '}'])
  })

  it('holds back what may repeat the arguments so far, and shows only what is new', () => {
    const calls = createNativeCalls()
    const shown = ['{"q":', '{"q":"a', '{"q":"a"}'].map((args) => textOf(calls.read([{ index: 0, id: 'a', function: { name: 'find', arguments: args } }])))
    expect([...shown, textOf(calls.end(false))]).toEqual(['{"next_node": "find", "args": {"q":', '', '', '"a"}}'])
  })

  it('marks calls, and keeps text after them until their end', () => {
    const calls = createNativeCalls()
    const say = (text: string) => calls.say([{ type: 'text', text }])
    expect(say('before')).toEqual([{ type: 'text', text: 'before' }])
    expect(calls.read([{ name: 'find', arguments: '{"q":1' }])).toEqual([{ type: 'text', text: '{"next_node": "find", "args": {"q":1', call: true }])
    expect(say('between')).toEqual([])
    expect(calls.read([{ arguments: '}' }])).toEqual([{ type: 'text', text: '}', call: true }])
    expect(calls.end(false)).toEqual([
      { type: 'text', text: '}', call: true },
      { type: 'text', text: 'between' },
    ])
  })

  it('knows when the arguments of the first call are open or complete', () => {
    const stateOf = (...pieces: unknown[]) => {
      const calls = createNativeCalls()
      for (const args of pieces) calls.read([{ index: 0, id: 'a', function: { name: 'find', arguments: args } }])
      return [calls.begun, calls.isOpen, calls.isComplete]
    }
    expect(stateOf()).toEqual([false, false, false])
    expect(stateOf('')).toEqual([true, false, false])
    expect(stateOf('{')).toEqual([true, true, false])
    expect(stateOf('{}')).toEqual([true, false, true])
    expect(stateOf('{"a":"}"')).toEqual([true, true, false])
    expect(stateOf('{"a":"}"', '}')).toEqual([true, false, true])
  })

  it('does not complete a call that the output limit has cut, unless another one follows', () => {
    const cut = createNativeCalls()
    cut.read([{ id: 'a', name: 'a', arguments: '{"q":1}' }])
    expect(textOf(cut.end(true))).toBe('')
    const two = createNativeCalls()
    two.read([
      { id: 'a', name: 'a', arguments: '{"q":1}' },
      { id: 'b', name: 'b', arguments: '{"r"' },
    ])
    expect(textOf(two.end(true))).toBe('}{"next_node": "b", "args": {}}')
  })

  it('reads pieces of any shape', () => {
    const calls = createNativeCalls()
    for (const value of [undefined, null, 5, 'x', [], [null, 5, {}, { function: null }, { function: 5 }, { index: {} }], {}, { a: null }])
      expect(calls.read(value)).toEqual([])
    expect([calls.begun, calls.end(false)]).toEqual([false, []])
  })

  it('takes linear time for arguments in many pieces', () => {
    const pieces = [...Array.from({ length: 100_000 }, () => '{"a":['), ...Array.from({ length: 100_000 }, () => '{}]}')]
    const started = cpuTime()
    const calls = createNativeCalls()
    for (const args of pieces) calls.read([{ index: 0, id: 'a', function: { name: 'find', arguments: args } }])
    calls.end(false)
    expect(cpuTime() - started).toBeLessThan(4_000)
  })
})
