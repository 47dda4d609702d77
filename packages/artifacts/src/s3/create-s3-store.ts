import type { ArtifactMeta, ArtifactStore, Scope } from '@pf/core'
import { freezeJson, spanOf } from '@pf/core/internal'
import { nameOf, ownerName } from '../node/layout.ts'
import { ownerTooLarge } from '../node/limit-errors.ts'
import { measure } from '../node/measure.ts'
import { createOwnerUsage } from '../node/owner-usage.ts'
import { createRowPages } from '../node/row-pages.ts'
import { createTurns } from '../node/turns.ts'
import { collectGarbage } from './collect-garbage.ts'
import { recordsOf, removeOwner } from './remove-owner.ts'
import { createS3Client } from './s3-client.ts'
import { deleteObject, listObjects, putObject, putPieces, readObject, readSpan } from './s3-objects.ts'
import { completeS3Options, type S3StoreOptions } from './s3-options.ts'
import { readRecord, type S3Record } from './s3-record.ts'

/**
 * Creates a store of artifacts in a bucket of S3 or of a server with its protocol. The bytes of an artifact are one object with a random
 * name; a record names it, so that an artifact is replaced atomically and is found only when it is complete. Names reveal neither owners
 * nor ids. Throws PfError `too_large` if a limit is exceeded, and `storage_full` or `store_failed` for an error of the server. Nothing is
 * requested before the first call.
 */
export function createS3Store(given: S3StoreOptions): Required<ArtifactStore> {
  const options = completeS3Options(given)
  const { prefix, maxArtifactBytes, maxOwnerBytes, ttlMs, partBytes, now, newId } = options
  const client = createS3Client(options)
  const pages = createRowPages()
  const usage = createOwnerUsage()
  const turn = createTurns()
  const placeOf = (scope: Scope, artifact_id: string) => `${ownerName(scope)}/${nameOf(artifact_id)}`
  const recordKey = (place: string) => `${prefix}records/${place}`

  async function find(place: string): Promise<S3Record | undefined> {
    const text = await readObject(client, recordKey(place))
    return text === undefined ? undefined : readRecord(text)
  }
  async function findAlive(scope: Scope, artifact_id: string): Promise<S3Record | undefined> {
    const record = await find(placeOf(scope, artifact_id))
    return record && record.meta.created + ttlMs > now() ? record : undefined
  }
  async function heldBy(owner: string): Promise<number> {
    let bytes = 0
    for await (const object of listObjects(client, `${prefix}bytes/${owner}/`)) bytes += object.bytes
    return bytes
  }
  /** Counts again before refusing, because another process may have removed something. The new bytes are already in the bucket. */
  async function requireRoom(owner: string, { bytes, replaced }: { bytes: number; replaced: number }): Promise<void> {
    const known = await usage.of(owner, async () => (await heldBy(owner)) - bytes)
    if (known + bytes - replaced <= maxOwnerBytes) return
    usage.forget(owner)
    const counted = await usage.of(owner, async () => (await heldBy(owner)) - bytes)
    if (counted + bytes - replaced > maxOwnerBytes) throw ownerTooLarge(maxOwnerBytes)
  }

  return {
    async put(scope, body, meta) {
      const artifact_id = meta.artifact_id ?? newId()
      const owner = ownerName(scope)
      const place = placeOf(scope, artifact_id)
      const object = `${prefix}bytes/${place}/${globalThis.crypto.randomUUID()}`
      const source = measure(body, maxArtifactBytes)
      try {
        await putPieces(client, object, { pieces: source.pieces(), partBytes })
        const stored: ArtifactMeta = { ...meta, artifact_id, bytes: source.bytes(), sha256: source.hash(), created: now() }
        await turn(owner, async () => {
          const before = await find(place)
          await requireRoom(owner, { bytes: stored.bytes, replaced: before?.meta.bytes ?? 0 })
          await putObject(client, recordKey(place), new TextEncoder().encode(JSON.stringify({ version: 1, object, meta: stored })))
          usage.add(owner, stored.bytes - (before?.meta.bytes ?? 0))
          if (before) await deleteObject(client, before.object).catch(() => undefined)
        })
        return freezeJson(stored)
      } catch (thrown) {
        // Bytes without a record that cannot be removed now are removed by `gc`.
        await deleteObject(client, object).catch(() => undefined)
        throw source.fault() ?? thrown
      }
    },
    head: async (scope, artifact_id) => (await findAlive(scope, artifact_id))?.meta,
    async get(scope, artifact_id, range) {
      const found = await findAlive(scope, artifact_id)
      if (!found) return undefined
      return { meta: found.meta, body: readSpan(client, found.object, spanOf(range, found.meta.bytes)) }
    },
    async page(scope, artifact_id, path, offset, limit) {
      const found = await findAlive(scope, artifact_id)
      if (!found) return undefined
      const { meta, object } = found
      const read = (start: number) => readSpan(client, object, { start, stop: meta.bytes })
      return pages.page({ sha256: meta.sha256, read }, { path, offset, limit })
    },
    delete: (scope, artifact_id) =>
      turn(ownerName(scope), async () => {
        const place = placeOf(scope, artifact_id)
        const found = await find(place)
        if (!found) return
        await deleteObject(client, recordKey(place))
        await deleteObject(client, found.object)
        usage.add(ownerName(scope), -found.meta.bytes)
      }),
    async *list(scope) {
      for await (const { meta } of recordsOf(client, `${recordKey(ownerName(scope))}/`)) if (meta.created + ttlMs > now()) yield meta
    },
    deleteOwner: (scope) => {
      const owner = ownerName(scope)
      return turn(owner, async () => {
        usage.forget(owner)
        return removeOwner(client, { prefix, owner, leftoversBefore: now() - options.leftoverMs })
      })
    },
    async gc(before) {
      const removed = await collectGarbage(client, { prefix, before: Math.max(before, now() - ttlMs), leftoversBefore: now() - options.leftoverMs })
      usage.forget()
      return removed
    },
  }
}
