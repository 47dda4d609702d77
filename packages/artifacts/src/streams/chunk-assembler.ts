import type { ArtifactMode, JsonValue } from '@pf/core'
import { applyChunk } from '@pf/core/internal'
import { createMerger, type Merger } from './merger.ts'

/** One chunk as it comes in: `seq` from 0 per stream. */
export interface StreamChunk {
  seq: number
  chunk: JsonValue
  done: boolean
  mode?: ArtifactMode
}

/** `repeated`: its seq was there before · `late`: the stream was done · `held`: waits for an earlier one · `lost`: too far ahead to be held. */
export type ChunkVerdict = 'applied' | 'repeated' | 'late' | 'held' | 'lost'

/** Puts one artifact stream together. */
export interface ChunkAssembler {
  add(chunk: StreamChunk): ChunkVerdict
  readonly value: JsonValue | undefined
  readonly done: boolean
  /** Seq of the first chunk that others wait for. */
  readonly missing: number | undefined
}

const maxHeld = 256

/**
 * Chunks may come late, twice or not at all: one out of order waits for its predecessors, except that a `replace` needs none and
 * makes older ones useless; nothing counts after the done chunk. The value is whatever came without a gap.
 */
export function createChunkAssembler(): ChunkAssembler {
  const held = new Map<number, StreamChunk>()
  const merger = createMerger()
  const state = { value: undefined as JsonValue | undefined, next: 0, done: false }
  const apply = (chunk: StreamChunk) => {
    Object.assign(state, { value: combine(state.value, chunk, merger), next: chunk.seq + 1, done: chunk.done })
    if (held.size > 0) for (const seq of held.keys()) if (seq < state.next || state.done) held.delete(seq)
  }
  const applyHeld = () => {
    for (let chunk = held.get(state.next); chunk && !state.done; chunk = held.get(state.next)) apply(chunk)
  }
  return {
    add(chunk) {
      if (state.done) return 'late'
      if (chunk.seq < state.next || held.has(chunk.seq)) return 'repeated'
      if (chunk.seq > state.next && chunk.mode !== undefined && chunk.mode !== 'replace') return hold(held, chunk)
      apply(chunk)
      applyHeld()
      return 'applied'
    },
    get value() {
      return state.value
    },
    get done() {
      return state.done
    },
    get missing() {
      return held.size > 0 ? state.next : undefined
    },
  }
}

function hold(held: Map<number, StreamChunk>, chunk: StreamChunk): ChunkVerdict {
  if (held.size >= maxHeld) return 'lost'
  held.set(chunk.seq, chunk)
  return 'held'
}

/** A long stream costs no more than its length: what only we hold grows in place. */
function combine(value: JsonValue | undefined, { chunk, mode }: StreamChunk, merger: Merger): JsonValue {
  if (mode === 'append' && Array.isArray(value)) return merger.append(value, chunk)
  if (mode === 'merge' && value !== undefined) return merger.merge(value, chunk)
  return applyChunk(value, chunk, mode)
}
