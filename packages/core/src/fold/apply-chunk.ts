import type { ArtifactMode } from '../contracts/artifacts.ts'
import type { JsonValue } from '../contracts/json.ts'
import { combineChunk } from './combine-chunk.ts'

/**
 * The artifact after one more chunk: replaced, with items or text added at its end, or merged (RFC 7396, on nothing as on an empty object).
 * An append that does not fit replaces. The inputs stay as they are, so each call copies what it adds to: the list, or the objects on the
 * way. Throws PfError `too_deep` for a merge beyond 1,000 levels.
 */
export function applyChunk(current: JsonValue | undefined, chunk: JsonValue, mode: ArtifactMode = 'replace'): JsonValue {
  return combineChunk(current, { chunk, mode }, new WeakSet())
}
