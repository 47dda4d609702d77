import type { JsonObject, JsonValue, PlannerEvent } from '@pf/core'
import { isRecord } from '@pf/core/internal'

/** Members whose value is a time, a duration or an id of one process. They are the same in no two runs. */
const volatile = new Set([
  'ts',
  'seq',
  'latency_ms',
  'deadline',
  'trace_id',
  'registry_version',
  'registry_digest',
  'duration_ms',
  'created',
  'executed_at',
  'ms',
])

/** Random ids are 32 hexadecimal digits. */
const randomId = /\b[0-9a-f]{32}\b/g

/**
 * Returns the events of a run, or of several in order, in a form in which two runs can be compared: without times and sequence numbers, with
 * adjacent parts of one text joined (they depend on the speed of the model), and with each random id replaced by the number of its first
 * occurrence. Progress and budget events are omitted, because their number or content depends on time.
 */
export function normalizeEvents(events: readonly PlannerEvent[]): JsonValue[] {
  const kept = events.filter(({ type }) => type !== 'budget' && type !== 'tool_call_progress')
  return renumberIds(joinParts(kept.map((event) => withoutVolatile(event as unknown as JsonValue)))) as JsonValue[]
}

/** Returns a value without times and with numbered ids. */
export const normalizeValue = (value: JsonValue): JsonValue => renumberIds(withoutVolatile(value))

/** Returns a value without the offsets of figures in payloads. */
export function withoutOffsets(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutOffsets)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const figures = key === 'provenance' && isRecord(member) && Array.isArray(member.figures) ? member.figures : undefined
      return [key, figures ? { ...(member as JsonObject), figures: figures.map(withoutOffset) } : withoutOffsets(member as JsonValue)]
    }),
  )
}

function withoutOffset(figure: JsonValue): JsonValue {
  if (!isRecord(figure)) return figure
  const { start: _start, end: _end, ...rest } = figure as JsonObject
  return rest
}

function withoutVolatile(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutVolatile)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).flatMap(([key, member]) => (volatile.has(key) ? [] : [[key, withoutVolatile(member as JsonValue)]])))
}

/** Types of events that carry a part of a text, the member with the part, and the members that identify the text. */
const parts: Readonly<Record<string, { text: string; of: readonly string[] }>> = {
  llm_stream_chunk: { text: 'text', of: ['stream_id', 'channel', 'phase', 'attempt'] },
  tool_call_args: { text: 'delta', of: ['tool_call_id'] },
  draft_delta: { text: 'text', of: ['draft_id', 'block', 'attempt'] },
}

/** Joins the parts of each text at the location of its first part. */
function joinParts(events: readonly JsonValue[]): JsonValue[] {
  const first = new Map<string, Record<string, JsonValue>>()
  return events.filter((event) => {
    if (!isRecord(event)) return true
    const part = parts[String(event.type)]
    if (!part) return true
    const key = JSON.stringify([event.run_id, event.type, ...part.of.map((name) => event[name])])
    const joined = first.get(key)
    if (!joined) {
      first.set(key, event as Record<string, JsonValue>)
      return true
    }
    joined[part.text] = `${String(joined[part.text])}${String(event[part.text])}`
    if (event.done === true) joined.done = true
    return false
  })
}

function renumberIds(value: JsonValue): JsonValue {
  const numbers = new Map<string, string>()
  const text = JSON.stringify(value).replaceAll(randomId, (id) => {
    const known = numbers.get(id) ?? `id-${numbers.size + 1}`
    numbers.set(id, known)
    return known
  })
  return JSON.parse(text) as JsonValue
}
