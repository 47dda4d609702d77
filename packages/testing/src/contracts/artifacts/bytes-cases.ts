import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { ArtifactStore, ByteRange, Scope } from '@pf/core'
import { allBytes, pieces } from '../support/collect.ts'
import { someScope } from '../support/open-run.ts'
import type { CaseTable } from '../support/to-cases.ts'
import { putArtifact } from './put-artifact.ts'

const meta = { media_type: 'application/octet-stream', source_tool: 'tool', run_id: 'run' }
const sample = (size: number) => Uint8Array.from({ length: size }, (_, index) => (index * 31) % 251)
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function read(store: ArtifactStore, scope: Scope, artifact_id: string, range?: ByteRange): Promise<Uint8Array | undefined> {
  const found = await store.get(scope, artifact_id, range)
  return found && allBytes(found.body)
}

/** Cases of bytes: they are stored completely or in pieces, and read completely or in ranges. */
export const bytesCases: CaseTable = {
  'bytes of any size come back unchanged, with their size and SHA-256': async ({ ports: { artifacts }, scope }) => {
    for (const size of [0, 1, 65_535, 65_536, 65_537, 1_000_003]) {
      const bytes = sample(size)
      const stored = await artifacts.put(scope, bytes, meta)
      deepStrictEqual([stored.bytes, stored.sha256], [size, hash(bytes)])
      sameBytes(await read(artifacts, scope, stored.artifact_id), bytes, `${size}`)
    }
  },
  'a stream in pieces of any size is the same as the whole': async ({ ports: { artifacts }, scope }) => {
    const bytes = sample(10_000)
    for (const size of [1, 7, 4_096, 10_000, 20_000]) {
      const stored = await artifacts.put(scope, pieces(bytes, size), meta)
      deepStrictEqual([stored.bytes, stored.sha256], [10_000, hash(bytes)])
      sameBytes(await read(artifacts, scope, stored.artifact_id), bytes, `${size}`)
    }
  },
  'a source may use its buffer again, and so may a reader': async ({ ports: { artifacts }, scope }) => {
    const buffer = Buffer.alloc(4)
    const source = async function* () {
      for (const letter of ['a', 'b', 'c']) yield buffer.fill(letter)
    }
    const streamed = await artifacts.put(scope, source(), meta)
    const whole = await artifacts.put(scope, buffer.fill('d'), meta)
    buffer.fill('x')
    for (const { artifact_id } of [streamed, whole]) for await (const piece of (await artifacts.get(scope, artifact_id))?.body ?? []) piece.fill(0)
    strictEqual(Buffer.from((await read(artifacts, scope, streamed.artifact_id)) ?? []).toString(), 'aaaabbbbcccc')
    strictEqual(Buffer.from((await read(artifacts, scope, whole.artifact_id)) ?? []).toString(), 'dddd')
  },
  'a source that fails rejects with its own error, and nothing is stored': async ({ ports: { artifacts }, scope }) => {
    const broken = async function* () {
      yield sample(10)
      throw new Error('source broke')
    }
    await rejects(artifacts.put(scope, broken(), { ...meta, artifact_id: 'broken' }), /source broke/)
    strictEqual(await artifacts.head(scope, 'broken'), undefined)
    strictEqual(await artifacts.get(scope, 'broken'), undefined)
  },
  'every range inside, over and behind the bytes gives what a slice gives': async ({ ports: { artifacts }, scope }) => {
    const bytes = sample(5)
    const { artifact_id } = await artifacts.put(scope, bytes, meta)
    for (let start = 0; start <= 7; start += 1) {
      sameBytes(await read(artifacts, scope, artifact_id, { start }), bytes.slice(start), `${start}-`)
      for (let end = 0; end <= 8; end += 1)
        sameBytes(await read(artifacts, scope, artifact_id, { start, end }), bytes.slice(start, Math.max(start, end + 1)), `${start}-${end}`)
    }
  },
  'ranges hold at the edges of large artifacts': async ({ ports: { artifacts }, scope }) => {
    const bytes = sample(200_000)
    const { artifact_id } = await artifacts.put(scope, pieces(bytes, 9_999), meta)
    const edges = [0, 1, 65_535, 65_536, 131_071, 131_072, 199_999]
    for (const start of edges)
      for (const end of edges)
        sameBytes(await read(artifacts, scope, artifact_id, { start, end }), bytes.slice(start, Math.max(start, end + 1)), `${start}-${end}`)
  },
  'a range that counts no whole bytes from 0 is refused': async ({ ports: { artifacts }, scope }) => {
    const { artifact_id } = await artifacts.put(scope, sample(5), meta)
    const wrong: ByteRange[] = [{ start: -1 }, { start: 0, end: -2 }, { start: 0.5 }, { start: Number.NaN }, { start: 0, end: Number.POSITIVE_INFINITY }]
    for (const range of wrong) await rejects(read(artifacts, scope, artifact_id, range), { code: 'invalid_input' })
  },
  'an id is made where none is given, and never twice': async ({ ports: { artifacts }, scope }) => {
    const stored = await Promise.all(Array.from({ length: 30 }, () => artifacts.put(scope, sample(3), meta)))
    strictEqual(new Set(stored.map(({ artifact_id }) => artifact_id)).size, 30)
    ok(stored.every(({ artifact_id }) => artifact_id.length >= 16))
  },
  'head and get return what put returned, names and columns included': async ({ ports: { artifacts }, scope }) => {
    const more = { ...meta, artifact_id: 'named', name: 'x\u0000😀.csv', items: 3, columns: ['a', '__proto__'] }
    const stored = await artifacts.put(scope, sample(3), more)
    const { bytes, sha256, created, ...rest } = stored
    deepStrictEqual(rest, more)
    deepStrictEqual([bytes, sha256, Number.isFinite(created)], [3, hash(sample(3)), true])
    deepStrictEqual(await artifacts.head(scope, 'named'), stored)
    deepStrictEqual((await artifacts.get(scope, 'named'))?.meta, stored)
  },
  'putting an id again replaces the whole, also what was paged before': async ({ ports: { artifacts }, scope }) => {
    await putArtifact(artifacts, scope, '[1]', { artifact_id: 'same' })
    await artifacts.page(scope, 'same', '', 0, 1)
    const second = await putArtifact(artifacts, scope, '[2,3]', { artifact_id: 'same' })
    deepStrictEqual(await artifacts.head(scope, 'same'), second)
    strictEqual(Buffer.from((await read(artifacts, scope, 'same')) ?? []).toString(), '[2,3]')
    deepStrictEqual((await artifacts.page(scope, 'same', '', 0, 9))?.items, [2, 3])
  },
  'deleted is unknown; deleting twice or what is not there is no error': async ({ ports: { artifacts }, scope }) => {
    const { artifact_id } = await putArtifact(artifacts, scope, '[1]')
    await artifacts.delete(scope, artifact_id)
    await artifacts.delete(scope, artifact_id)
    strictEqual(await artifacts.head(scope, artifact_id), undefined)
    strictEqual(await artifacts.get(scope, artifact_id), undefined)
    strictEqual(await artifacts.page(scope, artifact_id, '', 0, 1), undefined)
  },
  'gc removes what was made before, and tells how many': async ({ ports: { artifacts }, scope }) => {
    const other = someScope()
    const stored = [await putArtifact(artifacts, scope, '[1]'), await putArtifact(artifacts, scope, '[2]')]
    await putArtifact(artifacts, other, '[3]', { artifact_id: 'theirs' })
    await artifacts.gc(Math.min(...stored.map(({ created }) => created)))
    for (const { artifact_id } of stored) ok(await artifacts.head(scope, artifact_id))
    ok((await artifacts.gc(8_000_000_000_000)) >= 3)
    for (const { artifact_id } of stored) strictEqual(await artifacts.get(scope, artifact_id), undefined)
    strictEqual(await artifacts.head(other, 'theirs'), undefined)
  },
  'a foreign artifact is an unknown artifact, for reading, paging and deleting': async ({ ports: { artifacts }, scope }) => {
    const { artifact_id } = await putArtifact(artifacts, scope, '[1]')
    const stranger = someScope()
    strictEqual(await artifacts.head(stranger, artifact_id), undefined)
    strictEqual(await artifacts.get(stranger, artifact_id), undefined)
    strictEqual(await artifacts.get(stranger, artifact_id, { start: 0 }), undefined)
    strictEqual(await artifacts.page(stranger, artifact_id, '', 0, 1), undefined)
    await artifacts.delete(stranger, artifact_id)
    ok(await artifacts.head(scope, artifact_id))
    strictEqual(await artifacts.head({ owner: { ...scope.owner, tenant: 't' } }, artifact_id), undefined)
  },
  'the same id under two owners is two artifacts': async ({ ports: { artifacts }, scope }) => {
    const other = someScope()
    await putArtifact(artifacts, scope, '[1]', { artifact_id: 'shared' })
    await putArtifact(artifacts, other, '[2]', { artifact_id: 'shared' })
    deepStrictEqual((await artifacts.page(scope, 'shared', '', 0, 9))?.items, [1])
    await artifacts.delete(scope, 'shared')
    deepStrictEqual((await artifacts.page(other, 'shared', '', 0, 9))?.items, [2])
  },
}

/** Throws if the bytes differ, with the position of the first difference instead of a diff of the entire artifact. */
function sameBytes(actual: Uint8Array | undefined, expected: Uint8Array, what: string): void {
  if (actual && Buffer.compare(actual, expected) === 0) return
  const at = expected.findIndex((byte, index) => actual?.[index] !== byte)
  throw new Error(`${what}: ${actual?.byteLength ?? 'no'} bytes instead of ${expected.byteLength}, different from ${at < 0 ? expected.byteLength : at} on`)
}
