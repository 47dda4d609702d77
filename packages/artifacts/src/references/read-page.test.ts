import { createMemoryStore } from '@pf/core/memory'
import { describe, expect, it } from 'vitest'
import { createArtifactCollector } from '../collect/collector.ts'
import { compileMarks } from '../marking/compile-marks.ts'
import type { DataPage } from './read-page.ts'

const scope = { owner: { id: 'ann' } }
const marked = { artifact: true }
const marks = compileMarks({
  properties: {
    rows: marked,
    chart: marked,
    csv: { artifact: true, media_type: 'text/csv' },
    file: { artifact: true, media_type: 'image/png' },
    by: { items: { properties: { png: marked } } },
  },
})
const rows = Array.from({ length: 3_000 }, (_, id) => ({ id, name: `row number ${id}`, 'a/b': id % 7 }))

/** Returns a run whose artifacts were collected here, and the same run continued by another process. */
async function runs(value: Record<string, unknown>, tool = 'sales') {
  const { artifacts } = createMemoryStore()
  const asked = { gets: 0, pages: 0 }
  const store = {
    ...artifacts,
    get: (...args: Parameters<typeof artifacts.get>) => {
      asked.gets++
      return artifacts.get(...args)
    },
    page: (...args: Parameters<typeof artifacts.page>) => {
      asked.pages++
      return artifacts.page(...args)
    },
  }
  const first = createArtifactCollector({ runId: 'run', scope, store })
  await first.collect(tool, value, marks)
  const later = createArtifactCollector({ runId: 'run', scope, store })
  later.restore(JSON.parse(JSON.stringify(first.snapshot())))
  return { first, later, asked, store }
}

const codes = (page: DataPage) => (page.ok ? [] : page.issues.map(({ code, pointer }) => [code, pointer]))

