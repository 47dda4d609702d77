import { errorCodes, type PlannerEvent, type PlannerEventType } from '@pf/core'
import { SurrogatePairBuffer } from '@pf/core/internal'
import { linkArtifacts, linkInteractions } from '../agui/link-artifacts.ts'

/** A named event for a plain EventSource. `data` is sent as one JSON object. */
export interface PlainEvent {
  event: string
  data: object
}

type ArtifactUrl = (artifact_id: string) => string

/** The state of the mapping of one log. */
interface ChatMapping {
  /** Number of events of each stream. */
  counts: Map<string, number>
  /** For each stream, keeps a high surrogate at the end of the text so far until its low surrogate arrives. */
  pairs: Map<string, SurrogatePairBuffer>
  artifactUrl: ArtifactUrl | undefined
}

type Handler<T extends PlannerEventType> = (chat: ChatMapping, event: PlannerEvent<T>) => PlainEvent[]

const ignored = (): PlainEvent[] => []

const handlers = {
  run_start: ignored,
  step_start: ignored,
  step_complete: (_chat, { node, status, latency_ms, thought }) => [
    { event: 'step', data: { node, status, latency_ms, ...(thought === undefined ? {} : { thought }) } },
  ],
  llm_stream_chunk: onChunk,
  // A higher attempt clears the text, even if no text of that attempt follows.
  answer_reset: (chat, { stream_id, attempt }) => [chunkEvent(chat, { stream_id, text: '', done: true, attempt: attempt + 1 })],
  tool_call_start: ignored,
  tool_call_args: ignored,
  tool_call_end: ignored,
  tool_call_progress: ignored,
  tool_call_result: ignored,
  artifact_chunk: onArtifactChunk,
  artifact_stored: ({ artifactUrl }, { artifact_id, media_type, bytes, sha256, source_tool }) => [
    { event: 'artifact_stored', data: linkArtifacts({ artifact_id, media_type, bytes, sha256, source_tool }, artifactUrl) as object },
  ],
  artifact_update: ({ artifactUrl }, { id, message_id, patch, version }) => [
    { event: 'artifact_update', data: { id, message_id, patch: linkArtifacts(patch, artifactUrl), version } },
  ],
  artifact_rejected: ignored,
  pause: ({ artifactUrl }, { interactions }) => [{ event: 'pause', data: { interactions: linkInteractions(interactions, artifactUrl) } }],
  resume: ignored,
  state_snapshot: ignored,
  state_delta: ignored,
  repair: ignored,
  usage: ignored,
  budget: (_chat, { spent, limits }) => [{ event: 'budget', data: { spent, limits } }],
  warning: ignored,
  run_message: (_chat, { message_id, kind, status, text }) => [
    { event: 'run_message', data: { message_id, kind, status, ...(text === undefined ? {} : { text }) } },
  ],
  draft_delta: ignored,
  draft_done: ignored,
  task_start: (_chat, { task_id, name, group_id }) => [{ event: 'task_start', data: { task_id, name, ...(group_id === undefined ? {} : { group_id }) } }],
  task_progress: (_chat, { task_id, fraction, text }) => [
    { event: 'task_progress', data: { task_id, ...(fraction === undefined ? {} : { fraction }), ...(text === undefined ? {} : { text }) } },
  ],
  task_pause: ({ artifactUrl }, { task_id, interactions }) => [
    { event: 'task_pause', data: { task_id, interactions: linkInteractions(interactions, artifactUrl) } },
  ],
  task_result: (_chat, { task_id, status, summary }) => [{ event: 'task_result', data: { task_id, status, summary } }],
  task_group_start: (_chat, { group_id, name }) => [{ event: 'task_group_start', data: { group_id, name } }],
  task_group_result: (_chat, { group_id, status, summary }) => [{ event: 'task_group_result', data: { group_id, status, summary } }],
  finish: onFinish,
} satisfies { [K in PlannerEventType]: Handler<K> }

