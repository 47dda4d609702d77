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
 * `applyChunk` for who keeps the artifact: lists and objects in `made` are added to in place, so a long stream costs its length. Pass the
 * same set for the whole stream, and a fresh one as soon as anybody else holds the value.
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
 * The artifact after one more chunk: replaced, with items or text added at its end, or merged (RFC 7396, on nothing as on an empty object).
 * An append that does not fit replaces. The inputs stay as they are, so each call copies what it adds to: the list, or the objects on the
 * way. Throws PfError `too_deep` for a merge beyond 1,000 levels.
 */
export function applyChunk(current: JsonValue | undefined, chunk: JsonValue, mode: ArtifactMode = 'replace'): JsonValue {
  return combineChunk(current, { chunk, mode }, new WeakSet())
}
