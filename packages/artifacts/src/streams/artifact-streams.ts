import { type ArtifactMode, type EmitArtifact, type JsonValue, PfError } from '@pf/core'
import { utf8Length } from '@pf/core/internal'
import { fullBudget } from '../json/limits.ts'
import { toJsonWith } from '../json/to-json.ts'
import { type ChunkAssembler, createChunkAssembler } from './chunk-assembler.ts'

/** The call to which a result or an emission belongs. */
export interface ToolCallRef {
  tool: string
  toolCallId: string
}

/** A chunk ready to be sent. The last chunk of a stream contains the complete value. */
export interface AddedChunk {
  stream_id: string
  seq: number
  chunk: JsonValue
  done: boolean
  mode: ArtifactMode
  artifact_type: string
  tool_call_id: string
  tool: string
  /** Number of bytes of this chunk, and of all chunks of its stream so far. */
  bytes: number
  total: number
  /** Set if the emission is ignored and must not be sent: the stream was complete, or is too large. */
  ignored?: 'late' | 'too_large'
}

/** A stream that its tool finished. */
export interface FinishedStream {
  stream_id: string
  artifact_type: string
  value: JsonValue
}

interface OpenStream {
  call: ToolCallRef
  stream_id: string
  artifact_type: string
  assembler: ChunkAssembler
  next: number
  size: number
  total: number
}

/** The streams of one call, by their ids. */
interface CallStreams {
  call: ToolCallRef
  streams: Map<string, OpenStream>
}

/** Maximum number of streams of one call. Further ones are ignored. */
export const maxStreams = 1_000

/** The streams of a run's tool calls. Stream ids are unique only within a call. */
export interface ArtifactStreams {
  add(call: ToolCallRef, emission: EmitArtifact): AddedChunk
  /** Removes and returns the streams of a call, or of all calls of a tool if there is no `toolCallId`. Streams of components are removed but not returned. */
  take(call: { tool: string; toolCallId?: string }): { finished: FinishedStream[]; unfinished: string[] }
}

/**
 * Creates the streams of a run. While they are open, they count towards the limits of one artifact and of the run. Emissions of a call
 * after its result are late.
 */
export function createArtifactStreams(limits: { artifactBytes: number; runBytes: number }): ArtifactStreams {
  const calls = new Map<string, CallStreams>()
  const closed = new Set<string>()
  let open = 0
  return {
    add(call, emission) {
      checkEmission(emission)
      const known = calls.get(call.toolCallId) ?? { call, streams: new Map<string, OpenStream>() }
      const stream = known.streams.get(emission.stream_id) ?? openStream(call, emission)
      if (closed.has(call.toolCallId)) return ignored(stream, 'late')
      if (known.streams.size >= maxStreams && !known.streams.has(stream.stream_id)) return ignored(stream, 'too_large')
      calls.set(call.toolCallId, known)
      known.streams.set(stream.stream_id, stream)
      const others = open - stream.size
      const added = addTo(stream, emission, Math.min(limits.artifactBytes, limits.runBytes - others))
      open = others + stream.size
      return added
    },
    take(call) {
      const taken = takenFrom(calls, call)
      for (const { toolCallId } of taken.map((known) => known.call)) calls.delete(toolCallId) && closed.add(toolCallId)
      if (call.toolCallId !== undefined) closed.add(call.toolCallId)
      const streams = taken.flatMap((known) => [...known.streams.values()])
      for (const stream of streams) open -= stream.size
      const artifacts = streams.filter((stream) => stream.artifact_type !== 'ui_component')
      return { finished: artifacts.flatMap(finishedOf), unfinished: artifacts.filter((stream) => !stream.assembler.done).map((stream) => stream.stream_id) }
    },
  }
}

function takenFrom(calls: ReadonlyMap<string, CallStreams>, { tool, toolCallId }: { tool: string; toolCallId?: string }): CallStreams[] {
  if (toolCallId === undefined) return [...calls.values()].filter(({ call }) => call.tool === tool)
  const known = calls.get(toolCallId)
  return known ? [known] : []
}

const modes = ['replace', 'append', 'merge']

function checkEmission({ stream_id, mode }: EmitArtifact) {
  if (typeof stream_id !== 'string' || stream_id === '')
    throw new PfError('invalid_input', 'emitArtifact needs a stream_id: any text, the same for all chunks.')
  if (mode !== undefined && !modes.includes(mode)) throw new PfError('invalid_input', `emitArtifact: mode is one of ${modes.join(', ')}.`)
}

function openStream(call: ToolCallRef, { stream_id, artifact_type = 'artifact' }: EmitArtifact): OpenStream {
  return { call, stream_id, artifact_type, assembler: createChunkAssembler(), next: 0, size: 0, total: 0 }
}

function finishedOf({ stream_id, artifact_type, assembler }: OpenStream): FinishedStream[] {
  return assembler.done && assembler.value !== undefined ? [{ stream_id, artifact_type, value: assembler.value }] : []
}

function addTo(stream: OpenStream, emission: EmitArtifact, maxBytes: number): AddedChunk {
  if (stream.assembler.done) return ignored(stream, 'late')
  const text = writeChunk(emission.chunk, maxBytes)
  const mode = emission.mode ?? 'replace'
  const bytes = utf8Length(text ?? '')
  const size = mode === 'replace' ? bytes : stream.size + bytes
  if (text === undefined || size > maxBytes) return ignored(stream, 'too_large')
  // The chunk is copied, because the tool may modify its own object.
  const chunk = JSON.parse(text) as JsonValue
  const done = emission.done === true
  const seq = stream.next++
  stream.assembler.add({ seq, chunk, done, mode })
  stream.size = size
  stream.total += bytes
  const whole: { chunk: JsonValue; mode: ArtifactMode } = done ? { chunk: stream.assembler.value ?? null, mode: 'replace' } : { chunk, mode }
  return { ...labels(stream), ...whole, seq, done, bytes: done ? size : bytes, total: stream.total }
}

/** Returns the JSON text of a chunk, or undefined if it is certainly longer than `maxBytes`, which is determined before serializing. */
function writeChunk(chunk: unknown, maxBytes: number): string | undefined {
  const budget = fullBudget(Math.max(0, maxBytes))
  const json = toJsonWith(chunk, { budget })
  return budget.cut || (typeof json === 'string' && json.length > maxBytes) ? undefined : JSON.stringify(json)
}

function ignored(stream: OpenStream, reason: 'late' | 'too_large'): AddedChunk {
  const { value = null, done } = stream.assembler
  return { ...labels(stream), seq: stream.next, chunk: value, mode: 'replace', done, bytes: 0, total: stream.total, ignored: reason }
}

function labels({ stream_id, artifact_type, call }: OpenStream) {
  return { stream_id, artifact_type, tool_call_id: call.toolCallId, tool: call.tool }
}
