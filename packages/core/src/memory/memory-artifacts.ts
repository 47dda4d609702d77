import type { ArtifactMeta } from '../contracts/artifacts.ts'
import type { Scope } from '../contracts/owner.ts'
import type { ArtifactStore } from '../contracts/ports.ts'
import { PfError } from '../errors/pf-error.ts'
import { freezeJson } from '../json/freeze-json.ts'
import { sha256Hex } from '../json/sha256-hex.ts'
import { gunzipBytes, gzipBytes } from './gzip-bytes.ts'
import type { MemoryEnvironment } from './memory-environment.ts'
import type { MemoryArtifact, OwnerSpace, OwnerSpaces } from './owner-spaces.ts'
import { pageOf } from './page-of.ts'
import { readBytes } from './read-bytes.ts'
import { sliceBytes } from './slice-bytes.ts'

/** What artifacts in memory may take and how long they stay. */
export interface MemoryArtifactLimits {
  /** Bytes of one artifact. */
  maxArtifactBytes: number
  /** Bytes of all artifacts of one owner, as they were put. */
  maxOwnerBytes: number
  /** Milliseconds after which an artifact is gone. */
  artifactTtlMs: number
  /** Keeps texts packed; rows, which are read in pages, and binary data stay as they are. */
  gzip: boolean
}

const packable = /^text\/|xml|svg|javascript/

/** Artifacts in memory. The bytes are copied on the way in and on the way out. */
export function createMemoryArtifacts(spaces: OwnerSpaces, environment: MemoryEnvironment & MemoryArtifactLimits): ArtifactStore {
  const { now, newId, maxArtifactBytes, maxOwnerBytes, artifactTtlMs, gzip } = environment
  const isGone = ({ meta, bytes }: MemoryArtifact) => bytes !== undefined && now() >= meta.created + artifactTtlMs
  const find = (scope: Scope, id: string) => {
    const artifact = spaces.peek(scope)?.artifacts.get(id)
    return artifact && !isGone(artifact) ? artifact : undefined
  }
  const dropWhere = ({ artifacts }: OwnerSpace, gone: (artifact: MemoryArtifact) => boolean) => {
    let removed = 0
    for (const [id, artifact] of artifacts) if (gone(artifact) && artifacts.delete(id)) removed += 1
    return removed
  }
  const makeRoom = (space: OwnerSpace, id: string, bytes: number) => {
    dropWhere(space, isGone)
    let held = bytes
    for (const [other, artifact] of space.artifacts) if (artifact.bytes && other !== id) held += artifact.meta.bytes
    if (held > maxOwnerBytes)
      throw new PfError('too_large', `The artifacts of this owner would pass ${maxOwnerBytes} bytes. Delete some, or raise maxOwnerBytes.`, {
        fields: { limit: maxOwnerBytes },
      })
  }
  return {
    async put(scope, body, meta) {
      const bytes = await readBytes(body, maxArtifactBytes)
      const sha256 = await sha256Hex(bytes)
      const packed = gzip && packable.test(meta.media_type) ? await gzipBytes(bytes) : undefined
      const stored: ArtifactMeta = freezeJson({ ...meta, artifact_id: meta.artifact_id ?? newId(), bytes: bytes.byteLength, sha256, created: now() })
      const space = spaces.open(scope)
      makeRoom(space, stored.artifact_id, bytes.byteLength)
      space.artifacts.set(stored.artifact_id, { meta: stored, bytes: packed ?? bytes, packed: packed !== undefined })
      return stored
    },
    async head(scope, artifact_id) {
      return find(scope, artifact_id)?.meta
    },
    async get(scope, artifact_id, range) {
      const { meta, bytes, packed } = find(scope, artifact_id) ?? {}
      return meta && bytes && { meta, body: sliceBytes(packed ? await gunzipBytes(bytes) : bytes, range) }
    },
    async page(scope, artifact_id, path, offset, limit) {
      const artifact = find(scope, artifact_id)
      return artifact && pageOf(artifact, path, { offset, limit })
    },
    async delete(scope, artifact_id) {
      spaces.peek(scope)?.artifacts.delete(artifact_id)
    },
    async gc(before) {
      let removed = 0
      for (const space of spaces.all()) removed += dropWhere(space, (artifact) => artifact.meta.created < before || isGone(artifact))
      return removed
    },
  }
}
