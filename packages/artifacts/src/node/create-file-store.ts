import type { ArtifactStore } from '@pf/core'
import { collectGarbage } from './collect-garbage.ts'
import { readRecord } from './file-record.ts'
import { type FileStoreOptions, fileStoreState } from './file-store-state.ts'
import { findArtifact } from './find-artifact.ts'
import { putArtifact } from './put-artifact.ts'
import { readBody, spanOf } from './read-body.ts'
import { dropArtifact } from './remove-files.ts'
import { onDisk } from './store-failed.ts'

/**
 * Artifacts in a folder. Equal bytes are kept once; whatever moment a process is killed at and however full the disk is, only whole
 * artifacts are found. Throws PfError `too_large` over a limit and `store_failed` where the disk refuses. Nothing is written before
 * the first `put`.
 */
export function createFileStore(options: FileStoreOptions): ArtifactStore {
  const store = fileStoreState(options)
  const { layout } = store
  return {
    put: (scope, body, meta) => putArtifact(store, scope, { body, meta }),
    head: async (scope, artifact_id) => (await findArtifact(store, scope, artifact_id))?.record.meta,
    async get(scope, artifact_id, range) {
      const found = await findArtifact(store, scope, artifact_id)
      if (!found) return undefined
      const { meta, encoding } = found.record
      return { meta, body: readBody(found.body, encoding, spanOf(range, meta.bytes)) }
    },
    async page(scope, artifact_id, path, offset, limit) {
      const found = await findArtifact(store, scope, artifact_id)
      if (!found) return undefined
      const { meta, encoding } = found.record
      const read = (start: number) => readBody(found.body, encoding, { start, stop: meta.bytes })
      return store.pages.page({ sha256: meta.sha256, read }, { path, offset, limit })
    },
    delete: (scope, artifact_id) =>
      onDisk('delete an artifact', () => {
        const owner = layout.owner(scope)
        const path = layout.record(scope, artifact_id)
        return store.turn(owner, async () => {
          const record = await readRecord(path)
          if (!record) return
          await dropArtifact(layout, path, record)
          store.usage.add(owner, -record.meta.bytes)
        })
      }),
    gc: (before) => collectGarbage(store, before),
  }
}
