import { PfError } from '@pf/core'
import type { CollectedEntry } from '../describe/describe-value.ts'
import { formatSize } from '../describe/placeholder.ts'
import { formatRef } from '../describe/ref.ts'
import type { Budget } from '../json/limits.ts'
import { type ArtifactBody, bodyOf, storedBytes } from '../kept/artifact-body.ts'
import type { KeptArtifact, KeptCall } from '../kept/kept-artifact.ts'
import type { ArtifactLimits, CollectWarning, RunArtifacts } from '../kept/run-artifacts.ts'
import type { ReadDraft } from './read-blobs.ts'

/**
 * Serializes a draft and keeps it. A draft that cannot be serialized, or that exceeds the limit of one artifact or of the run, is omitted,
 * and the result has a warning instead. A large one within the limits is kept, with a warning.
 */
export function keep(draft: ReadDraft, call: KeptCall, room: { run: RunArtifacts; limits: Required<ArtifactLimits>; budget: Budget }) {
  const ref = formatRef(call, draft.path)
  const body = draft.oversize ?? serialized(draft, room)
  if (typeof body === 'string') return { warning: unserialized[body](ref, room.limits) }
  const warning = sizeWarning(typeof body === 'number' ? body : body.bytes, { ref, ...room })
  if (typeof body === 'number' || (warning && warning.code !== 'artifact_large')) return { warning }
  const artifact: KeptArtifact = { path: [...draft.path], body, entry: entryOf(draft, body, ref) }
  call.artifacts.push(artifact)
  room.run.used.total += body.bytes
  return { artifact, warning }
}

const unserialized = {
  too_large: (ref: string, { artifactBytes }: Required<ArtifactLimits>): CollectWarning => ({
    code: 'artifact_too_large',
    text: `${ref} greatly exceeds the maximum size of an artifact (${formatSize(artifactBytes)}); it is omitted.`,
  }),
  unreadable: (ref: string): CollectWarning => ({ code: 'artifact_unreadable', text: `${ref} could not be serialized and is omitted.` }),
}

function serialized({ value, mark, blobs }: ReadDraft, { limits, budget }: { limits: Required<ArtifactLimits>; budget: Budget }) {
  try {
    return bodyOf(value, mark, { artifactBytes: limits.artifactBytes, budget, blobs })
  } catch (thrown) {
    return thrown instanceof PfError && thrown.code === 'too_large' ? 'too_large' : 'unreadable'
  }
}

function sizeWarning(bytes: number, { ref, run, limits }: { ref: string; run: RunArtifacts; limits: Required<ArtifactLimits> }): CollectWarning | undefined {
  const size = formatSize(bytes)
  if (bytes > limits.artifactBytes) {
    return {
      code: 'artifact_too_large',
      text: `${ref} has ${size}, which exceeds the maximum size of an artifact (${formatSize(limits.artifactBytes)}); it is omitted.`,
    }
  }
  if (run.used.total + bytes > limits.runBytes) {
    return {
      code: 'artifacts_full',
      text: `${ref} (${size}) would exceed the maximum size of a run's artifacts (${formatSize(limits.runBytes)}); it is omitted.`,
    }
  }
  return bytes > limits.warnBytes ? { code: 'artifact_large', text: `${ref} has ${size}.` } : undefined
}

function entryOf({ pointer, mark }: ReadDraft, body: ArtifactBody, ref: string): CollectedEntry {
  const { kind, bytes, items, keys, columns } = body
  return {
    pointer,
    ref,
    kind,
    bytes,
    ...(items === undefined ? {} : { items }),
    ...(keys === undefined ? {} : { keys }),
    ...(columns ? { columns } : {}),
    ...(mark.stream_id === undefined ? {} : { stream_id: mark.stream_id }),
    ...(mark.shape === undefined ? {} : { shape: mark.shape }),
  }
}

/**
 * True if an artifact must be stored: bytes always, and others above the inline limits. An artifact that stays inline is added to the
 * number of inline bytes.
 */
export function belongsInStore({ body }: KeptArtifact, { run, limits }: { run: RunArtifacts; limits: Required<ArtifactLimits> }): boolean {
  const fits = body.bytes <= limits.inlineFieldBytes && run.used.inline + body.bytes <= limits.inlinePayloadBytes
  if (fits && body.kind !== 'bytes') run.used.inline += body.bytes
  return !fits || body.kind === 'bytes'
}

/** Returns the bytes and metadata for the store's `put`. */
export function putInput({ body, entry }: KeptArtifact, source: { run_id: string; tool: string }) {
  const { items, columns, media_type } = body
  const meta = { media_type, source_tool: source.tool, run_id: source.run_id, ...(items === undefined ? {} : { items }), ...(columns ? { columns } : {}) }
  return { bytes: storedBytes(body), meta, ref: entry.ref }
}
