import type { ArtifactMode, JsonObject, JsonValue } from '@pf/core'
import { applyChunk, getOwn, isRecord, setOwn } from '@pf/core/internal'

/** Adds to lists and objects in place if it has created them, otherwise to a copy, because a chunk belongs to its sender. */
interface Merger {
  append(list: JsonValue[], chunk: JsonValue): JsonValue[]
  /** Merges by RFC 7396, like core's `mergePatch`. */
  merge(target: JsonValue, patch: JsonValue): JsonValue
}

/** Creates the merger of one stream. */
function createMerger(): Merger {
  const made = new WeakSet<object>()
  const own = <Value extends object>(value: Value): Value => {
    made.add(value)
    return value
  }
  const merge = (target: JsonValue, patch: JsonValue): JsonValue => {
    if (!isRecord(patch)) return patch
    const merged = ownObject(target)
    for (const key of Object.keys(patch)) {
      const value = patch[key] as JsonValue
      if (value === null) delete merged[key]
      else setOwn(merged, key, merge((getOwn(merged, key) as JsonValue | undefined) ?? null, value))
    }
    return merged
  }
  const ownObject = (target: JsonValue): JsonObject => {
    if (!isRecord(target)) return own({})
    return made.has(target) ? (target as JsonObject) : own({ ...(target as JsonObject) })
  }
  return {
    append(list, chunk) {
      const mine = made.has(list) ? list : own([...list])
      for (const item of Array.isArray(chunk) ? chunk : [chunk]) mine.push(item)
      return mine
    },
    merge,
  }
}

/** One incoming chunk. `seq` counts from 0 in each stream. */
export interface StreamChunk {
  seq: number
  chunk: JsonValue
  done: boolean
  mode?: ArtifactMode
}

/** `repeated`: its seq was received before · `late`: the stream was complete · `held`: it waits for an earlier one · `lost`: too many chunks are waiting. */
export type ChunkVerdict = 'applied' | 'repeated' | 'late' | 'held' | 'lost'

/** Assembles one artifact stream. */
export interface ChunkAssembler {
  add(chunk: StreamChunk): ChunkVerdict
  readonly value: JsonValue | undefined
  readonly done: boolean
  /** Seq of the first missing chunk for which others wait. */
  readonly missing: number | undefined
}

const maxHeld = 256

/**
 * Creates an assembler. Chunks may arrive late, repeatedly or not at all. A chunk out of order waits for its predecessors, except a
 * `replace`, which needs none and supersedes older ones. Chunks after the done chunk are ignored. The value consists of the chunks without
 * a gap.
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

/** Applies a chunk. Values that only the assembler holds are extended in place, so that the cost of a stream is linear in its length. */
function combine(value: JsonValue | undefined, { chunk, mode }: StreamChunk, merger: Merger): JsonValue {
  if (mode === 'append' && Array.isArray(value)) return merger.append(value, chunk)
  if (mode === 'merge' && value !== undefined) return merger.merge(value, chunk)
  return applyChunk(value, chunk, mode)
}
