import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Scope } from '@pf/core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createS3Store } from './create-s3-store.ts'
import { createS3Client } from './s3-client.ts'
import { deleteObject, listObjects } from './s3-objects.ts'
import { completeS3Options, type S3StoreOptions } from './s3-options.ts'
import { credentials, type S3Server, startProxy, startS3Server } from './test-support/s3-server.ts'

const scope: Scope = { owner: { id: 'ann@example.com' } }
const meta = { media_type: 'text/html', source_tool: 'tool', run_id: 'run' }
const mebibyte = 1024 ** 2

let server: S3Server
let count = 0
let prefix = ''
const closing: (() => void)[] = []
beforeAll(async () => {
  server = await startS3Server()
})
afterAll(() => server?.stop())
beforeEach(() => {
  prefix = `test-${++count}/`
})
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const storeWith = (more: Partial<S3StoreOptions> = {}) => createS3Store({ bucketUrl: server.bucketUrl, credentials, prefix, ...more })

async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const list: Value[] = []
  for await (const value of values) list.push(value)
  return list
}

/** Returns the objects in the bucket under the prefix of the test. */
async function objects() {
  const client = createS3Client(completeS3Options({ bucketUrl: server.bucketUrl, credentials }))
  return await collect(listObjects(client, prefix))
}

async function read(body: AsyncIterable<Uint8Array> | undefined) {
  return Buffer.concat(body ? await collect(body) : [])
}

const sample = (bytes: number) => Buffer.from(Uint8Array.from({ length: bytes }, (_, index) => (index * 31) % 251))

async function* inPieces(bytes: Buffer, size = 100_000) {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size)
}

async function proxy(interfere: Parameters<typeof startProxy>[1]) {
  const started = await startProxy(server.bucketUrl, interfere)
  closing.push(started.stop)
  return started.bucketUrl
}

it('leaves no object of an owner who was removed but the bytes of an upload that may be in progress, which become garbage', async () => {
  const store = storeWith()
  await store.put(scope, sample(1_000), meta)
  const { artifact_id } = await store.put(scope, sample(2_000), meta)
  await store.put({ owner: { id: 'other' } }, sample(1_000), meta)
  const client = createS3Client(completeS3Options({ bucketUrl: server.bucketUrl, credentials }))
  const lost = (await objects()).find(({ key, bytes }) => key.includes('/bytes/') && bytes === 2_000)
  await deleteObject(client, lost?.key.replace('/bytes/', '/records/').replace(/\/[^/]*$/, '') ?? '')
  expect(await store.head(scope, artifact_id)).toBeUndefined()
  expect(await store.deleteOwner(scope)).toBe(1)
  const bytes = (await objects()).flatMap((object) => (object.key.includes('/bytes/') ? [object.bytes] : []))
  expect(bytes.toSorted()).toEqual([1_000, 2_000])
  await storeWith({ leftoverMs: -60_000 }).deleteOwner(scope)
  expect(await objects()).toHaveLength(2)
})

describe('large bodies', () => {
  it.each([
    ['one part', 5 * mebibyte, 0],
    ['one byte more than a part', 5 * mebibyte + 1, 2],
    ['several parts', 12 * mebibyte, 3],
  ])('%s is sent in parts and comes back whole and in ranges', async (_, bytes, parts) => {
    let partRequests = 0
    const bucketUrl = await proxy((incoming, __, pass) => {
      if (incoming.url?.includes('partNumber')) partRequests += 1
      pass()
    })
    const store = storeWith({ bucketUrl, partBytes: 5 * mebibyte })
    const content = sample(bytes)
    const stored = await store.put(scope, inPieces(content), meta)
    expect(partRequests).toBe(parts)
    expect((await read((await store.get(scope, stored.artifact_id))?.body)).equals(content)).toBe(true)
    const range = { start: 5 * mebibyte - 3, end: 5 * mebibyte + 3 }
    expect(await read((await store.get(scope, stored.artifact_id, range))?.body)).toEqual(content.subarray(range.start, range.end + 1))
  })

  it('a source that fails after two parts, and one over the limit, leave nothing in the bucket', async () => {
    const store = storeWith({ partBytes: 5 * mebibyte, maxArtifactBytes: 11 * mebibyte })
    const broken = async function* () {
      yield* inPieces(sample(11 * mebibyte))
      throw new Error('source broke')
    }
    await expect(store.put(scope, broken(), meta)).rejects.toThrow('source broke')
    await expect(store.put(scope, inPieces(sample(12 * mebibyte)), meta)).rejects.toMatchObject({ code: 'too_large' })
    expect(await objects()).toEqual([])
  })
})

