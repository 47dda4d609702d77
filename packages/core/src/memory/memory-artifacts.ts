import type { ArtifactMeta } from '../contracts/artifacts.ts'
import type { ArtifactStore } from '../contracts/ports.ts'
import { freezeJson } from '../json/freeze-json.ts'
import { sha256Hex } from '../json/sha256-hex.ts'
import type { MemoryEnvironment } from './memory-environment.ts'
import type { OwnerSpaces } from './owner-spaces.ts'
import { pageOf } from './page-of.ts'
import { readBytes } from './read-bytes.ts'
import { sliceBytes } from './slice-bytes.ts'

/** Artifacts in memory. The bytes are copied on the way in and on the way out. */
export function createMemoryArtifacts(spaces: OwnerSpaces, { now, newId, maxArtifactBytes }: MemoryEnvironment & { maxArtifactBytes: number }): ArtifactStore {
  return {
    async put(scope, body, meta) {
      const bytes = await readBytes(body, maxArtifactBytes)
      const sha256 = await sha256Hex(bytes)
      const stored: ArtifactMeta = freezeJson({ ...meta, artifact_id: meta.artifact_id ?? newId(), bytes: bytes.byteLength, sha256, created: now() })
      spaces.open(scope).artifacts.set(stored.artifact_id, { meta: stored, bytes })
      return stored
    },
    async head(scope, artifact_id) {
      return spaces.peek(scope)?.artifacts.get(artifact_id)?.meta
    },
    async get(scope, artifact_id, range) {
      const artifact = spaces.peek(scope)?.artifacts.get(artifact_id)
      return artifact?.bytes && { meta: artifact.meta, body: sliceBytes(artifact.bytes, range) }
    },
    async page(scope, artifact_id, path, offset, limit) {
      const artifact = spaces.peek(scope)?.artifacts.get(artifact_id)
      return artifact && pageOf(artifact, path, { offset, limit })
    },
    async delete(scope, artifact_id) {
      spaces.peek(scope)?.artifacts.delete(artifact_id)
    },
    async gc(before) {
      let removed = 0
      for (const { artifacts } of spaces.all()) {
        for (const [id, { meta }] of artifacts) if (meta.created < before && artifacts.delete(id)) removed += 1
      }
      return removed
    },
  }
}
