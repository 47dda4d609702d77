import { type ArtifactReference, PfError } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { describe, expect, it } from 'vitest'
import { compileMarks } from '../marking/compile-marks.ts'
import { redact } from '../redact/redact.ts'
import { resolveReferences } from '../references/resolve-references.ts'
import { createArtifactCollector } from './collector.ts'

const scope = { owner: { id: 'ann' } }
const marked = { artifact: true }
const marks = compileMarks({ properties: { chart: marked, rows: marked, file: { artifact: true, media_type: 'image/png' }, text: { type: 'string' } } })
const kilobytes = (count: number) => 'x'.repeat(count * 1024)

function withStore(limits = {}) {
  const { artifacts } = createMemoryStore()
  return { store: artifacts, collector: createArtifactCollector({ runId: 'run', scope, store: artifacts, limits }) }
}

async function read(store: ReturnType<typeof withStore>['store'], reference: unknown) {
  const found = await store.get(scope, (reference as ArtifactReference).artifact_id)
  const parts: Uint8Array[] = []
  for await (const part of found?.body ?? []) parts.push(part)
  return Buffer.concat(parts)
}

describe('createArtifactCollector', () => {
  it('[000-pay-04] [000-coll-01] takes the marked fields of the full result', async () => {
    const collector = createArtifactCollector({ runId: 'run' })
    await collector.collect('sales', { text: 'up', chart: { a: 1 }, rows: [1, 2] }, marks)
    expect(collector.getAll()).toEqual({ sales: { chart: { a: 1 }, rows: [1, 2] } })
  })

  it('[000-coll-03] [000-coll-04] keeps the artifacts of every call, later ones under name#2', async () => {
    const collector = createArtifactCollector({ runId: 'run' })
    for (const chart of [1, 2, null, 3]) await collector.collect('draw', { chart }, marks)
    await collector.collect('other', { chart: 4 }, marks)
    expect(collector.getAll()).toEqual({ draw: { chart: 1 }, 'draw#2': { chart: 2 }, 'draw#3': { chart: 3 }, other: { chart: 4 } })
  })

  it('never gives two calls one key, whatever the tools are called', async () => {
    const collector = createArtifactCollector({ runId: 'run' })
    for (const tool of ['a', 'a#2', 'a', 'a#2', '__proto__']) await collector.collect(tool, { chart: tool }, marks)
    const refs = collector.list().map(({ ref }) => ref)
    expect(Object.keys(collector.getAll())).toEqual(['a', 'a#2', 'a#3', 'a#2#2', '__proto__'])
    expect(refs).toEqual(['a.chart', 'a%232.chart', 'a#3.chart', 'a%232#2.chart', '__proto__.chart'])
    expect(refs.map((ref) => collector.resolve(ref))).toEqual(['a', 'a#2', 'a', 'a#2', '__proto__'].map((value) => ({ found: true, value })))
  })

  it('keeps the place of marked fields within maps and lists', async () => {
    const nested = compileMarks({
      properties: { hits: { items: { properties: { png: marked } } }, by: { additionalProperties: { properties: { png: marked } } } },
    })
    const collector = createArtifactCollector({ runId: 'run' })
    await collector.collect('t', { hits: [{ id: 1 }, { png: 'a' }], by: { north: { png: 'b', label: 'N' } } }, nested)
    expect(collector.getAll()).toEqual({ t: { hits: [null, { png: 'a' }], by: { north: { png: 'b' } } } })
    expect(collector.resolve('t.hits.1.png')).toEqual({ found: true, value: 'a' })
    expect(collector.resolve('t.by')).toEqual({ found: true, value: { north: { png: 'b' } } })
  })

  it('puts a result that is itself an artifact, or a list, under result', async () => {
    const collector = createArtifactCollector({ runId: 'run' })
    const rows = [{ a: 1 }]
    const whole = compileMarks({ type: 'array', artifact: true })
    const collected = await collector.collect('rows', rows, whole)
    expect(collector.getAll()).toEqual({ rows: { result: rows } })
    expect(redact(rows, whole, collected)).toBe('<artifact:list size=1 items ref=rows.result>')
    await collector.collect('list', [{ png: 'a' }], compileMarks({ items: { properties: { png: marked } } }))
    expect(collector.getAll()).toMatchObject({ list: { result: [{ png: 'a' }] } })
  })

  it('keeps a long list of artifacts as one', async () => {
    const { collector, store } = withStore()
    const rows = Array.from({ length: 5_000 }, (_, index) => ({ id: index, png: `image ${index}` }))
    const collected = await collector.collect('t', { rows }, compileMarks({ properties: { rows: { items: { properties: { png: marked } } } } }))
    expect(collected.entries).toEqual([{ pointer: '/rows', ref: 't.rows', kind: 'list', bytes: expect.any(Number), items: 5_000, columns: ['png'] }])
    expect(collected.stored).toHaveLength(1)
    expect(await store.page(scope, collected.stored[0]?.artifact_id ?? '', '', 4_999, 1)).toMatchObject({ items: [{ png: 'image 4999' }] })
    expect(collector.resolve('t.rows.4999.png')).toMatchObject({ found: true, value: 'image 4999', reference: { path: '/4999/png' } })
  })

  it('[000-coll-07] gives copies, and is not reached by later changes of the result or of what it gave', async () => {
    const collector = createArtifactCollector({ runId: 'run' })
    const chart = { series: [1] }
    await collector.collect('t', { chart }, marks)
    chart.series.push(2)
    ;(collector.getAll() as { t: { chart: typeof chart } }).t.chart.series.push(3)
    const resolution = collector.resolve('t.chart')
    expect(() => (resolution as unknown as { value: typeof chart }).value.series.push(4)).toThrow(TypeError)
    expect(collector.getAll()).toEqual({ t: { chart: { series: [1] } } })
  })

  it('[000-oq-03] puts artifacts above 32 KB into the store and their references into the payload', async () => {
    const { collector, store } = withStore()
    const rows = Array.from({ length: 1_000 }, (_, id) => ({ id, name: `a name of some length ${id}` }))
    const collected = await collector.collect('t', { chart: { a: kilobytes(32) }, rows, text: 'x' }, marks)
    const { chart, rows: kept } = (collector.getAll() as { t: Record<string, Record<string, unknown>> }).t
    expect(chart).toEqual({
      artifact_id: expect.any(String),
      media_type: 'application/json',
      bytes: 32 * 1024 + 8,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(kept).toMatchObject({ items: 1_000, columns: ['id', 'name'] })
    expect(JSON.parse((await read(store, kept)).toString())).toEqual(rows)
    expect(collected.stored.map(({ source_tool, run_id }) => [source_tool, run_id])).toEqual([
      ['t', 'run'],
      ['t', 'run'],
    ])
    expect(collector.resolve('t.rows')).toMatchObject({ found: true, value: rows, reference: kept })
  })

  it('stores what would make the payload larger than 256 KB', async () => {
    const { collector } = withStore()
    for (let call = 0; call < 10; call++) await collector.collect('t', { chart: kilobytes(30) }, marks)
    const payload = collector.getAll() as Record<string, { chart: unknown }>
    expect(Object.values(payload).filter(({ chart }) => typeof chart === 'string')).toHaveLength(8)
    expect(JSON.stringify(payload).length).toBeLessThan(256 * 1024)
  })

  it('[000-mark-04] stores bytes of every kind, with their media type', async () => {
    const { collector, store } = withStore()
    const values = [
      new Uint8Array([1, 2]),
      new Uint8Array([1, 2]).buffer,
      new DataView(new Uint8Array([0, 1, 2]).buffer, 1),
      new Blob([new Uint8Array([1, 2])], { type: 'image/gif' }),
      'AQI=',
      'data:image/webp;base64,AQI=',
    ]
    for (const file of values) await collector.collect('t', { file }, marks)
    const references = Object.values(collector.getAll() as unknown as Record<string, { file: ArtifactReference }>).map(({ file }) => file)
    expect(references.map(({ media_type, bytes }) => [media_type, bytes])).toEqual(
      ['png', 'png', 'png', 'png', 'png', 'webp'].map((type) => [`image/${type}`, 2]),
    )
    for (const reference of references) expect([...(await read(store, reference))]).toEqual([1, 2])
    expect(collector.list()[0]).toEqual({ ref: 't.file', kind: 'bytes', size: '2B', source_tool: 't' })
  })

  it('keeps text as text, with its media type', async () => {
    const { collector, store } = withStore({ inlineFieldBytes: 1 })
    await collector.collect(
      't',
      { csv: 'a,b\n1,2', plain: 'AQI=' },
      compileMarks({ properties: { csv: { artifact: true, media_type: 'text/csv' }, plain: marked } }),
    )
    const { csv, plain } = (collector.getAll() as unknown as { t: Record<string, ArtifactReference> }).t
    expect([csv?.media_type, plain?.media_type]).toEqual(['text/csv', 'text/plain'])
    expect((await read(store, csv)).toString()).toBe('a,b\n1,2')
  })

  it('keeps bytes as base64 text where there is no store', async () => {
    const collector = createArtifactCollector({ runId: 'run' })
    await collector.collect('t', { file: new Uint8Array([1, 2]), chart: [new Blob(['hi'])] }, marks)
    expect(collector.getAll()).toEqual({ t: { file: 'AQI=', chart: ['aGk='] } })
  })

  it('[000-oq-01] warns from 1 MB on and leaves out what is above the limits', async () => {
    const collector = createArtifactCollector({ runId: 'run', limits: { artifactBytes: 2 * 1024 * 1024, runBytes: 3 * 1024 * 1024 } })
    const collect = async (count: number) => (await collector.collect('t', { chart: kilobytes(count) }, marks)).warnings
    expect(await collect(1_024)).toEqual([])
    expect(await collect(1_025)).toEqual([{ code: 'artifact_large', text: 't#2.chart has 2MB.' }])
    expect(await collect(2_049)).toEqual([{ code: 'artifact_too_large', text: expect.stringContaining('t#3.chart has 3MB') }])
    expect(await collect(1_024)).toEqual([{ code: 'artifacts_full', text: expect.stringContaining('t#4.chart') }])
    expect(Object.keys(collector.getAll())).toEqual(['t', 't#2'])
  })

  it('hides an artifact from the model also when it had to leave it out', async () => {
    const collector = createArtifactCollector({ runId: 'run', limits: { artifactBytes: 10 } })
    const observation = { chart: 'SECRET and more', rows: [1] }
    const collected = await collector.collect('t', observation, marks)
    expect(redact(observation, marks, collected)).toEqual({ chart: '<artifact:str size=15B>', rows: '<artifact:list size=1 items ref=t.rows>' })
  })

  it('keeps an artifact in the payload when the store refuses it', async () => {
    const { store } = withStore()
    const broken = { ...store, put: async () => Promise.reject(new Error('disk full at /secret/path')) }
    const collector = createArtifactCollector({ runId: 'run', scope, store: broken })
    const { warnings, stored } = await collector.collect('t', { chart: kilobytes(40) }, marks)
    expect(warnings).toEqual([{ code: 'store_failed', text: 't.chart (40KB) could not be stored; it stays in the payload.' }])
    expect(stored).toEqual([])
    expect(collector.getAll()).toEqual({ t: { chart: kilobytes(40) } })
  })

  it('does not throw for results that cannot be read', async () => {
    const collector = createArtifactCollector({ runId: 'run' })
    const loop: Record<string, unknown> = {}
    loop.chart = { loop }
    loop.self = loop
    const throwing = Object.defineProperty({}, 'chart', {
      enumerable: true,
      get: () => {
        throw new Error('no')
      },
    })
    for (const value of [loop, throwing, null, undefined, 'text', 7]) expect((await collector.collect('t', value, marks)).warnings).toEqual([])
    expect(collector.getAll()).toEqual({ t: { chart: { loop: { chart: '[circular]', self: '[circular]' } } } })
  })

  it('numbers parallel calls in the order in which they came', async () => {
    const { collector } = withStore()
    const collected = await Promise.all([kilobytes(40), 'small', kilobytes(50)].map((chart) => collector.collect('t', { chart }, marks)))
    expect(collected.map(({ key }) => key)).toEqual(['t', 't#2', 't#3'])
    expect(collector.getAll()).toMatchObject({ t: { chart: { bytes: 40 * 1024 } }, 't#2': { chart: 'small' }, 't#3': { chart: { bytes: 50 * 1024 } } })
  })

  it('lists what there is without its content', async () => {
    const collector = createArtifactCollector({ runId: 'run' })
    await collector.collect('t', { chart: { a: 'SECRET' }, rows: [{ a: 1, b: 2 }] }, marks)
    expect(collector.list()).toEqual([
      { ref: 't.chart', kind: 'dict', size: '14B', source_tool: 't' },
      { ref: 't.rows', kind: 'list', items: 1, columns: ['a', 'b'], source_tool: 't' },
    ])
  })

  it('tells the names that exist where a REF leads nowhere', async () => {
    const collector = createArtifactCollector({ runId: 'run' })
    await collector.collect('t', { chart: { 'a.b': 1, c: [1] } }, marks)
    for (const ref of ['', 't', 'u.chart', 't#2.chart', 't#0.chart', 't#1#1.chart', '%E0%A4%A.x'])
      expect(collector.resolve(ref)).toEqual({ found: false, known: ['t.chart'] })
    expect(collector.resolve('t.other')).toEqual({ found: false, known: ['t.chart'] })
    expect(collector.resolve('t.chart.x')).toEqual({ found: false, known: ['t.chart.a%2Eb', 't.chart.c'] })
    expect(collector.resolve('t.chart.constructor')).toMatchObject({ found: false })
    expect(collector.resolve('t.chart.c.length')).toEqual({ found: false, known: ['t.chart.c'] })
    expect(collector.resolve('t.chart.a%2Eb')).toEqual({ found: true, value: 1 })
    expect(collector.resolve('t.chart.c.0')).toEqual({ found: true, value: 1 })
  })

  it('continues from its snapshot in another process', async () => {
    const { collector, store } = withStore()
    const rows = Array.from({ length: 3_000 }, (_, id) => ({ id, name: 'x'.repeat(20) }))
    await collector.collect('t', { chart: { a: 1 }, rows, file: new Uint8Array([1, 2]) }, marks)
    await collector.collect('empty', { file: new Uint8Array(0) }, marks)
    const snapshot = JSON.parse(JSON.stringify(collector.snapshot()))
    expect(JSON.stringify(snapshot).length).toBeLessThan(3_000)
    const restored = createArtifactCollector({ runId: 'run', scope, store })
    restored.restore(snapshot)
    expect(restored.getAll()).toEqual(collector.getAll())
    expect(restored.list()).toEqual(collector.list())
    expect(restored.resolve('t.chart.a')).toEqual({ found: true, value: 1 })
    expect(restored.resolve('t.rows')).toMatchObject({ found: true, value: null, unloaded: true })
    const props = { rows: { $artifact: 't.rows' } }
    expect(resolveReferences(props, restored, { dataPaths: ['/rows'] })).toMatchObject({ ok: false, issues: [{ code: 'store_failed' }] })
    await restored.prepare(props)
    expect(resolveReferences(props, restored, { dataPaths: ['/rows'] })).toEqual(resolveReferences(props, collector, { dataPaths: ['/rows'] }))
    await restored.collect('t', { chart: 2 }, marks)
    expect(restored.getAll()).toMatchObject({ 't#2': { chart: 2 } })
  })

  it('keeps everything in its snapshot where there is no store', async () => {
    const collector = createArtifactCollector({ runId: 'run' })
    await collector.collect('t', { chart: kilobytes(50), file: new Uint8Array([1]) }, marks)
    const restored = createArtifactCollector({ runId: 'run' })
    restored.restore(collector.snapshot())
    expect(restored.getAll()).toEqual(collector.getAll())
    expect(restored.resolve('t.file')).toEqual({ found: true, value: 'AQ==' })
  })

  it('forgets what the store no longer has, and tells when the store is down', async () => {
    const { collector, store } = withStore({ inlineFieldBytes: 1 })
    await collector.collect('t', { chart: 'abc', rows: [1, 2] }, marks)
    const again = (get = store.get) => {
      const restored = createArtifactCollector({ runId: 'run', scope, store: { ...store, get } })
      restored.restore(collector.snapshot())
      return restored
    }
    const gone = again(async () => undefined)
    await gone.prepare({ $artifact: 't.chart' })
    expect(gone.resolve('t.chart')).toEqual({ found: false, known: ['t.rows'] })
    await expect(again(async () => Promise.reject(new Error('down'))).prepare([{ $artifact: 't.chart' }])).rejects.toMatchObject({ code: 'store_failed' })
  })

  it.each([null, 1, {}, { version: 2, calls: [] }, { version: 1, calls: [{ tool: 't', call: 1, artifacts: [{}] }] }])(
    'refuses a snapshot it did not write: %j',
    (value) => {
      expect(() => createArtifactCollector({ runId: 'run' }).restore(value)).toThrow(PfError)
    },
  )

  it('refuses a snapshot that names a place far out in a list', async () => {
    const collector = createArtifactCollector({ runId: 'run' })
    await collector.collect('t', { chart: 1 }, marks)
    const text = JSON.stringify(collector.snapshot())
    const far = JSON.parse(text.replace('"path":["chart"]', '"path":["chart",4000000000]'))
    expect(() => collector.restore(far)).toThrow(PfError)
    expect(() => collector.restore(JSON.parse(text))).not.toThrow()
  })

  it('reads no Blobs above the limit', async () => {
    const collector = createArtifactCollector({ runId: 'run', limits: { artifactBytes: 5 } })
    for (const value of [new Blob(['123456']), [new Blob(['123']), { more: new Blob(['456']) }]]) {
      const { entries, warnings } = await collector.collect('t', { chart: value }, marks)
      expect([entries, warnings]).toEqual([[], [{ code: 'artifact_too_large', text: expect.stringContaining('has 6B') }]])
    }
  })

  it('writes no artifact that repeats one text until it is over the limit', async () => {
    const collector = createArtifactCollector({ runId: 'run', limits: { artifactBytes: 1_000 } })
    const text = 'x'.repeat(500)
    const bytes = new Uint8Array(500)
    for (const part of [text, bytes, { [text]: 1 }]) {
      let reads = 0
      const items = Array.from({ length: 1_000 }, () => part)
      const list = new Proxy(items, {
        get: (target, key) => {
          if (key === '999') reads++
          return Reflect.get(target, key)
        },
      })
      const { warnings } = await collector.collect('t', { chart: list }, marks)
      expect(warnings).toEqual([{ code: 'artifact_too_large', text: expect.any(String) }])
      expect(reads).toBe(1)
    }
  })

  it('refuses a store without an owner', () => {
    expect(() => createArtifactCollector({ runId: 'run', store: createMemoryStore().artifacts })).toThrow(PfError)
  })

  it('serializes an artifact once, as a bound on its cost', async () => {
    let reads = 0
    const get = (target: object, key: PropertyKey) => {
      if (key === 'name') reads++
      return Reflect.get(target, key)
    }
    const row = () => new Proxy({ id: 1, name: 'row' }, { get })
    const chart = { series: Array.from({ length: 1_000 }, row) }
    await createArtifactCollector({ runId: 'run' }).collect('t', { chart }, marks)
    // Each item is read three times: to search for Blobs, to check that it is JSON, and to write it.
    expect(reads).toBe(3 * 1_000)
  })
})