describe('what is in the bucket', () => {
  it('no name shows an owner or an id, and nothing has a media type that a browser would show', async () => {
    const types: string[] = []
    const bucketUrl = await proxy((incoming, _, pass) => {
      if (incoming.method === 'PUT') types.push(incoming.headers['content-type'] ?? '')
      pass()
    })
    const store = storeWith({ bucketUrl })
    await store.put(scope, sample(10), { ...meta, artifact_id: 'report-2026' })
    const names = (await objects()).map(({ key }) => key)
    expect(names).toHaveLength(2)
    for (const name of names) expect(name).not.toMatch(/ann|example|report/)
    expect(names[0]).toMatch(/\/[\da-f]{8}-[\da-f-]{27}$/)
    expect(types).toEqual(['application/octet-stream', 'application/octet-stream'])
  })

  it('replacing and deleting leave nothing behind', async () => {
    const store = storeWith()
    for (const bytes of [10, 20, 30]) await store.put(scope, sample(bytes), { ...meta, artifact_id: 'same' })
    expect((await objects()).map(({ bytes }) => bytes)).toEqual([30, expect.any(Number)])
    await store.delete(scope, 'same')
    expect(await objects()).toEqual([])
  })

  it('gc removes the bytes of uploads that never ended, and keeps what records name', async () => {
    const bucketUrl = await proxy((incoming, outgoing, pass) => {
      if (incoming.method === 'PUT' && incoming.url?.includes('/records/')) outgoing.writeHead(403).end()
      else if (incoming.method === 'DELETE') outgoing.writeHead(403).end()
      else pass()
    })
    const store = storeWith()
    const kept = await store.put(scope, sample(10), { ...meta, artifact_id: 'kept' })
    for (const artifact_id of ['kept', 'new']) await expect(storeWith({ bucketUrl }).put(scope, sample(20), { ...meta, artifact_id })).rejects.toThrow()
    expect(await objects()).toHaveLength(4)
    expect(await store.gc(0)).toBe(0)
    expect(await objects()).toHaveLength(4)
    const later = storeWith({ leftoverMs: 0, now: () => Date.now() + 5_000 })
    expect(await later.gc(0)).toBe(0)
    expect(await objects()).toHaveLength(2)
    expect(await store.head(scope, 'kept')).toEqual(kept)
    expect(await later.gc(kept.created + 1)).toBe(1)
    expect(await objects()).toEqual([])
  })

  it('an expired artifact is unknown, and gc removes it', async () => {
    const store = storeWith({ ttlMs: 60_000 })
    const { artifact_id } = await store.put(scope, sample(10), meta)
    const later = storeWith({ ttlMs: 60_000, now: () => Date.now() + 61_000 })
    expect(await store.head(scope, artifact_id)).toBeDefined()
    expect(await later.head(scope, artifact_id)).toBeUndefined()
    expect(await later.get(scope, artifact_id)).toBeUndefined()
    expect(await later.gc(0)).toBe(1)
    expect(await objects()).toEqual([])
  })

  it('an owner has a limit, which another process may have changed', async () => {
    const store = storeWith({ maxOwnerBytes: 100 })
    await store.put(scope, sample(60), { ...meta, artifact_id: 'first' })
    await expect(store.put(scope, sample(41), meta)).rejects.toMatchObject({ code: 'too_large' })
    expect((await objects()).filter(({ key }) => key.includes('/bytes/'))).toHaveLength(1)
    await store.put(scope, sample(100), { ...meta, artifact_id: 'first' })
    await storeWith().delete(scope, 'first')
    await store.put(scope, sample(100), meta)
    await store.put({ owner: { id: 'bob' } }, sample(100), meta)
  })
})

