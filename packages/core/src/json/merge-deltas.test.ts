import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { UncommittedEvent } from '../contracts/events.ts'
import { mergeDeltas } from './merge-deltas.ts'

const run = { run_id: 'r', thread_id: 't' }
const chunk = (text: string, more: Partial<UncommittedEvent<'llm_stream_chunk'>> = {}): UncommittedEvent<'llm_stream_chunk'> => ({
  type: 'llm_stream_chunk',
  ...run,
  ts: 1,
  stream_id: 's',
  text,
  channel: 'answer',
  phase: 'answer',
  attempt: 1,
  action_seq: 1,
  done: false,
  ...more,
})
const argument = (delta: string, tool_call_id = 'tc'): UncommittedEvent => ({ type: 'tool_call_args', ...run, ts: 1, tool_call_id, delta })
const draft = (text: string, more: Partial<UncommittedEvent<'draft_delta'>> = {}): UncommittedEvent => ({
  type: 'draft_delta',
  ...run,
  ts: 1,
  draft_id: 'd',
  block: 'artifact',
  text,
  attempt: 1,
  ...more,
})

describe('mergeDeltas', () => {
  it('joins neighbouring deltas of one stream, call or draft block; the first time stamp stays', () => {
    expect(mergeDeltas([chunk('a'), chunk('b', { ts: 2 }), chunk('c', { ts: 3 })])).toEqual([chunk('abc')])
    expect(mergeDeltas([argument('{'), argument('}')])).toEqual([argument('{}')])
    expect(mergeDeltas([draft('a'), draft('b')])).toEqual([draft('ab')])
  })

  it('keeps apart what differs in stream, channel, phase, attempt, action, call, block or run', () => {
    const others = [
      { stream_id: 'x' },
      { channel: 'thinking' as const },
      { phase: 'revision' as const },
      { attempt: 2 },
      { action_seq: 2 },
      { step: 2 },
      { run_id: 'x' },
    ]
    for (const other of others) expect(mergeDeltas([chunk('a'), chunk('b', other)])).toHaveLength(2)
    expect(mergeDeltas([argument('a'), argument('b', 'other')])).toHaveLength(2)
    for (const other of [{ draft_id: 'x' }, { block: 'user' as const }, { attempt: 2 }]) expect(mergeDeltas([draft('a'), draft('b', other)])).toHaveLength(2)
  })

  it('never joins over another event, nor into or behind a closing chunk', () => {
    const reset: UncommittedEvent = { type: 'answer_reset', ...run, ts: 1, stream_id: 's', attempt: 1, reason: 'repair' }
    expect(mergeDeltas([chunk('a'), reset, chunk('b')])).toHaveLength(3)
    expect(mergeDeltas([chunk('a'), chunk('', { done: true }), chunk('b')])).toHaveLength(3)
    expect(mergeDeltas([])).toEqual([])
  })

  it('loses no text, keeps the order, changes no input, and merging again changes nothing', () => {
    const event = fc.oneof(
      fc.record({ text: fc.string(), stream_id: fc.constantFrom('s', 'x'), done: fc.boolean() }).map(({ text, ...more }) => chunk(text, more)),
      fc.string().map((delta) => argument(delta)),
      fc.constant<UncommittedEvent>({ type: 'warning', ...run, ts: 1, code: 'c', text: 'w' }),
    )
    const flat = (events: UncommittedEvent[]) =>
      events.map((each) => ('delta' in each ? `args:${each.delta}` : 'stream_id' in each && 'text' in each ? each.text : each.type))
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const before = JSON.stringify(events)
        const merged = mergeDeltas(events)
        expect(JSON.stringify(events)).toBe(before)
        expect(mergeDeltas(merged)).toEqual(merged)
        expect(flat(merged).join('').replaceAll('args:', '')).toBe(flat(events).join('').replaceAll('args:', ''))
      }),
    )
  })
})
