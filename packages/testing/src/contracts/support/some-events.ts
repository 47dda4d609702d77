import { randomUUID } from 'node:crypto'
import type { FinalPayload, FinishReason, UncommittedEvent } from '@pf/core'

/** Names a run. */
export interface RunIds {
  run_id: string
  thread_id: string
}

/** A run that no other case has. */
export function someRun(thread_id = `thread-${randomUUID()}`): RunIds {
  return { run_id: `run-${randomUUID()}`, thread_id }
}

/** An answer delta. */
export function someText(run: RunIds, text: string): UncommittedEvent<'llm_stream_chunk'> {
  return { type: 'llm_stream_chunk', ...run, ts: 1, step: 1, stream_id: 's', text, channel: 'answer', phase: 'answer', attempt: 1, action_seq: 1, done: false }
}

/** The end of a segment; every reason but `paused` ends the log. */
export function someFinish(run: RunIds, reason: FinishReason = 'answer'): UncommittedEvent<'finish'> {
  return { type: 'finish', ...run, ts: 2, reason, payload: somePayload() }
}

/** The whole of a custom JSON value as an event. */
export function someState(run: RunIds, state: UncommittedEvent<'state_snapshot'>['state']): UncommittedEvent<'state_snapshot'> {
  return { type: 'state_snapshot', ...run, ts: 3, state }
}

function somePayload(): FinalPayload {
  return {
    raw_answer: 'done',
    artifacts: {},
    confidence: null,
    sources: [],
    route: null,
    suggested_actions: [],
    requires_followup: false,
    warnings: [],
    language: null,
    extra: {},
  }
}
