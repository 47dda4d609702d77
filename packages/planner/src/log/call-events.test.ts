import { expect, it } from 'vitest'
import { announceCall, endCall, startCall, withdrawCall } from './call-events.ts'
import type { EventDraft } from './open-items.ts'

function eventsOf(write: (run: { emit(event: EventDraft): void }) => void): EventDraft[] {
  const events: EventDraft[] = []
  write({ emit: (event) => events.push(event) })
  return events
}

const call = { step: 2, tool_call_id: 'c', name: 'find' }

it('a call belongs to the server and asks nobody unless it says otherwise', () => {
  expect(eventsOf((run) => startCall(run, call))).toEqual([{ type: 'tool_call_start', ...call, interactive: false, owner: 'server' }])
  const asking = { ...call, plan_id: 'p', branch: 1, interactive: true, owner: 'client' } as const
  expect(eventsOf((run) => startCall(run, asking))).toEqual([{ type: 'tool_call_start', ...asking }])
})

it('a call with complete arguments is announced as start, arguments and end', () => {
  expect(eventsOf((run) => announceCall(run, call, { a: 1 }))).toEqual([
    { type: 'tool_call_start', ...call, interactive: false, owner: 'server' },
    { type: 'tool_call_args', step: 2, tool_call_id: 'c', delta: '{"a":1}' },
    { type: 'tool_call_end', step: 2, tool_call_id: 'c' },
  ])
})

it('a call ends with its result, and a withdrawn call with an error', () => {
  expect(eventsOf((run) => endCall(run, 2, { tool_call_id: 'c', status: 'ok', content: '{}' }))).toEqual([
    { type: 'tool_call_result', step: 2, tool_call_id: 'c', status: 'ok', content: '{}' },
  ])
  expect(eventsOf((run) => withdrawCall(run, 2, 'c'))).toEqual([
    { type: 'tool_call_end', step: 2, tool_call_id: 'c' },
    { type: 'tool_call_result', step: 2, tool_call_id: 'c', status: 'error', content: '{"error":{"code":"withdrawn"}}', code: 'withdrawn' },
  ])
})