describe('collector.page', () => {
  it('gives pages of rows, from memory and from the store alike', async () => {
    const { first, later, asked } = await runs({ rows })
    for (const run of [first, later]) {
      for (const [offset, limit] of [
        [0, 3],
        [2_998, 10],
        [3_000, 1],
        [10, 0],
      ] as const) {
        const columns = ['id', 'name', 'a/b']
        expect(await run.page({ $artifact: 'sales.rows' }, { offset, limit })).toEqual({
          ok: true,
          items: rows.slice(offset, offset + limit),
          offset,
          total: 3_000,
          columns,
        })
      }
    }
    expect(await first.page({ $artifact: 'sales.rows' })).toMatchObject({ items: { length: 100 } })
    expect(await first.page({ $artifact: 'sales.rows' }, { limit: 1e9 })).toMatchObject({ items: { length: 1_000 } })
    expect(asked).toEqual({ gets: 0, pages: 4 })
    expect(later.resolve('sales.rows')).toMatchObject({ unloaded: true })
  })

  it('reads every row once when the next page starts behind the last', async () => {
    const heavy = Array.from({ length: 300 }, (_, id) => ({ id, text: 'x'.repeat(20_000) }))
    const { first, later } = await runs({ rows: heavy })
    for (const run of [first, later]) {
      const seen: unknown[] = []
      for (let total = 1, pages = 0; seen.length < total; pages++) {
        const page = await run.page({ $artifact: 'sales.rows', select: ['id'] }, { offset: seen.length, limit: 1_000 })
        if (!page.ok || page.items.length === 0 || pages > 10) throw new Error('no page')
        seen.push(...page.items)
        total = page.total
      }
      expect(seen).toEqual(heavy.map(({ id }) => ({ id })))
      const page = await run.page({ $artifact: 'sales.rows' }, { limit: 1_000 })
      expect(JSON.stringify(page).length).toBeLessThan(1.1 * 1024 * 1024)
    }
  })

  it('applies path, select and limit of the reference', async () => {
    const { first, later } = await runs({ chart: { series: [{ data: rows }, { data: [] }], pad: 'x'.repeat(40_000) } })
    for (const run of [first, later]) {
      expect(await run.page({ $artifact: 'sales.chart', path: '/series/0/data', select: ['name', 'a/b'], limit: 5 }, { offset: 3, limit: 50 })).toEqual({
        ok: true,
        items: rows.slice(3, 5).map((row) => ({ name: row.name, 'a/b': row['a/b'] })),
        offset: 3,
        total: 5,
        columns: ['name', 'a/b'],
      })
      expect(await run.page({ $artifact: 'sales.chart.series.0', path: '/data' }, { limit: 1 })).toMatchObject({ items: rows.slice(0, 1), total: 3_000 })
      expect(await run.page({ $artifact: 'sales.chart', path: '/series/1/data' })).toMatchObject({ ok: true, items: [], total: 0 })
    }
  })

  it('refuses what has no rows, and says what it is', async () => {
    const { first, later } = await runs({ csv: `a,b\n${'1,2\n'.repeat(20_000)}`, file: Buffer.alloc(50_000), chart: { a: 'x'.repeat(40_000), list: [1, 2] } })
    for (const run of [first, later]) {
      expect(await run.page({ $artifact: 'sales.csv' })).toMatchObject({
        ok: false,
        issues: [{ code: 'schema_invalid', expected: expect.stringContaining('text/csv') }],
      })
      expect(await run.page({ $artifact: 'sales.file' })).toMatchObject({
        ok: false,
        issues: [{ code: 'schema_invalid', expected: expect.stringContaining('image/png') }],
      })
      expect(codes(await run.page({ $artifact: 'sales.chart' }))).toEqual([['schema_invalid', '']])
      expect(codes(await run.page({ $artifact: 'sales.chart', path: '/list', select: ['a'] }))).toEqual([['schema_invalid', '/select']])
    }
  })

  it('names what exists where a name is wrong', async () => {
    const { first, later } = await runs({ rows, chart: { a: { list: [1] } } })
    expect(await first.page({ $artifact: 'sales.row' })).toMatchObject({ issues: [{ code: 'unknown_reference', suggestion: 'sales.rows' }] })
    expect(await first.page({ $artifact: 'sales.chart', path: '/b' })).toMatchObject({ issues: [{ code: 'unknown_path', pointer: '/path', suggestion: 'a' }] })
    for (const run of [first, later])
      expect(await run.page({ $artifact: 'sales.rows', select: ['id', 'nmae'] })).toMatchObject({
        issues: [{ code: 'unknown_path', pointer: '/select/1', suggestion: 'name' }],
      })
  })

  it('takes hostile requests for what they are', async () => {
    const { first, later } = await runs({ rows })
    for (const wrong of [
      null,
      'sales.rows',
      [],
      {},
      { $artifact: 1 },
      { $artifact: 'sales.rows', path: 'x' },
      { $artifact: 'sales.rows', extra: 1 },
      { $artifact: 'sales.rows', limit: 0 },
    ])
      expect((await first.page(wrong)).ok).toBe(false)
    for (const wrong of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60, '1' as never]) {
      expect(codes(await first.page({ $artifact: 'sales.rows' }, { offset: wrong }))).toEqual([['invalid_input', '/offset']])
    }
    for (const path of ['/__proto__', '/constructor', '/length', '/-1'])
      for (const run of [first, later]) expect((await run.page({ $artifact: 'sales.rows', path })).ok).toBe(false)
  })

  it('says so when the store has lost the artifact or cannot be read', async () => {
    const { later, store } = await runs({ rows })
    const artifact_id = (later.getAll() as { sales: { rows: { artifact_id: string } } }).sales.rows.artifact_id
    store.page = () => Promise.reject(new Error('down at /secret'))
    expect(await later.page({ $artifact: 'sales.rows' })).toEqual({
      ok: false,
      issues: [{ code: 'store_failed', pointer: '/$artifact', expected: 'a store that can be read' }],
    })
    await store.delete(scope, artifact_id)
    store.page = async () => undefined
    expect((await later.page({ $artifact: 'sales.rows' })).ok).toBe(false)
  })

  it('reads lists that are kept in parts, also after a restart', async () => {
    const { first, later } = await runs({ by: [{ png: 'x'.repeat(40_000) }, { label: 'none' }, { png: 'b' }] })
    const items = [{ png: 'x'.repeat(40_000) }, null, { png: 'b' }]
    for (const run of [first, later]) expect(await run.page({ $artifact: 'sales.by' })).toMatchObject({ ok: true, items, total: 3 })
  })

  it('pages another owner has are unknown', async () => {
    const { first, store } = await runs({ rows })
    const stranger = createArtifactCollector({ runId: 'run', scope: { owner: { id: 'bob' } }, store })
    stranger.restore(JSON.parse(JSON.stringify(first.snapshot())))
    expect((await stranger.page({ $artifact: 'sales.rows' })).ok).toBe(false)
  })
})
