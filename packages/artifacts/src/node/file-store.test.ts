import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PfError } from '@pf/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFileStore } from './create-file-store.ts'
import { onDisk } from './file-record.ts'
import type { FileStoreOptions } from './file-store-state.ts'

const scope = { owner: { id: 'ann' } }
const other = { owner: { id: 'bob' } }
const meta = { media_type: 'application/octet-stream', source_tool: 't', run_id: 'r' }
const json = { ...meta, media_type: 'application/json' }
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pf-store-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = (options: Partial<FileStoreOptions> = {}) => createFileStore({ folder, ...options })
const bytesOf = (kilobytes: number, fill = 'x') => Buffer.alloc(kilobytes * 1024, fill)

async function files(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

async function read(store: ReturnType<typeof open>, id: string, range?: { start: number; end?: number }) {
  const parts: Uint8Array[] = []
  for await (const part of (await store.get(scope, id, range))?.body ?? []) parts.push(part)
  return Buffer.concat(parts)
}

describe('createFileStore', () => {
  it('touches nothing before the first put', async () => {
    const store = createFileStore({ folder: join(folder, 'later') })
    expect([await store.head(scope, 'a'), await store.page(scope, 'a', '', 0, 1), await store.gc(9e15)]).toEqual([undefined, undefined, 0])
    await store.delete(scope, 'a')
    expect(await readdir(folder)).toEqual([])
  })

  it('finds everything again in another process', async () => {
    const stored = await open().put(scope, Buffer.from('[1,2]'), { ...json, items: 2 })
    expect(await open().head(scope, stored.artifact_id)).toEqual(stored)
    expect(await open().page(scope, stored.artifact_id, '', 1, 5)).toEqual({ items: [2], offset: 1, total: 2 })
  })

  it('leaves no file of an owner who was removed, also of a process that was killed, and none of their bytes that nobody else has', async () => {
    const store = open()
    for (const [who, fill] of [
      [scope, 'x'],
      [scope, 'y'],
      [other, 'x'],
    ] as const)
      await store.put(who, bytesOf(8, fill), { ...meta, media_type: fill === 'x' ? meta.media_type : 'text/plain' })
    const records = (await files()).filter((path) => path.endsWith('.json'))
    const [left] = (await Promise.all(records.map(async (path) => ({ path, text: await readFile(path, 'utf8') })))).filter(({ text }) =>
      text.includes('text/plain'),
    )
    await rm(left?.path ?? '')
    expect(await store.deleteOwner(scope)).toBe(1)
    expect((await files()).filter((path) => path.includes('owners'))).toHaveLength(2)
    expect((await files()).filter((path) => path.includes('pool'))).toHaveLength(1)
    expect(await readdir(join(folder, 'owners'))).toHaveLength(1)
    await store.deleteOwner(other)
    expect(await files()).toEqual([])
  })

  it('keeps equal bytes once, for all owners, as long as anybody needs them', async () => {
    const store = open()
    const ids = await Promise.all([scope, scope, other].map(async (who) => (await store.put(who, bytesOf(8), meta)).artifact_id))
    const inodes = new Set((await Promise.all((await files()).filter((path) => !path.endsWith('.json')).map((path) => stat(path)))).map(({ ino }) => ino))
    expect(inodes.size).toBe(1)
    await store.delete(scope, ids[0] ?? '')
    expect((await read(store, ids[1] ?? '')).equals(bytesOf(8))).toBe(true)
    await store.delete(scope, ids[1] ?? '')
    await store.delete(other, ids[2] ?? '')
    expect(await files()).toEqual([])
  })

  it('[000-oq-02] packs texts, not bytes and not rows, and gives ranges of the unpacked', async () => {
    const store = open()
    const text = 'a line of text\n'.repeat(10_000)
    const sizes: Record<string, number> = {}
    for (const [id, more] of Object.entries({
      text: { media_type: 'text/csv' },
      rows: { ...json, items: 1 },
      bytes: {},
      image: { media_type: 'image/svg+xml' },
    })) {
      const { bytes } = await store.put(scope, Buffer.from(text), { ...meta, ...more, artifact_id: id })
      expect(bytes).toBe(text.length)
      const added = (await files()).filter((path) => path.endsWith('.gz'))
      sizes[id] = added.length
      expect((await read(store, id)).toString()).toBe(text)
      expect((await read(store, id, { start: 100_000, end: 100_014 })).toString()).toBe(text.slice(100_000, 100_015))
    }
    // One name in the pool and one for each artifact.
    expect(sizes).toEqual({ text: 2, rows: 2, bytes: 2, image: 3 })
    const packed = (await files()).find((path) => path.endsWith('.gz')) ?? ''
    expect((await stat(packed)).size).toBeLessThan(text.length / 50)
    expect((await read(open({ gzip: false }), 'text')).toString()).toBe(text)
  })

  it('lets no id, owner or tenant out of its folder', async () => {
    const store = open()
    const names = ['../../up', '/etc/passwd', '..', '.', '', 'a\u0000b', 'x'.repeat(10_000), '\ud800', '\udfff', 'CON', '__proto__']
    for (const id of names) await store.put({ owner: { id, tenant: id } }, Buffer.from(id), { ...meta, artifact_id: id })
    for (const id of names) expect((await store.head({ owner: { id, tenant: id } }, id))?.artifact_id).toBe(id)
    expect(await store.head({ owner: { id: '\ud800', tenant: '\udfff' } }, '\ud800')).toBeUndefined()
    const inside = await readdir(folder)
    expect(inside.sort()).toEqual(['drafts', 'owners', 'pool'])
    expect((await files()).every((path) => /^[\w/.-]+$/.test(path.slice(folder.length)))).toBe(true)
  })

  it('is for its own user alone', async () => {
    await open().put(scope, bytesOf(1), meta)
    for (const path of await files()) expect((await stat(path)).mode & 0o077).toBe(0)
  })

  it('refuses an artifact above the limit while it comes, closes its source and keeps nothing', async () => {
    const store = open({ maxArtifactBytes: 10_000 })
    let closed = false
    let given = 0
    const endless = async function* () {
      try {
        for (;;) {
          given++
          yield bytesOf(1)
        }
      } finally {
        closed = true
      }
    }
    await expect(store.put(scope, endless(), meta)).rejects.toMatchObject({ code: 'too_large' })
    expect([closed, given < 100, await files()]).toEqual([true, true, []])
    await expect(store.put(scope, bytesOf(10), meta)).rejects.toMatchObject({ code: 'too_large', fields: { limit: 10_000 } })
  })

  it('counts what an owner has: refused above the quota, free again after removing, replacing counts once', async () => {
    const store = open({ maxOwnerBytes: 10 * 1024 })
    const put = (id: string, kilobytes: number, who = scope) => store.put(who, bytesOf(kilobytes), { ...meta, artifact_id: id })
    await put('a', 6)
    await put('a', 8)
    await expect(put('b', 3)).rejects.toMatchObject({ code: 'too_large' })
    await put('b', 2)
    await put('a', 10, other)
    await store.delete(scope, 'a')
    await put('c', 8)
    const second = open({ maxOwnerBytes: 10 * 1024 })
    await expect(second.put(scope, bytesOf(1), meta)).rejects.toThrow(/raise maxOwnerBytes/)
    await store.delete(scope, 'c')
    await second.put(scope, bytesOf(1), meta)
  })

  it('holds the quota also when everything comes at once', async () => {
    const store = open({ maxOwnerBytes: 10 * 1024 })
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => store.put(scope, bytesOf(1, String.fromCharCode(97 + at)), meta)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  })

  it('knows an artifact until its time is over, and frees its room then', async () => {
    let now = 1_000
    const store = open({ ttlMs: 500, now: () => now, maxOwnerBytes: 1_024 })
    const { artifact_id } = await store.put(scope, bytesOf(1), meta)
    now = 1_499
    expect(await store.head(scope, artifact_id)).toBeDefined()
    now = 1_500
    expect([await store.head(scope, artifact_id), await store.get(scope, artifact_id), await store.page(scope, artifact_id, '', 0, 1)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    await store.put(scope, bytesOf(1, 'y'), meta)
    now = 3_000
    expect(await store.gc(0)).toBe(1)
    expect(await files()).toEqual([])
  })

  it('serves nothing that has lost bytes, and writes it anew', async () => {
    const store = open()
    const put = () => store.put(scope, bytesOf(8), { ...meta, artifact_id: 'a' })
    await put()
    for (const path of await files()) if (!path.endsWith('.json')) await truncate(path, 100)
    expect([await store.head(scope, 'a'), await store.get(scope, 'a')]).toEqual([undefined, undefined])
    await put()
    expect((await read(store, 'a')).equals(bytesOf(8))).toBe(true)
  })

  it('takes no record for one that it did not write', async () => {
    const store = open()
    await store.put(scope, bytesOf(1), { ...meta, artifact_id: 'a' })
    const record = (await files()).find((path) => path.endsWith('.json')) ?? ''
    const good = await readFile(record, 'utf8')
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '{"version":2}',
      good.replace(/"sha256":"\w{5}/, '"sha256":"../..'),
      good.replace('"bytes":1024', '"bytes":"x"'),
    ]) {
      await writeFile(record, text)
      expect(await store.head(scope, 'a')).toBeUndefined()
    }
    await writeFile(record, good)
    expect(await store.head(scope, 'a')).toMatchObject({ bytes: 1_024 })
  })

  it('leaves what is being written alone when it collects, and removes what was left behind', async () => {
    const store = open({ leftoverMs: 60_000 })
    const { promise: paused, resolve: resumeReading } = Promise.withResolvers<void>()
    const { promise: started, resolve: begun } = Promise.withResolvers<void>()
    const slow = async function* () {
      yield bytesOf(1)
      begun()
      await paused
      yield bytesOf(1)
    }
    const putting = store.put(scope, slow(), { ...meta, artifact_id: 'slow' })
    await started
    await store.gc(9e15)
    resumeReading()
    await putting
    expect((await read(store, 'slow')).byteLength).toBe(2_048)
    await writeFile(join(folder, 'drafts', 'half'), 'half an artifact')
    await open({ leftoverMs: -60_000 }).gc(0)
    expect(await readdir(join(folder, 'drafts'))).toEqual([])
    expect((await read(store, 'slow')).byteLength).toBe(2_048)
  })

  it('says store_failed, without a path, when the folder cannot be used', async () => {
    await writeFile(join(folder, 'file'), '')
    const store = createFileStore({ folder: join(folder, 'file') })
    const thrown = await store.put(scope, bytesOf(1), meta).catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(PfError)
    expect(thrown).toMatchObject({ code: 'store_failed', message: expect.not.stringContaining(folder) })
    await chmod(folder, 0o700)
  })

  it.runIf(existsSync('/dev/full'))('says storage_full, without a path, when the disk is full', async () => {
    const thrown = await onDisk('write an artifact', () => writeFile('/dev/full', 'x')).catch((error: unknown) => error)
    expect(thrown).toMatchObject({ code: 'storage_full', message: expect.stringContaining('its disk or quota is full (ENOSPC)') })
    expect((thrown as Error).message).not.toContain('/dev')
    const quota = Object.assign(new Error('quota'), { code: 'EDQUOT' })
    await expect(onDisk('write an artifact', () => Promise.reject(quota))).rejects.toMatchObject({ code: 'storage_full', cause: quota })
  })

  it('continues after a reader that leaves early', async () => {
    const store = open()
    const { artifact_id } = await store.put(scope, bytesOf(2_000), meta)
    for (let at = 0; at < 200; at++) for await (const _ of (await store.get(scope, artifact_id))?.body ?? []) break
    const unread = await Promise.all(Array.from({ length: 200 }, () => store.get(scope, artifact_id)))
    expect(unread).toHaveLength(200)
    expect((await read(store, artifact_id)).byteLength).toBe(2_000 * 1024)
  })

  it('serves readers while the artifact is replaced, each the old or the new whole', async () => {
    const store = open()
    const put = (fill: string) => store.put(scope, bytesOf(300, fill), { ...meta, artifact_id: 'a' })
    await put('0')
    const writes = (async () => {
      for (let at = 1; at < 20; at++) await put(String(at % 10))
    })()
    for (let at = 0; at < 40; at++) {
      const seen = await read(store, 'a').catch((thrown: unknown) => thrown)
      if (seen instanceof Buffer) expect(seen.length === 0 || (seen.length === 300 * 1024 && new Set(seen).size === 1)).toBe(true)
      else expect(seen).toMatchObject({ code: 'store_failed' })
    }
    await writes
  })
})
