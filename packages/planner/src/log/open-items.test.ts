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
})
