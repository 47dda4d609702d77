import type { ArtifactMeta, ArtifactReference, ArtifactStore, JsonValue, Scope } from '@pf/core'
import { formatSize } from '../describe/placeholder.ts'
import { encodeUtf8, jsonBytes } from '../json/json-bytes.ts'
import type { KeptArtifact } from '../kept/kept-artifact.ts'
import type { ArtifactLimits, CollectWarning, RunArtifacts } from '../kept/run-artifacts.ts'
import type { AddedChunk } from '../streams/artifact-streams.ts'
import { putInput } from './keep-artifact.ts'

/** A run's artifacts, their limits and, if there is a store, the function that writes to it. */
export interface ArtifactSink {
  run: RunArtifacts
  limits: Required<ArtifactLimits>
  runId: string
  put?: (bytes: Uint8Array, meta: Parameters<ArtifactStore['put']>[2]) => Promise<ArtifactMeta>
}

/** Returns the `put` of the store for one owner, or nothing without a store. */
export function putFor(store: ArtifactStore | undefined, scope: Scope | undefined): Pick<ArtifactSink, 'put'> {
  return store && scope ? { put: (bytes, meta) => store.put(scope, bytes, meta) } : {}
}

/** Returns the `page` of the store for one owner, or a function that returns no pages without a store. */
export function storedPages(store: ArtifactStore | undefined, scope: Scope | undefined) {
  return async ({ artifact_id, path = '' }: ArtifactReference, { offset, limit }: { offset: number; limit: number }) =>
    store && scope ? store.page(scope, artifact_id, path, offset, limit) : undefined
}

/** Puts an artifact into the store. If that fails, it stays in the payload, with a warning. */
export async function storeArtifact(artifact: KeptArtifact, tool: string, { sink, warnings }: { sink: ArtifactSink; warnings: CollectWarning[] }) {
  if (!sink.put) return undefined
  const { bytes, meta, ref } = putInput(artifact, { run_id: sink.runId, tool })
  try {
    const stored = await sink.put(bytes, meta)
    artifact.reference = referenceOf(stored)
    return stored
  } catch {
    sink.run.used.inline += bytes.byteLength
    warnings.push({ code: 'store_failed', text: `${ref} (${formatSize(bytes.byteLength)}) could not be stored; it stays in the payload.` })
    return undefined
  }
}

function referenceOf({ artifact_id, media_type, bytes, sha256, items, columns }: ArtifactMeta): ArtifactReference {
  return { artifact_id, media_type, bytes, sha256, ...(items === undefined ? {} : { items }), ...(columns ? { columns } : {}) }
}

/** A chunk in the form of the log. */
export interface OffloadedChunk {
  chunk: AddedChunk
  stored?: ArtifactMeta
  warning?: CollectWarning
}

/** Replaces a chunk above the limits by the reference of its stored copy. The chunk is unchanged if there is no store or storing fails. */
export async function offloadChunk(added: AddedChunk, { limits, put, runId }: ArtifactSink): Promise<OffloadedChunk> {
  const heavy = added.done ? added.bytes > limits.inlineFieldBytes : added.total > limits.streamBytes
  if (!put || !heavy || added.ignored || added.artifact_type === 'ui_component') return { chunk: added }
  const meta = { media_type: 'application/json', source_tool: added.tool, run_id: runId }
  try {
    const stored = await put(encodeUtf8(JSON.stringify(added.chunk)), Array.isArray(added.chunk) ? { ...meta, items: added.chunk.length } : meta)
    const chunk = { ...referenceOf(stored) } as Record<string, JsonValue>
    return { chunk: { ...added, chunk, bytes: jsonBytes(chunk) }, stored }
  } catch {
    return { chunk: added, warning: { code: 'store_failed', text: `A chunk of ${formatSize(added.bytes)} could not be stored; it is sent inline.` } }
  }
}
