import type { ArtifactChunk, ArtifactMode } from '../contracts/artifacts.ts'
import type { JsonValue } from '../contracts/json.ts'
import { mergePatch } from '../json/merge-patch.ts'

type Combine = (current: JsonValue | undefined, chunk: JsonValue, made: WeakSet<object>) => JsonValue

const modes: Readonly<Record<ArtifactMode, Combine>> = {
  replace: (_, chunk) => chunk,
  merge: (current, chunk, made) => mergePatch(current ?? null, chunk, made),
  append: (current, chunk, made) => {
    if (Array.isArray(current)) return append(current, chunk, made)
    return typeof current === 'string' && typeof chunk === 'string' ? current + chunk : chunk
  },
}

/**
 * `applyChunk` for the owner of the artifact: lists and objects in `made` are modified in place, so that the total cost is linear in the
 * length of the stream. Pass the same set for the whole stream, and a new set as soon as other code holds the value.
 */
export function combineChunk(
  current: JsonValue | undefined,
  { chunk, mode = 'replace' }: Pick<ArtifactChunk, 'chunk' | 'mode'>,
  made: WeakSet<object>,
): JsonValue {
  return (Object.hasOwn(modes, mode) ? modes[mode] : modes.replace)(current, chunk, made)
}

function append(list: JsonValue[], chunk: JsonValue, made: WeakSet<object>): JsonValue[] {
  if (!made.has(list)) {
    const copy = list.concat(chunk)
    made.add(copy)
    return copy
  }
  for (const item of Array.isArray(chunk) ? chunk : [chunk]) list.push(item)
  return list
}

/**
 * Returns the artifact after one more chunk: the chunk replaces it, is appended to it as items or text, or is merged into it (RFC 7396; a
 * missing value counts as an empty object). A chunk that cannot be appended replaces the artifact. The inputs are not modified, so each
 * call copies the list or the objects that it changes. Throws PfError `too_deep` for a merge beyond 1,000 levels.
 */
export function applyChunk(current: JsonValue | undefined, chunk: JsonValue, mode: ArtifactMode = 'replace'): JsonValue {
  return combineChunk(current, { chunk, mode }, new WeakSet())
}
