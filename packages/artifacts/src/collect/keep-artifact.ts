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
 * Serializes a draft and keeps it. A draft that cannot be serialized, or that is above the limit of one artifact or of the run, is left out:
 * the result has a warning instead of an artifact. A large one within the limits is kept, with a warning.
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
    text: `${ref} is far more than the ${formatSize(artifactBytes)} an artifact may have; it is left out.`,
  }),
  unreadable: (ref: string): CollectWarning => ({ code: 'artifact_unreadable', text: `${ref} could not be serialized and is left out.` }),
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
    return { code: 'artifact_too_large', text: `${ref} has ${size}, more than the ${formatSize(limits.artifactBytes)} an artifact may have; it is left out.` }
  }
  if (run.used.total + bytes > limits.runBytes) {
    return { code: 'artifacts_full', text: `${ref} (${size}) would pass the ${formatSize(limits.runBytes)} that a run's artifacts may have; it is left out.` }
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

/** Whether an artifact belongs in the store: bytes always, others above the inline limits. Counts the bytes of one that does not as inline. */
export function belongsInStore({ body }: KeptArtifact, { run, limits }: { run: RunArtifacts; limits: Required<ArtifactLimits> }): boolean {
  const fits = body.bytes <= limits.inlineFieldBytes && run.used.inline + body.bytes <= limits.inlinePayloadBytes
  if (fits && body.kind !== 'bytes') run.used.inline += body.bytes
  return !fits || body.kind === 'bytes'
}

/** Bytes and description for the store's `put`. */
export function putInput({ body, entry }: KeptArtifact, source: { run_id: string; tool: string }) {
  const { items, columns, media_type } = body
  const meta = { media_type, source_tool: source.tool, run_id: source.run_id, ...(items === undefined ? {} : { items }), ...(columns ? { columns } : {}) }
  return { bytes: storedBytes(body), meta, ref: entry.ref }
}
