import { randomUUID } from 'node:crypto'
import type { ArtifactMeta, InteractionRecord, ThreadEntry } from '@pf/core'
import type { RunIds } from './some-events.ts'

/** An open question of a run. */
export function someQuestion(run: RunIds, more: Partial<InteractionRecord> = {}): InteractionRecord {
  return {
    id: `question-${randomUUID()}`,
    tool_call_id: 'tc:1',
    component: 'confirm',
    props: { message: 'Go on?' },
    message_id: 't:1',
    result_schema: { type: 'object' },
    ...run,
    created: 1,
    state: 'open',
    ...more,
  }
}

/** A line of a conversation. */
export function someLine(run: RunIds, text: string, more: Partial<ThreadEntry> = {}): ThreadEntry {
  return { id: `line-${randomUUID()}`, role: 'user', run_id: run.run_id, text, ts: 1, ...more }
}

/** What is known of an artifact that nobody has put. */
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
