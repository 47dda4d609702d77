import type { S3Client } from './s3-client.ts'
import { deleteObject, type ListedObject, listObjects, readObject } from './s3-objects.ts'
import { readRecord } from './s3-record.ts'

/** Rules of the removal. Times are in milliseconds since the epoch. */
export interface GarbageRules {
  prefix: string
  /** Artifacts created before this time are removed. */
  before: number
  /** Bytes without a record, of uploads before this time, are removed. */
  leftoversBefore: number
}

/** Maximum difference between clocks. Records are read only if they may be old by the server's time. */
const maxSkewMs = 900_000

/** Removes old artifacts, and resolves to their number; then removes the bytes of uploads that never ended. */
export async function collectGarbage(client: S3Client, { prefix, before, leftoversBefore }: GarbageRules): Promise<number> {
  let removed = 0
  for await (const { key, modified } of listObjects(client, `${prefix}records/`)) {
    if (modified >= before + maxSkewMs) continue
    const record = readRecord((await readObject(client, key)) ?? '')
    if (!record || record.meta.created >= before) continue
    await deleteObject(client, key)
    await deleteObject(client, record.object)
    removed += 1
  }
  for await (const object of leftovers(client, { prefix, leftoversBefore })) await deleteObject(client, object.key)
  return removed
}

/** Yields bytes without a record. Both listings are in the order of their names, so one walk over both finds them. */
async function* leftovers(client: S3Client, { prefix, leftoversBefore }: Pick<GarbageRules, 'prefix' | 'leftoversBefore'>): AsyncGenerator<ListedObject> {
  const records = listObjects(client, `${prefix}records/`)
  let record = await records.next()
  for await (const [place, objects] of byPlace(listObjects(client, `${prefix}bytes/`), prefix)) {
    const key = `${prefix}records/${place}`
    while (!record.done && record.value.key < key) record = await records.next()
    const exists = !record.done && record.value.key === key
    // Bytes are removed after their record, so a single object is the one that the record names.
    if (exists && objects.length === 1) continue
    const named = exists ? readRecord((await readObject(client, key)) ?? '')?.object : undefined
    for (const object of objects) if (object.key !== named && object.modified < leftoversBefore) yield object
  }
}

/** Yields the objects of each artifact, usually one. */
async function* byPlace(listed: AsyncIterable<ListedObject>, prefix: string): AsyncGenerator<[place: string, objects: ListedObject[]]> {
  const placeOf = ({ key }: ListedObject) => key.slice(`${prefix}bytes/`.length, key.lastIndexOf('/'))
  let objects: ListedObject[] = []
  for await (const object of listed) {
    const [first] = objects
    if (first && placeOf(first) !== placeOf(object)) {
      yield [placeOf(first), objects]
      objects = []
    }
    objects.push(object)
  }
  const [first] = objects
  if (first) yield [placeOf(first), objects]
}
