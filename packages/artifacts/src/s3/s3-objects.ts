import { Buffer } from 'node:buffer'
import type { ByteSpan } from '@pf/core/internal'
import type { S3Client } from './s3-client.ts'
import { isTransient, S3Refusal, s3Failure } from './s3-failure.ts'
import { elementsOf, escapeXml, textOf } from './s3-xml.ts'

/** An object in a listing. */
export interface ListedObject {
  key: string
  bytes: number
  /** Time of the last change by the clock of the server, in whole seconds, as milliseconds since the epoch. */
  modified: number
}

/**
 * Headers of every object. All objects are stored as bytes, because the media type declared by a tool must not decide how a browser shows
 * an object of the bucket.
 */
const headers = { 'content-type': 'application/octet-stream' }

/** Stores an object in one request. */
export async function putObject(client: S3Client, key: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
  await client.send({ method: 'PUT', key, headers, body, doing: 'store an artifact' })
}

/** Deletes an object. An object that does not exist is not an error. */
export async function deleteObject(client: S3Client, key: string): Promise<void> {
  await client.send({ method: 'DELETE', key, doing: 'delete an artifact' }, [404])
}

/** Reads a small object as text; undefined if it does not exist. */
export function readObject(client: S3Client, key: string): Promise<string | undefined> {
  return client.retry('read an artifact', async () => {
    const response = await client.attempt({ method: 'GET', key, doing: 'read an artifact' }, [404])
    return response.status === 404 ? undefined : await response.text()
  })
}

/** Yields bytes of an object. An interrupted download is continued at the same position. */
export async function* readSpan(client: S3Client, key: string, { start, stop }: ByteSpan): AsyncGenerator<Uint8Array> {
  let at = start
  while (at < stop) {
    const before = at
    const range = { range: `bytes=${at}-${stop - 1}` }
    const response = await client.send({ method: 'GET', key, headers: range, doing: 'read an artifact' })
    // A server without support for ranges sends everything.
    let skip = response.status === 206 ? 0 : at
    try {
      for await (const piece of response.pieces()) {
        const part = piece.subarray(Math.min(skip, piece.byteLength), Math.max(0, skip + stop - at))
        skip -= Math.min(skip, piece.byteLength)
        at += part.byteLength
        if (part.byteLength > 0) yield part
        if (at >= stop) return
      }
    } catch (thrown) {
      if (at === before || !isTransient(thrown)) throw s3Failure('read an artifact', thrown)
    }
    if (at === before) throw s3Failure('read an artifact', new Error('The response ended early.'))
  }
}

/** Yields the objects whose names begin with a prefix, in the order of their names. */
export async function* listObjects(client: S3Client, prefix: string): AsyncGenerator<ListedObject> {
  for (let token: string | undefined; ; ) {
    const query = { 'list-type': '2', prefix, ...(token === undefined ? {} : { 'continuation-token': token }) }
    const response = await client.send({ method: 'GET', key: '', query, doing: 'list artifacts' })
    const xml = await response.text()
    for (const item of elementsOf(xml, 'Contents'))
      yield { key: textOf(item, 'Key') ?? '', bytes: Number(textOf(item, 'Size')), modified: Date.parse(textOf(item, 'LastModified') ?? '') }
    token = textOf(xml, 'IsTruncated') === 'true' ? textOf(xml, 'NextContinuationToken') : undefined
    if (token === undefined) return
  }
}

/**
 * Stores bytes while they arrive: in one request if there are few, otherwise in parts, of which one is held in memory. If the source or a
 * request fails, no object and no part remains.
 */
export async function putPieces(client: S3Client, key: string, { pieces, partBytes }: { pieces: AsyncIterable<Uint8Array>; partBytes: number }): Promise<void> {
  let upload: Upload | undefined
  try {
    for await (const { bytes, last } of inParts(pieces, partBytes)) {
      if (last && !upload) return await putObject(client, key, bytes)
      upload ??= await beginUpload(client, key)
      await upload.part(bytes)
    }
    await upload?.complete()
  } catch (thrown) {
    // Parts that cannot be removed now are removed by a rule of the bucket for incomplete uploads.
    await upload?.abort().catch(() => undefined)
    throw thrown
  }
}

/** Splits pieces of any size into parts of one size. The last one may be smaller, and a single one may be empty. */
async function* inParts(pieces: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<{ bytes: Uint8Array<ArrayBuffer>; last: boolean }> {
  let held: Uint8Array[] = []
  let bytes = 0
  const take = (count: number) => {
    const whole = Buffer.concat(held)
    held = [whole.subarray(count)]
    bytes -= count
    return new Uint8Array(whole.subarray(0, count))
  }
  for await (const piece of pieces) {
    held.push(piece)
    bytes += piece.byteLength
    // One more byte than a part is needed to know that the part is not the last one.
    while (bytes > size) yield { bytes: take(size), last: false }
  }
  yield { bytes: take(bytes), last: true }
}

interface Upload {
  part(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  complete(): Promise<void>
  abort(): Promise<void>
}

async function beginUpload(client: S3Client, key: string): Promise<Upload> {
  const doing = 'store an artifact'
  const begun = await (await client.send({ method: 'POST', key, headers, query: { uploads: '' }, doing })).text()
  const uploadId = textOf(begun, 'UploadId')
  if (uploadId === undefined) throw s3Failure(doing, new S3Refusal(200, 'no UploadId'))
  const tags: string[] = []
  const complete = async () => {
    const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`)
    const body = new TextEncoder().encode(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
    const response = await client.attempt({ method: 'POST', key, query: { uploadId }, body, doing })
    const text = await response.text()
    // S3 responds 200 before it knows whether the request succeeds.
    const code = textOf(text, 'Code')
    if (code !== undefined) throw new S3Refusal(500, code)
  }
  const exists = async () => {
    const response = await client.attempt({ method: 'GET', key, headers: { range: 'bytes=0-0' }, doing }, [404])
    await response.text()
    return response.status !== 404
  }
  return {
    async part(bytes) {
      const response = await client.send({ method: 'PUT', key, query: { partNumber: String(tags.length + 1), uploadId }, body: bytes, doing })
      tags.push(response.headers.get('etag') ?? '')
    },
    complete: () =>
      client.retry(doing, async () => {
        try {
          await complete()
        } catch (thrown) {
          // An earlier attempt may have succeeded without a response. Only then does an object with this name exist.
          if (!(thrown instanceof S3Refusal && (await exists()))) throw thrown
        }
      }),
    abort: async () => void (await client.send({ method: 'DELETE', key, query: { uploadId }, doing }, [404])),
  }
}