/** Creates the mapping of one log to the named events of plain chat. It is pure and must be fed from the first event. */
export function createChatMapper(artifactUrl?: ArtifactUrl): (event: PlannerEvent) => PlainEvent[] {
  const chat: ChatMapping = { counts: new Map(), pairs: new Map(), artifactUrl }
  return (event) => {
    if (!Object.hasOwn(handlers, event.type)) return []
    const handler: (chat: ChatMapping, event: never) => PlainEvent[] = handlers[event.type]
    return handler(chat, event as never)
  }
}

/** Creates the `error` event. The message is included only with a code of the public table, because any other message could contain internal details. */
export function chatError({ code, message, trace_id }: { code: string; message: string; trace_id: string }): PlainEvent {
  const known = code !== 'internal' && Object.hasOwn(errorCodes, code)
  return {
    event: 'error',
    data: { error: known ? message.slice(0, 500).toWellFormed() : errorCodes.internal.cause, code: known ? code : 'internal', trace_id },
  }
}

function onChunk(chat: ChatMapping, { stream_id, text, done, attempt, channel }: PlannerEvent<'llm_stream_chunk'>): PlainEvent[] {
  if (channel !== 'answer') return []
  const key = JSON.stringify([stream_id, attempt])
  const pairs = chat.pairs.get(key) ?? new SurrogatePairBuffer()
  const ready = pairs.take(text).toWellFormed()
  const rest = done ? pairs.pending.toWellFormed() : ''
  if (done) chat.pairs.delete(key)
  else chat.pairs.set(key, pairs)
  if (text !== '' && ready === '' && !done) return []
  return [chunkEvent(chat, { stream_id, text: ready + rest, done, attempt })]
}

function onArtifactChunk(chat: ChatMapping, event: PlannerEvent<'artifact_chunk'>): PlainEvent[] {
  const { stream_id, done, mode, artifact_type, tool_call_id, meta } = event
  const seq = nextSeq(chat, JSON.stringify([meta.message_id, stream_id]))
  const optional = { ...(mode === undefined ? {} : { mode }), ...(tool_call_id === undefined ? {} : { tool_call_id }) }
  return [{ event: 'artifact_chunk', data: { stream_id, seq, chunk: linkArtifacts(event.chunk, chat.artifactUrl), done, artifact_type, ...optional, meta } }]
}

function onFinish({ artifactUrl }: ChatMapping, { reason, payload, error }: PlannerEvent<'finish'>): PlainEvent[] {
  if (reason === 'error') return [chatError(error ?? { code: 'internal', message: '', trace_id: '' })]
  return [{ event: 'done', data: { ...payload, artifacts: linkArtifacts(payload.artifacts, artifactUrl) } }]
}

function chunkEvent(chat: ChatMapping, { stream_id, text, done, attempt }: { stream_id: string; text: string; done: boolean; attempt: number }): PlainEvent {
  return { event: 'chunk', data: { stream_id, seq: nextSeq(chat, stream_id), text, done, attempt } }
}

function nextSeq({ counts }: ChatMapping, key: string): number {
  const seq = counts.get(key) ?? 0
  counts.set(key, seq + 1)
  return seq
}

const draftBlockEvents = { artifact: 'artifact_delta', user: 'user_delta' } as const

/** Creates the mapping of the log of one draft generation: artifact_delta, user_delta and exactly one done. It is pure. */
export function createDraftMapper(): (event: PlannerEvent) => PlainEvent[] {
  let done = false
  return (event) => {
    if (done) return []
    if (event.type === 'draft_delta') return [{ event: draftBlockEvents[event.block], data: { text: event.text, attempt: event.attempt } }]
    if (event.type !== 'draft_done' && event.type !== 'finish') return []
    done = true
    return [{ event: 'done', data: event.type === 'draft_done' ? draftOutcome(event) : draftFailure(event) }]
  }
}

function draftOutcome({ draft_id, version, ok, parse_ok, error }: PlannerEvent<'draft_done'>) {
  return { ok, parse_ok, draft_id, ...(version === undefined ? {} : { version }), ...(error === undefined ? {} : { error }) }
}

const draftFailure = ({ reason, error }: PlannerEvent<'finish'>) => ({ ok: false, parse_ok: false, error: error?.code ?? reason })
