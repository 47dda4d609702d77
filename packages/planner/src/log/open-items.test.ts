import type { UncommittedEvent } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { createOpenItems, type EventDraft } from './open-items.ts'

const event = (draft: EventDraft): UncommittedEvent => ({ run_id: 'r', thread_id: 't', ts: 100, ...draft }) as UncommittedEvent
const chunk = (stream_id: string, done: boolean): EventDraft => ({
  type: 'llm_stream_chunk',
  step: 1,
  stream_id,
  text: done ? '' : 'x',
  channel: 'answer',
  phase: 'answer',
  attempt: 1,
  action_seq: 1,
  done,
})
const start = (tool_call_id: string): EventDraft => ({ type: 'tool_call_start', step: 1, tool_call_id, name: 'find', interactive: false, owner: 'server' })

function openAfter(...drafts: EventDraft[]) {
  const open = createOpenItems()
  for (const draft of drafts) open.observe(event(draft))
  return open
}

describe('createOpenItems', () => {
  it('has nothing to close when everything was closed', () => {
    const open = openAfter(
      { type: 'step_start', step: 1 },
      chunk('m', false),
      chunk('m', true),
      start('c'),
      { type: 'tool_call_end', step: 1, tool_call_id: 'c' },
      { type: 'tool_call_result', step: 1, tool_call_id: 'c', status: 'ok', content: '{}' },
      { type: 'step_complete', step: 1, node: 'find', status: 'ok', latency_ms: 1 },
    )
    expect(open.closers('cancelled', 200)).toEqual([])
  })

  it('closes texts, then calls, then steps from the inside out', () => {
    const open = openAfter({ type: 'step_start', step: 1 }, { type: 'step_start', step: 1, branch: 0, node: 'find' }, chunk('m', false), start('c'))
    expect(open.closers('cancelled', 250)).toEqual([
      { ...chunk('m', true) },
      { type: 'tool_call_end', step: 1, tool_call_id: 'c' },
      { type: 'tool_call_result', step: 1, tool_call_id: 'c', status: 'error', content: '{"error":{"code":"cancelled"}}', code: 'withdrawn' },
      { type: 'step_complete', step: 1, branch: 0, node: 'find', status: 'error', latency_ms: 150 },
      { type: 'step_complete', step: 1, node: 'unknown', status: 'error', latency_ms: 150 },
    ])
  })

  it('says of a call that had begun that its outcome is unknown', () => {
    const open = openAfter(start('c'), { type: 'tool_call_end', step: 1, tool_call_id: 'c' })
    expect(open.closers('deadline', 0)).toMatchObject([{ type: 'tool_call_result', status: 'unknown', code: 'deadline' }])
  })

  it('leaves a complete call of the front end open, and ends an incomplete one', () => {
    const client = { ...start('c'), owner: 'client' } as EventDraft
    expect(openAfter(client, { type: 'tool_call_end', step: 1, tool_call_id: 'c' }).closers('cancelled', 0)).toEqual([])
    expect(openAfter(client).closers('cancelled', 0)).toMatchObject([{ type: 'tool_call_end' }, { type: 'tool_call_result', code: 'withdrawn' }])
  })

  it('leaves the calls that wait for an answer open', () => {
    const open = openAfter(start('a'), start('b'))
    expect(open.closers('paused', 0, ['a']).map((draft) => 'tool_call_id' in draft && draft.tool_call_id)).toEqual(['b', 'b'])
    expect(open.closers('paused', 0, ['a', 'b'])).toEqual([])
  })

  it('closes an item without a step without naming one, and a step never in negative time', () => {
    const { step: _, ...call } = start('c') as Extract<EventDraft, { type: 'tool_call_start' }>
    const closers = openAfter({ type: 'step_start' }, call).closers('cancelled', 0)
    expect(closers.map((draft) => 'step' in draft)).toEqual([false, false, false])
    expect(closers.at(-1)).toStrictEqual({ type: 'step_complete', node: 'unknown', status: 'error', latency_ms: 0 })
  })

  it('keeps steps and their branches apart, and ignores ends of what never began', () => {
    const open = openAfter(
      { type: 'step_start', step: 1, branch: 0, node: 'a' },
      { type: 'step_start', step: 1, branch: 1, node: 'b' },
      { type: 'step_complete', step: 1, branch: 0, node: 'a', status: 'ok', latency_ms: 1 },
      { type: 'step_complete', step: 2, branch: 1, node: 'b', status: 'ok', latency_ms: 1 },
      { type: 'tool_call_end', step: 1, tool_call_id: 'unknown' },
      { type: 'warning', code: 'x', text: 'y' },
    )
    expect(open.closers('cancelled', 100)).toMatchObject([{ type: 'step_complete', branch: 1, node: 'b' }])
  })
})
