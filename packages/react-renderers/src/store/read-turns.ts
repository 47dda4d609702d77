import { isRecord, type JsonValue } from '@pf/core'
import { list, name, number, object, optional, text } from './read.ts'
import { readIssues } from './read-issues.ts'
import { readPayload } from './read-payload.ts'
import type { ArtifactState, AssistantTurn, ComponentState, PartRef, PendingState, SegmentState, ToolCallState, Turn, TurnStatus } from './types.ts'

const oneOf =
  <T extends string>(values: readonly T[], otherwise: T) =>
  (value: unknown): T =>
    values.find((candidate) => candidate === value) ?? otherwise

const turnStatus = oneOf<TurnStatus>(['running', 'done', 'error', 'cancelled', 'waiting'], 'done')
const callStatus = oneOf<ToolCallState['status']>(['streaming', 'running', 'ok', 'error', 'skipped', 'withdrawn', 'cancelled'], 'cancelled')
const componentStatus = oneOf<ComponentState['status']>(['skeleton', 'streaming', 'ready', 'rejected'], 'rejected')
const partKind = oneOf<PartRef['kind']>(['text', 'tool', 'component'], 'text')

/** Objects of a list that carry a non-empty string under `key`. */
const named = (value: unknown, key: string) => list(value).filter((item): item is Record<string, JsonValue> => isRecord(item) && name(item[key]) !== undefined)

function readSegment(item: Record<string, JsonValue>): SegmentState {
  return { id: text(item.id), text: text(item.text), done: item.done === true, ...(item.withdrawn === true ? { withdrawn: true } : {}) }
}

function readCall(item: Record<string, JsonValue>): ToolCallState {
  return {
    id: text(item.id),
    name: text(item.name),
    args: text(item.args),
    status: callStatus(item.status),
    ...optional('result', typeof item.result === 'string' ? item.result : undefined),
    ...optional('code', name(item.code)),
    ...optional('parent_id', name(item.parent_id)),
    ...optional('started', number(item.started)),
    ...optional('ms', number(item.ms)),
  }
}

function readComponent(item: Record<string, JsonValue>): ComponentState {
  return {
    key: text(item.key),
    id: text(item.id),
    component: text(item.component),
    props: object(item.props),
    status: componentStatus(item.status),
    message_id: text(item.message_id),
    seq: number(item.seq) ?? 0,
    ts: number(item.ts) ?? 0,
    version: number(item.version) ?? 0,
    ...optional('title', name(item.title)),
    ...optional('tool_call_id', name(item.tool_call_id)),
    ...(item.errors === undefined ? {} : { errors: readIssues(item.errors) }),
    ...(isRecord(item.meta) ? { meta: object(item.meta) } : {}),
  }
}

function readArtifact(item: Record<string, JsonValue>): ArtifactState {
  const stored = object(item.stored)
  const artifact_id = name(stored.artifact_id)
  const bytes = { media_type: text(stored.media_type), bytes: number(stored.bytes) ?? 0, sha256: text(stored.sha256), ...optional('url', name(stored.url)) }
  return {
    stream_id: text(item.stream_id),
    artifact_type: text(item.artifact_type),
    done: item.done === true,
    seq: number(item.seq) ?? 0,
    ...optional('value', item.value),
    ...optional('tool_call_id', name(item.tool_call_id)),
    ...optional('source_tool', name(item.source_tool)),
    ...(artifact_id === undefined ? {} : { stored: { artifact_id, ...bytes } }),
  }
}

function readPending(item: Record<string, JsonValue>): PendingState {
  return {
    id: text(item.id),
    tool_call_id: text(item.tool_call_id),
    tool_name: text(item.tool_name),
    component: text(item.component),
    props: object(item.props),
    message_id: text(item.message_id),
    result_schema: isRecord(item.result_schema) ? item.result_schema : true,
    ...optional('deadline', number(item.deadline)),
  }
}

function readAssistant(item: Record<string, JsonValue>): AssistantTurn {
  const reasoning = object(item.reasoning)
  const payload = readPayload(item.payload)
  const error = object(item.error)
  const runs = list(item.runs).filter((run) => typeof run === 'string')
  return {
    kind: 'assistant',
    id: text(item.id),
    run_id: text(item.run_id),
    runs: runs.length > 0 ? runs : [text(item.run_id)],
    status: turnStatus(item.status),
    reasoning: { text: text(reasoning.text), done: reasoning.done !== false, ...optional('ms', number(reasoning.ms)) },
    toolCalls: named(item.toolCalls, 'id').map(readCall),
    segments: named(item.segments, 'id').map(readSegment),
    components: named(item.components, 'key').map(readComponent),
    parts: named(item.parts, 'id').map((part) => ({ kind: partKind(part.kind), id: text(part.id) })),
    artifacts: named(item.artifacts, 'stream_id').map(readArtifact),
    pending: named(item.pending, 'id').map(readPending),
    warnings: named(item.warnings, 'text').map((warning) => ({ code: text(warning.code), text: text(warning.text) })),
    ...(payload ? { payload } : {}),
    ...(isRecord(item.error) ? { error: { code: text(error.code), message: text(error.message), ...optional('trace_id', name(error.trace_id)) } } : {}),
    ...optional('started', number(item.started)),
    ...optional('ended', number(item.ended)),
  }
}

/** Turns out of stored JSON; what is not one is left out, so that a damaged entry costs only itself. */
export function readTurns(value: unknown): Turn[] {
  return named(value, 'id').flatMap((item): Turn[] => {
    if (item.kind === 'user') return [{ kind: 'user', id: text(item.id), text: text(item.text), ...optional('run_id', name(item.run_id)) }]
    return item.kind === 'assistant' && name(item.run_id) !== undefined ? [readAssistant(item)] : []
  })
}