describe('failures', () => {
  it('what fails in passing is tried again: an overload, a lost connection, a download that is cut', async () => {
    const seen = new Map<string, number>()
    const bucketUrl = await proxy((incoming, outgoing, pass) => {
      const name = `${incoming.method} ${incoming.url}`
      const times = (seen.get(name) ?? 0) + 1
      seen.set(name, times)
      if (times === 1) outgoing.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
      else if (times === 2) outgoing.destroy()
      else pass(incoming.method === 'GET' && incoming.url?.includes('/bytes/') && times === 3 ? 300_000 : undefined)
    })
    const content = sample(6 * mebibyte)
    const store = storeWith({ bucketUrl, partBytes: 5 * mebibyte })
    const { artifact_id } = await store.put(scope, inPieces(content), meta)
    expect((await read((await store.get(scope, artifact_id))?.body)).equals(content)).toBe(true)
    await store.delete(scope, artifact_id)
    expect(await objects()).toEqual([])
  })

  it('the end of an upload in parts whose answer was lost counts', async () => {
    let completed = 0
    const bucketUrl = await proxy((incoming, _, pass) => {
      const completes = incoming.method === 'POST' && incoming.url?.includes('uploadId')
      if (completes) completed += 1
      pass(completes && completed === 1 ? -1 : undefined)
    })
    const content = sample(6 * mebibyte)
    const store = storeWith({ bucketUrl, partBytes: 5 * mebibyte })
    const { artifact_id } = await store.put(scope, inPieces(content), meta)
    expect(completed).toBe(2)
    expect((await read((await store.get(scope, artifact_id))?.body)).equals(content)).toBe(true)
  })

  it.each([
    ['a wrong secret', { credentials: { ...credentials, secretAccessKey: 'wrong' } }, /403, SignatureDoesNotMatch\)\. Check the secret key/],
    ['an unknown key', { credentials: { ...credentials, accessKeyId: 'nobody' } }, /403, InvalidAccessKeyId\)\. Check the access key/],
  ])('%s is said, with what to do, and is not tried again', async (_, more, message) => {
    const thrown = await storeWith(more)
      .put(scope, sample(1), meta)
      .catch((error: unknown) => error)
    expect(thrown).toMatchObject({ code: 'store_failed', message: expect.stringMatching(message) })
    expect((thrown as Error).message).not.toMatch(/test-|S3RVER|127/)
  })

  it('a missing bucket, a server that cannot be reached and one that does not answer are distinguished', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    closing.push(() => void silent.close().closeAllConnections())
    const port = (silent.address() as AddressInfo).port
    const put = (more: Partial<S3StoreOptions>) => storeWith({ maxAttempts: 2, timeoutMs: 300, ...more }).put(scope, sample(1), meta)
    await expect(put({ bucketUrl: server.bucketUrl.replace('pf-test', 'missing'), timeoutMs: 30_000 })).rejects.toThrow(/NoSuchBucket\)\. Create the bucket/)
    await expect(put({ bucketUrl: 'http://127.0.0.1:1/pf-test' })).rejects.toThrow(/could not be reached/)
    await expect(put({ bucketUrl: `http://127.0.0.1:${port}/pf-test` })).rejects.toThrow(/did not answer in time/)
  })

  it('a full store is said to be full', async () => {
    const bucketUrl = await proxy((_, outgoing) => outgoing.writeHead(507).end('<Error><Code>XMinioStorageFull</Code></Error>'))
    await expect(storeWith({ bucketUrl }).put(scope, sample(1), meta)).rejects.toMatchObject({ code: 'storage_full' })
  })

  it('options that cannot work are refused with what is wrong', () => {
    expect(() => storeWith({ bucketUrl: 'bucket', partBytes: 1, prefix: '../x' })).toThrow(/bucketUrl must be .*; prefix must be .*; partBytes must be/)
  })

  it('credentials can be a function, which is asked for each request', async () => {
    let asked = 0
    const store = storeWith({
      credentials: async () => {
        asked += 1
        return credentials
      },
    })
    const { artifact_id } = await store.put(scope, sample(1), meta)
    const before = asked
    await store.head(scope, artifact_id)
    expect(asked).toBe(before + 1)
  })
})
