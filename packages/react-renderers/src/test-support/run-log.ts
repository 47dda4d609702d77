import type { JsonObject, WireEvent } from '@pf/core'

type Event = WireEvent['event']

/** Returns wire events with ids `1.0`, `2.0` … and a clock that advances 100 ms per event. */
export function logOf(events: readonly Event[], from = 1): WireEvent[] {
  return events.map((event, index) => ({ id: `${from + index}.0`, event: { timestamp: 1_000 + (from + index) * 100, ...event } }))
}

export const started = (runId = 'r1', more: JsonObject = {}): Event => ({ type: 'RUN_STARTED', threadId: 't1', runId, ...more })
export const finished = (more: JsonObject = {}, runId = 'r1'): Event => ({ type: 'RUN_FINISHED', threadId: 't1', runId, ...more })
export const custom = (name: string, value: unknown): Event => ({ type: 'CUSTOM', name, value })

export const payload = (raw_answer: string, more: JsonObject = {}): JsonObject => ({
  raw_answer,
  artifacts: {},
  confidence: null,
  sources: [],
  route: 'answer',
  suggested_actions: [],
  requires_followup: false,
  warnings: [],
  language: null,
  extra: {},
  ...more,
})

export const text = (messageId: string, ...deltas: string[]): Event[] => [
  { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
  ...deltas.map((delta) => ({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta })),
  { type: 'TEXT_MESSAGE_END', messageId },
]

export const call = (toolCallId: string, toolCallName: string, ...deltas: string[]): Event[] => [
  { type: 'TOOL_CALL_START', toolCallId, toolCallName, parentMessageId: 't:r1' },
  ...deltas.map((delta) => ({ type: 'TOOL_CALL_ARGS', toolCallId, delta })),
  { type: 'TOOL_CALL_END', toolCallId },
]

export const result = (toolCallId: string, content: string, pf?: JsonObject): Event => ({
  type: 'TOOL_CALL_RESULT',
  messageId: `result-${toolCallId}`,
  toolCallId,
  content,
  ...(pf ? { metadata: { pf } } : {}),
})

export const chunk = (id: string, component: string, props: JsonObject, more: JsonObject = {}): Event =>
  custom('artifact_chunk', {
    stream_id: id,
    seq: 0,
    chunk: { id, component, props },
    done: true,
    artifact_type: 'ui_component',
    meta: { message_id: 't:r1', registry_version: '1', source_tool: 'render_component' },
    ...more,
  })

/** Returns a run with all kinds of events. */
export const fullRun = (): WireEvent[] =>
  logOf([
    started(),
    { type: 'STEP_STARTED', stepName: 'one' },
    { type: 'REASONING_START', messageId: 'r:r1:1:1' },
    { type: 'REASONING_MESSAGE_START', messageId: 'r:r1:1:1', role: 'reasoning' },
    { type: 'REASONING_MESSAGE_CONTENT', messageId: 'r:r1:1:1', delta: 'Delays by month.' },
    { type: 'REASONING_MESSAGE_END', messageId: 'r:r1:1:1' },
    { type: 'REASONING_END', messageId: 'r:r1:1:1' },
    ...call('c1', 'run_query', '{"question":', '"average delay"}'),
    result('c1', '{"summary":"12 months","rows":"<artifact:list size=12 items>"}'),
    { type: 'STEP_FINISHED', stepName: 'one' },
    ...text('m:r1:2:1', 'Half an ', 'answer'),
    custom('answer_reset', { stream_id: 'm:r1:2:1', attempt: 1, reason: 'invalid' }),
    ...call('c2', 'render_component', '{"component":"metric",', '"props":{"label":"Average delay","va', 'lue":7.2}}'),
    chunk('c2', 'metric', { label: 'Average delay', value: 7.2 }, { tool_call_id: 'c2' }),
    result('c2', '{"ok":true,"id":"c2","component":"metric"}'),
    custom('artifact_stored', { artifact_id: 'a1', media_type: 'text/csv', bytes: 12, sha256: 'x', source_tool: 'run_query' }),
    custom('artifact_chunk', { stream_id: 's1', seq: 0, chunk: [1, 2], done: false, mode: 'append', artifact_type: 'rows', meta: { message_id: 't:r1' } }),
    custom('artifact_chunk', { stream_id: 's1', seq: 1, chunk: [3], done: false, mode: 'append', artifact_type: 'rows', meta: { message_id: 't:r1' } }),
    custom('warning', { code: 'large_artifact', text: 'An artifact of 2 MB.' }),
    ...text('m:r1:3:1', 'Average delay ', 'fell.'),
    finished({ result: payload('Average delay fell.', { confidence: 0.86 }) }),
  ])
