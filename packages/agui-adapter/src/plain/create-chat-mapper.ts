import { errorCodes, type PlannerEvent, type PlannerEventType } from '@pf/core'
import { holdPairs } from '../agui/hold-pairs.ts'
import { linkArtifacts, linkQuestions } from '../agui/link-artifacts.ts'
import type { PlainEvent } from './plain-event.ts'

type ArtifactUrl = (artifact_id: string) => string

/** Counts of each stream, and how artifacts are addressed. */
interface Chat {
  counts: Map<string, number>
  /** Half of a surrogate pair that waits for its other half, by stream. */
  halves: Map<string, string>
  artifactUrl: ArtifactUrl | undefined
}

type Handler<T extends PlannerEventType> = (chat: Chat, event: PlannerEvent<T>) => PlainEvent[]

const nothing = (): PlainEvent[] => []

const handlers = {
  run_start: nothing,
  step_start: nothing,
  step_complete: (_chat, { node, status, latency_ms, thought }) => [
    { event: 'step', data: { node, status, latency_ms, ...(thought === undefined ? {} : { thought }) } },
  ],
  llm_stream_chunk: onChunk,
  // A higher attempt clears the text, also where none follows.
  answer_reset: (chat, { stream_id, attempt }) => [chunk(chat, { stream_id, text: '', done: true, attempt: attempt + 1 })],
  tool_call_start: nothing,
  tool_call_args: nothing,
  tool_call_end: nothing,
  tool_call_progress: nothing,
  tool_call_result: nothing,
  artifact_chunk: onArtifact,
  artifact_stored: ({ artifactUrl }, { artifact_id, media_type, bytes, sha256, source_tool }) => [
    { event: 'artifact_stored', data: linkArtifacts({ artifact_id, media_type, bytes, sha256, source_tool }, artifactUrl) as object },
  ],
  artifact_update: ({ artifactUrl }, { id, message_id, patch, version }) => [
    { event: 'artifact_update', data: { id, message_id, patch: linkArtifacts(patch, artifactUrl), version } },
  ],
  artifact_rejected: nothing,
  pause: ({ artifactUrl }, { interactions }) => [{ event: 'pause', data: { interactions: linkQuestions(interactions, artifactUrl) } }],
  resume: nothing,
  state_snapshot: nothing,
  state_delta: nothing,
  repair: nothing,
  usage: nothing,
  warning: nothing,
  draft_delta: nothing,
  draft_done: nothing,
  task_start: nothing,
  task_progress: nothing,
  task_pause: nothing,
  task_result: nothing,
  task_group_start: nothing,
  task_group_result: nothing,
  finish: onFinish,
} satisfies { [K in PlannerEventType]: Handler<K> }

/** Maps one log, from its first event on, to the named events of plain chat (spec 000, appendix B). Pure. */
export function createChatMapper(artifactUrl?: ArtifactUrl): (event: PlannerEvent) => PlainEvent[] {
  const chat: Chat = { counts: new Map(), halves: new Map(), artifactUrl }
  return (event) => {
    if (!Object.hasOwn(handlers, event.type)) return []
    const handler: (chat: Chat, event: never) => PlainEvent[] = handlers[event.type]
    return handler(chat, event as never)
  }
}

/** The `error` event; a code of the table keeps its message, anything else could tell of the inside. */
export function chatError({ code, message, trace_id }: { code: string; message: string; trace_id: string }): PlainEvent {
  const known = code !== 'internal' && Object.hasOwn(errorCodes, code)
  return {
    event: 'error',
    data: { error: known ? message.slice(0, 500).toWellFormed() : errorCodes.internal.cause, code: known ? code : 'internal', trace_id },
  }
}

function onChunk(chat: Chat, { stream_id, text, done, attempt, channel }: PlannerEvent<'llm_stream_chunk'>): PlainEvent[] {
  if (channel !== 'answer') return []
  const key = JSON.stringify([stream_id, attempt])
  const { ready, held } = holdPairs(chat.halves.get(key) ?? '', text)
  chat.halves.set(key, done ? '' : held)
  if (text !== '' && ready === '' && !done) return []
  return [chunk(chat, { stream_id, text: done ? ready + held.toWellFormed() : ready, done, attempt })]
}

function onArtifact(chat: Chat, event: PlannerEvent<'artifact_chunk'>): PlainEvent[] {
  const { stream_id, done, mode, artifact_type, tool_call_id, meta } = event
  const seq = next(chat, JSON.stringify([meta.message_id, stream_id]))
  const optional = { ...(mode === undefined ? {} : { mode }), ...(tool_call_id === undefined ? {} : { tool_call_id }) }
  return [{ event: 'artifact_chunk', data: { stream_id, seq, chunk: linkArtifacts(event.chunk, chat.artifactUrl), done, artifact_type, ...optional, meta } }]
}

function onFinish({ artifactUrl }: Chat, { reason, payload, error }: PlannerEvent<'finish'>): PlainEvent[] {
  if (reason === 'error') return [chatError(error ?? { code: 'internal', message: '', trace_id: '' })]
  return [{ event: 'done', data: { ...payload, artifacts: linkArtifacts(payload.artifacts, artifactUrl) } }]
}

function chunk(chat: Chat, { stream_id, text, done, attempt }: { stream_id: string; text: string; done: boolean; attempt: number }): PlainEvent {
  return { event: 'chunk', data: { stream_id, seq: next(chat, stream_id), text, done, attempt } }
}

function next({ counts }: Chat, key: string): number {
  const seq = counts.get(key) ?? 0
  counts.set(key, seq + 1)
  return seq
}
