import type { ArtifactMode } from '../contracts/artifacts.ts'
import type { JsonValue } from '../contracts/json.ts'
import { mergePatch } from '../json/merge-patch.ts'

/** The artifact after one more chunk: replaced, with items or text added at its end, or merged (RFC 7396). An append that does not fit replaces. */
export function applyChunk(current: JsonValue | undefined, chunk: JsonValue, mode: ArtifactMode = 'replace'): JsonValue {
  if (current === undefined || mode === 'replace') return chunk
  if (mode === 'merge') return mergePatch(current, chunk)
  if (Array.isArray(current)) return Array.isArray(chunk) ? [...current, ...chunk] : [...current, chunk]
  return typeof current === 'string' && typeof chunk === 'string' ? current + chunk : chunk
}
