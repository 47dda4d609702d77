import type { S3Client } from './s3-client.ts'
import { deleteObject, listObjects, readObject } from './s3-objects.ts'
import { readRecord, type S3Record } from './s3-record.ts'

/** Yields the records whose names begin with a prefix, each with its name. */
export async function* recordsOf(client: S3Client, prefix: string): AsyncGenerator<S3Record & { key: string }> {
  for await (const { key } of listObjects(client, prefix)) {
    const record = readRecord((await readObject(client, key)) ?? '')
    if (record) yield { key, ...record }
  }
}

/** Selects the removed artifacts. `leftoversBefore`: bytes without a record, of uploads before this time, are removed too; in milliseconds since the epoch. */
export interface RemovedOwner {
  prefix: string
  owner: string
  leftoversBefore: number
}

/**
 * Removes the artifacts of an owner, and resolves to their number. Newer bytes without a record may belong to an upload that is in
 * progress; if it never ends, `gc` removes them.
 */
export async function removeOwner(client: S3Client, { prefix, owner, leftoversBefore }: RemovedOwner): Promise<number> {
  let removed = 0
  for await (const { key, object } of recordsOf(client, `${prefix}records/${owner}/`)) {
    await deleteObject(client, key)
    await deleteObject(client, object)
    removed += 1
  }
  for await (const { key, modified } of listObjects(client, `${prefix}bytes/${owner}/`)) if (modified < leftoversBefore) await deleteObject(client, key)
  return removed
}
