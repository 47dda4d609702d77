import { randomUUID } from 'node:crypto'
import type { ArtifactMeta, FinalPayload, FinishReason, InteractionRecord, ThreadEntry, UncommittedEvent } from '@pf/core'

/** The ids of a run. */
export interface RunIds {
  run_id: string
  thread_id: string
}

/** Creates the ids of a run that no other case has. */
export function someRun(thread_id = `thread-${randomUUID()}`): RunIds {
  return { run_id: `run-${randomUUID()}`, thread_id }
}

/** Creates an answer delta. */
export function someText(run: RunIds, text: string): UncommittedEvent<'llm_stream_chunk'> {
  return { type: 'llm_stream_chunk', ...run, ts: 1, step: 1, stream_id: 's', text, channel: 'answer', phase: 'answer', attempt: 1, action_seq: 1, done: false }
}

/** Creates the end of a segment. Every reason except `paused` ends the log. */
export function someFinish(run: RunIds, reason: FinishReason = 'answer'): UncommittedEvent<'finish'> {
  return { type: 'finish', ...run, ts: 2, reason, payload: somePayload() }
}

/** Creates an event that contains a JSON value. */
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

/** Creates an open question of a run. */
export function someQuestion(run: RunIds, more: Partial<InteractionRecord> = {}): InteractionRecord {
  return {
    id: `question-${randomUUID()}`,
    tool_call_id: 'tc:1',
    component: 'confirm',
    props: { message: 'Continue?' },
    message_id: 't:1',
    result_schema: { type: 'object' },
    ...run,
    created: 1,
    state: 'open',
    ...more,
  }
}

/** Creates an entry of a conversation. */
export function someLine(run: RunIds, text: string, more: Partial<ThreadEntry> = {}): ThreadEntry {
  return { id: `line-${randomUUID()}`, role: 'user', run_id: run.run_id, text, ts: 1, ...more }
}

/** Creates the metadata of an artifact that has not been stored. */
export function someMeta(run: RunIds): ArtifactMeta {
  return {
    artifact_id: `artifact-${randomUUID()}`,
    media_type: 'text/plain',
    bytes: 3,
    sha256: '0'.repeat(64),
    source_tool: 'tool',
    run_id: run.run_id,
    created: 1,
  }
}
