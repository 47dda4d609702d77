import { type ArtifactMode, type EmitArtifact, type JsonValue, PfError } from '@pf/core'
import { utf8 } from '../json/json-bytes.ts'
import { toJson } from '../json/to-json.ts'
import { type ChunkAssembler, createChunkAssembler } from './chunk-assembler.ts'

/** Whose result or emission it is. */
export interface ToolCall {
  tool: string
  tool_call_id: string
}

/** A chunk ready to be sent; the last one of a stream carries the whole. */
export interface AddedChunk {
  stream_id: string
  seq: number
  chunk: JsonValue
  done: boolean
  mode: ArtifactMode
  artifact_type: string
  tool_call_id: string
  tool: string
  /** Bytes of this chunk and of all chunks of its stream so far. */
  bytes: number
  total: number
  /** Set when the emission counts for nothing and must not be sent: the stream was done, or is too large. */
  ignored?: 'late' | 'too_large'
}

/** A stream that its tool finished. */
export interface FinishedStream {
  stream_id: string
  artifact_type: string
  value: JsonValue
}

interface OpenStream {
  call: ToolCall
  stream_id: string
  artifact_type: string
  assembler: ChunkAssembler
  next: number
  size: number
  total: number
}

/** The streams of a run's tool calls; a stream id is the call's own. */
export interface StreamBook {
  add(call: ToolCall, emission: EmitArtifact): AddedChunk
  /** Takes a call's streams out; without `tool_call_id` all of the tool. Components are no artifacts and not among them. */
  take(call: { tool: string; tool_call_id?: string }): { finished: FinishedStream[]; unfinished: string[] }
}

/** Streams count towards the limits of one artifact and of the run while they are open; what a call emits after its result is late. */
export function createStreamBook(limits: { artifactBytes: number; runBytes: number }): StreamBook {
  const streams = new Map<string, OpenStream>()
  const closed = new Set<string>()
  return {
    add(call, emission) {
      checkEmission(emission)
      const name = JSON.stringify([call.tool_call_id, emission.stream_id])
      const stream = streams.get(name) ?? openStream(call, emission)
      if (closed.has(call.tool_call_id)) return ignored(stream, 'late')
      streams.set(name, stream)
      const others = [...streams.values()].reduce((sum, { size }) => sum + size, 0) - stream.size
      return addTo(stream, emission, Math.min(limits.artifactBytes, limits.runBytes - others))
    },
    take(call) {
      const taken = [...streams].filter(([, stream]) => belongs(stream, call))
      for (const [name, stream] of taken) streams.delete(name) && closed.add(stream.call.tool_call_id)
      if (call.tool_call_id !== undefined) closed.add(call.tool_call_id)
      const artifacts = taken.map(([, stream]) => stream).filter((stream) => stream.artifact_type !== 'ui_component')
      return { finished: artifacts.flatMap(finishedOf), unfinished: artifacts.filter((stream) => !stream.assembler.done).map((stream) => stream.stream_id) }
    },
  }
}

const modes = ['replace', 'append', 'merge']

function checkEmission({ stream_id, mode }: EmitArtifact) {
  if (typeof stream_id !== 'string' || stream_id === '')
    throw new PfError('invalid_input', 'emitArtifact needs a stream_id: any text, the same for all chunks.')
  if (mode !== undefined && !modes.includes(mode)) throw new PfError('invalid_input', `emitArtifact: mode is one of ${modes.join(', ')}.`)
}

function openStream(call: ToolCall, { stream_id, artifact_type = 'artifact' }: EmitArtifact): OpenStream {
  return { call, stream_id, artifact_type, assembler: createChunkAssembler(), next: 0, size: 0, total: 0 }
}

function belongs(stream: OpenStream, call: { tool: string; tool_call_id?: string }): boolean {
  return call.tool_call_id === undefined ? stream.call.tool === call.tool : stream.call.tool_call_id === call.tool_call_id
}

function finishedOf({ stream_id, artifact_type, assembler }: OpenStream): FinishedStream[] {
  return assembler.done && assembler.value !== undefined ? [{ stream_id, artifact_type, value: assembler.value }] : []
}

function addTo(stream: OpenStream, emission: EmitArtifact, maxBytes: number): AddedChunk {
  const text = JSON.stringify(toJson(emission.chunk))
  const mode = emission.mode ?? 'replace'
  const bytes = utf8(text).byteLength
  const size = mode === 'replace' ? bytes : stream.size + bytes
  if (stream.assembler.done || size > maxBytes) return ignored(stream, stream.assembler.done ? 'late' : 'too_large')
  // A copy: the tool may go on with its own object.
  const chunk = JSON.parse(text) as JsonValue
  const done = emission.done === true
  const seq = stream.next++
  stream.assembler.add({ seq, chunk, done, mode })
  stream.size = size
  stream.total += bytes
  const whole: { chunk: JsonValue; mode: ArtifactMode } = done ? { chunk: stream.assembler.value ?? null, mode: 'replace' } : { chunk, mode }
  return { ...labels(stream), ...whole, seq, done, bytes: done ? size : bytes, total: stream.total }
}

function ignored(stream: OpenStream, reason: 'late' | 'too_large'): AddedChunk {
  const { value = null, done } = stream.assembler
  return { ...labels(stream), seq: stream.next, chunk: value, mode: 'replace', done, bytes: 0, total: stream.total, ignored: reason }
}

function labels({ stream_id, artifact_type, call }: OpenStream) {
  return { stream_id, artifact_type, tool_call_id: call.tool_call_id, tool: call.tool }
}
