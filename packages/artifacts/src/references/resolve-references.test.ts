import type { JsonValue } from '@pf/core'
import { maxReferences } from '@pf/core/internal'
import { createMemoryStore } from '@pf/core/memory'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createArtifactCollector } from '../collect/collector.ts'
import { referencesIn } from '../kept/load-referenced.ts'
import { compileMarks } from '../marking/compile-marks.ts'
import { redact } from '../redact/redact.ts'
import { resolveReferences } from './resolve-references.ts'

const scope = { owner: { id: 'ann' } }
const marks = compileMarks({ properties: { rows: { artifact: true }, chart: { artifact: true }, png: { artifact: true, media_type: 'image/png' } } })
const rows = [
  { id: 1, name: 'a', price: 1.5 },
  { id: 2, name: 'b', price: 2.5 },
  { id: 3, name: 'c' },
]
const chart = { series: [{ data: [1, 2, 3] }], note: { $artifact: 't.rows' } }

async function collect(values: Record<string, unknown> = { rows, chart }, store = false) {
  const collector = createArtifactCollector({ runId: 'run', ...(store ? { scope, store: createMemoryStore().artifacts } : {}) })
  await collector.collect('t', values, marks)
  return collector
}

const many = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: `row number ${id}`, price: id / 2 }))

describe('resolveReferences', () => {
  it('puts the data in the place of the reference and tells what it was', async () => {
    expect(resolveReferences({ title: 'x', rows: { $artifact: 't.rows' } }, await collect(), { dataPaths: ['/rows'] })).toEqual({
      ok: true,
      props: { title: 'x', rows },
      referenced: [{ pointer: '/rows', ref: 't.rows', rows }],
    })
  })

  const narrowed: [string, object, JsonValue][] = [
    ['path', { $artifact: 't.chart', path: '/series/0/data' }, [1, 2, 3]],
    ['a way in the REF', { $artifact: 't.chart.series.0.data' }, [1, 2, 3]],
    ['select', { $artifact: 't.rows', select: ['name', 'price'] }, [{ name: 'a', price: 1.5 }, { name: 'b', price: 2.5 }, { name: 'c' }]],
    ['limit', { $artifact: 't.rows', limit: 1 }, rows.slice(0, 1)],
    ['a limit above the number of rows', { $artifact: 't.rows', limit: 99 }, rows],
    ['all of them', { $artifact: 't.rows', path: '', select: ['id'], limit: 2 }, [{ id: 1 }, { id: 2 }]],
    ['select on one object', { $artifact: 't.rows', path: '/0', select: ['id'] }, { id: 1 }],
  ]
  it.each(narrowed)('narrows by %s', async (_, reference, expected) => {
    expect(resolveReferences({ rows: reference }, await collect(), { dataPaths: ['/rows'] })).toMatchObject({ ok: true, props: { rows: expected } })
  })

  it('resolves references anywhere under a data path, also in lists', async () => {
    const props = { option: { series: [{ type: 'bar', data: { $artifact: 't.rows', limit: 1 } }, { data: [1, { $artifact: 't.rows', path: '/1/id' }] }] } }
    expect(resolveReferences(props, await collect(), { dataPaths: ['/option/series/*/data'] })).toMatchObject({
      ok: true,
      props: { option: { series: [{ type: 'bar', data: rows.slice(0, 1) }, { data: [1, 2] }] } },
    })
  })

  it('takes a data path with indices for that place only', async () => {
    const props = { items: [{ props: { rows: { $artifact: 't.rows' } } }, { props: { rows: { $artifact: 't.rows' } } }] }
    expect(resolveReferences(props, await collect(), { dataPaths: ['/items/0/props/rows'] })).toMatchObject({
      ok: false,
      issues: [{ code: 'reference_not_allowed', pointer: '/items/1/props/rows' }],
    })
    expect(resolveReferences(props, await collect(), { dataPaths: ['/items/*/props/rows'] })).toMatchObject({ ok: true, referenced: { length: 2 } })
  })

  it('follows nothing inside referenced data', async () => {
    const resolved = resolveReferences({ rows: { $artifact: 't.chart' } }, await collect(), { dataPaths: ['/rows'] })
    expect(resolved).toMatchObject({ ok: true, props: { rows: { note: { $artifact: 't.rows' } } }, referenced: { length: 1 } })
  })

  it('takes what a placeholder names, literally', async () => {
    const tool = 'my tool.v2'
    const collector = createArtifactCollector({ runId: 'run' })
    const data = { 'the rows > 5%': rows }
    const schema = compileMarks({ properties: { 'the rows > 5%': { artifact: true } } })
    const seen = redact(data, schema, await collector.collect(tool, data, schema)) as Record<string, string>
    const ref = / ref=(.*)>$/.exec(seen['the rows > 5%'] ?? '')?.[1]
    expect(ref).toBe('my%20tool%2Ev2.the%20rows%20%3E%205%25')
    expect(resolveReferences({ rows: { $artifact: ref } }, collector, { dataPaths: ['/rows'] })).toMatchObject({ ok: true, props: { rows } })
  })

  it('keeps props without references as they are', async () => {
    const props = { a: [{ b: 1 }], text: 'x' }
    const resolved = resolveReferences(props, await collect(), { dataPaths: ['/a'] })
    expect(resolved.ok && resolved.props).toBe(props)
  })

  const faults: [string, unknown, object][] = [
    [
      'an unknown REF',
      { $artifact: 't.row' },
      { code: 'unknown_reference', pointer: '/rows/$artifact', expected: 'one of: t.rows, t.chart', received: 't.row', suggestion: 't.rows' },
    ],
    ['a whole placeholder as REF', { $artifact: '<artifact:list size=3 items ref=t.rows>' }, { code: 'unknown_reference', suggestion: 't.rows' }],
    ['another run', { $artifact: 'other_run.rows' }, { code: 'unknown_reference' }],
    [
      'an unknown path',
      { $artifact: 't.chart', path: '/serie/0' },
      { code: 'unknown_path', pointer: '/rows/path', expected: 'one of: series, note', received: 'serie', suggestion: 'series' },
    ],
    ['an index out of range', { $artifact: 't.rows', path: '/9' }, { code: 'unknown_path', expected: 'one of: 0 to 2' }],
    ['an inherited name', { $artifact: 't.chart', path: '/constructor' }, { code: 'unknown_path' }],
    [
      'an unknown column',
      { $artifact: 't.rows', select: ['id', 'nam'] },
      { code: 'unknown_path', pointer: '/rows/select/1', expected: 'one of: id, name, price', suggestion: 'name' },
    ],
    ['select on numbers', { $artifact: 't.chart', path: '/series/0/data', select: ['x'] }, { code: 'schema_invalid', pointer: '/rows/select' }],
    ['limit on an object', { $artifact: 't.chart', limit: 1 }, { code: 'schema_invalid', pointer: '/rows/limit' }],
    ['a limit of 0', { $artifact: 't.rows', limit: 0 }, { code: 'schema_invalid', pointer: '/rows/limit' }],
    ['a limit as text', { $artifact: 't.rows', limit: '5' }, { code: 'schema_invalid', received: '5' }],
    ['a path that is no pointer', { $artifact: 't.rows', path: 'rows' }, { code: 'schema_invalid', pointer: '/rows/path' }],
    ['a REF that is no text', { $artifact: 7 }, { code: 'schema_invalid', pointer: '/rows/$artifact', received: 'number' }],
    ['keys that a reference does not have', { $artifact: 't.rows', offset: 1 }, { code: 'schema_invalid', pointer: '/rows/offset' }],
    [
      'a placeholder copied as data',
      '<artifact:list size=3 items ref=t.rows>',
      { code: 'schema_invalid', pointer: '/rows', suggestion: '{"$artifact":"t.rows"}' },
    ],
    [
      'a stored reference it made up',
      { artifact_id: 'guess', media_type: 'application/json', bytes: 1, sha256: 'x' },
      { code: 'unsafe_value', pointer: '/rows' },
    ],
  ]
  it.each(faults)('says what is wrong with %s', async (_, value, issue) => {
    expect(resolveReferences({ rows: value }, await collect(), { dataPaths: ['/rows'] })).toMatchObject({ ok: false, issues: [issue] })
  })

  it('lets references stand only where data may', async () => {
    const props = { title: { $artifact: 't.rows' }, rows: [], deep: { rows: { $artifact: 't.rows' } } }
    expect(resolveReferences(props, await collect(), { dataPaths: ['/rows'] })).toEqual({
      ok: false,
      issues: ['/title', '/deep/rows'].map((pointer) => ({ code: 'reference_not_allowed', pointer, expected: 'references only at /rows', received: 't.rows' })),
    })
    expect(resolveReferences({ $artifact: 't.rows' }, await collect(), { dataPaths: ['/rows'] })).toMatchObject({ ok: false, issues: [{ pointer: '' }] })
  })

  it('finds every fault at once, but not without end', async () => {
    const props = { rows: Array.from({ length: 500 }, () => ({ $artifact: 'no.where' })) }
    const resolved = resolveReferences(props, await collect(), { dataPaths: ['/rows'] })
    expect(!resolved.ok && resolved.issues.length).toBe(20)
  })

  it('[003-meta-09] keeps the reference of stored data above the inline limit, so that props stay small, with its rows for checking', async () => {
    const collector = await collect({ rows: many(1_000) }, true)
    const resolved = resolveReferences({ rows: { $artifact: 't.rows' } }, collector, { dataPaths: ['/rows'] })
    const reference = {
      artifact_id: expect.any(String),
      media_type: 'application/json',
      bytes: expect.any(Number),
      sha256: expect.any(String),
      items: 1_000,
      columns: ['id', 'name', 'price'],
    }
    expect(resolved).toEqual({ ok: true, props: { rows: reference }, referenced: [{ pointer: '/rows', ref: 't.rows', rows: many(1_000), reference }] })
    const size = (value: unknown) => JSON.stringify(value).length
    expect([resolved.ok && size(resolved.props) < 300, size(many(1_000)) > 32 * 1024]).toEqual([true, true])
  })

  it('says with path, select and limit what of the stored data is meant, and measures that', async () => {
    const collector = await collect({ chart: { sheets: [{ rows: many(2_000) }] } }, true)
    const props = { rows: { $artifact: 't.chart', path: '/sheets/0/rows', select: ['name'], limit: 1_500 } }
    expect(resolveReferences(props, collector, { dataPaths: ['/rows'] })).toMatchObject({
      props: { rows: { path: '/sheets/0/rows', select: ['name'], limit: 1_500, items: 1_500, columns: ['name'] } },
    })
    const all = resolveReferences({ rows: { ...props.rows, select: ['id', 'name'], limit: 5_000 } }, collector, { dataPaths: ['/rows'] })
    expect(all).toMatchObject({ props: { rows: { path: '/sheets/0/rows', select: ['id', 'name'], items: 2_000 } } })
    expect(all.ok && Object.keys(all.props.rows as object)).not.toContain('limit')
    const small = { rows: { $artifact: 't.chart', path: '/sheets/0/rows', limit: 2 } }
    expect(resolveReferences(small, collector, { dataPaths: ['/rows'] })).toMatchObject({ props: { rows: many(2) } })
  })

  it('inlines stored objects and texts, which nothing reads in pages, up to 256 KB', async () => {
    const sheets = { names: many(1_000), select: 'x' }
    const collector = await collect({ chart: sheets, rows: 'y'.repeat(40_000) }, true)
    const props = { a: { $artifact: 't.chart' }, b: { $artifact: 't.rows' }, c: { $artifact: 't.chart', path: '/names' } }
    expect(resolveReferences(props, collector, { dataPaths: ['/a', '/b', '/c'] })).toMatchObject({
      props: { a: sheets, b: 'y'.repeat(40_000), c: { path: '/names', items: 1_000 } },
    })
    const large = await collect({ chart: { names: many(10_000) } }, true)
    expect(resolveReferences({ rows: { $artifact: 't.chart' } }, large, { dataPaths: ['/rows'] })).toMatchObject({
      ok: false,
      issues: [{ code: 'budget_exceeded', pointer: '/rows', expected: 'at most 262144 more bytes of data; use path or select' }],
    })
  })

  it('takes data of the shown component as it is when that is updated, and nothing that only looks like it', async () => {
    const collector = await collect({ rows: many(1_000), chart }, true)
    const options = { dataPaths: ['/rows', '/values', '/more'] }
    const first = resolveReferences({ rows: { $artifact: 't.rows', limit: 900 }, values: { $artifact: 't.chart' } }, collector, options)
    const shown = first.ok ? first.props : {}
    const { rows: stored, values } = shown
    expect(resolveReferences({ ...shown, title: 'new', more: { $artifact: 't.rows', limit: 1 } }, collector, { ...options, shown })).toMatchObject({
      ok: true,
      props: { rows: stored, values: chart, title: 'new', more: many(1) },
      referenced: [
        { pointer: '/rows', reference: stored },
        { pointer: '/values', rows: values },
        { pointer: '/more', ref: 't.rows' },
      ],
    })
    for (const forged of [{ ...(stored as object), limit: 1_000 }, { ...(stored as object) }])
      expect(resolveReferences({ ...shown, rows: forged }, collector, { ...options, shown })).toMatchObject({ ok: false, issues: [{ code: 'unsafe_value' }] })
    expect(resolveReferences({ ...shown, title: stored }, collector, { ...options, shown })).toMatchObject({ ok: false, issues: [{ pointer: '/title' }] })
  })

  it('never inlines bytes that are stored', async () => {
    const collector = await collect({ png: new Uint8Array([1, 2, 3]) }, true)
    expect(resolveReferences({ src: { $artifact: 't.png' } }, collector, { dataPaths: ['/src'] })).toMatchObject({
      props: { src: { media_type: 'image/png', bytes: 3 } },
    })
  })

  it('counts what it inlines, over all calls of a run', async () => {
    const collector = await collect({ rows: 'x'.repeat(998) })
    const budget = { inlined: 0 }
    const resolve = () => resolveReferences({ rows: { $artifact: 't.rows' } }, collector, { dataPaths: ['/rows'], budget, limits: { runBytes: 2_500 } })
    expect([resolve().ok, budget.inlined, resolve().ok, budget.inlined]).toEqual([true, 1_000, true, 2_000])
    expect(resolve()).toMatchObject({ ok: false, issues: [{ code: 'budget_exceeded', expected: expect.stringContaining('500') }] })
    expect(budget.inlined).toBe(2_000)
  })

  it('inlines no more into one component than 256 KB where there is a store', async () => {
    const collector = createArtifactCollector({ runId: 'run', scope, store: createMemoryStore().artifacts, limits: { inlineFieldBytes: 1 } })
    await collector.collect('t', { rows: ['x'.repeat(30_000)] }, marks)
    const props = { rows: Array.from({ length: 12 }, () => ({ $artifact: 't.rows' })) }
    const resolved = resolveReferences(props, collector, { dataPaths: ['/rows'] })
    const placed = resolved.ok ? (resolved.props.rows as JsonValue[]) : []
    expect(placed.filter((value) => Array.isArray(value))).toHaveLength(8)
    expect(placed.slice(8)).toMatchObject(Array.from({ length: 4 }, () => ({ items: 1 })))
  })

  it.each([null, 'text', [], 7, undefined])('takes only objects as props: %j', async (props) => {
    expect(resolveReferences(props, await collect(), { dataPaths: [] })).toMatchObject({ ok: false, issues: [{ code: 'schema_invalid', pointer: '' }] })
  })

  it('stays bounded with hostile props', async () => {
    let deep: unknown = {}
    for (let level = 0; level < 100_000; level++) deep = { a: deep }
    expect(resolveReferences(deep, await collect(), { dataPaths: [] })).toMatchObject({ ok: false, issues: [{ code: 'too_deep' }] })
    const wide = { a: Array.from({ length: 200_000 }, () => ({})) }
    expect(resolveReferences(wide, await collect(), { dataPaths: [] })).toMatchObject({ ok: false, issues: [{ code: 'too_many_nodes' }] })
    const greedy = { rows: Array.from({ length: 5_000 }, () => ({ $artifact: 't.rows' })) }
    expect(resolveReferences(greedy, await collect(), { dataPaths: ['/rows'] })).toMatchObject({ ok: false, issues: [{ code: 'too_many_nodes' }] })
  })

  it('walks no list that claims more items than may be looked at, and reports few faults of one reference', async () => {
    const collector = await collect()
    const lying: unknown[] = []
    lying.length = 4_000_000_000
    const shared = Array.from({ length: 1_000 }, () => 1)
    for (const props of [{ a: lying }, { a: Array.from({ length: 2_000 }, () => shared) }]) {
      expect(resolveReferences(props, collector, { dataPaths: [] })).toMatchObject({ ok: false, issues: [{ code: 'too_many_nodes' }] })
    }
    const crowded = { $artifact: 't.rows', ...Object.fromEntries(many(5_000).map(({ name }) => [name, 1])) }
    const refused = resolveReferences({ rows: crowded }, collector, { dataPaths: ['/rows'] })
    expect(refused.ok ? 0 : refused.issues.length).toBeLessThanOrEqual(20)
    expect(referencesIn([lying, new Uint8Array(1_000_000), { $artifact: 't.rows' }])).toEqual(['t.rows'])
  })

  it('loads no more artifacts than it resolves, and refuses a value with more references', async () => {
    const rows = Array.from({ length: maxReferences + 1 }, (_, index) => ({ $artifact: `t.rows_${index}` }))
    expect(referencesIn({ rows })).toHaveLength(maxReferences)
    const repeated = { rows: rows.map(() => ({ $artifact: 't.rows' })) }
    const refused = resolveReferences(repeated, await collect(), { dataPaths: ['/rows'] })
    expect(refused).toMatchObject({ ok: false, issues: [{ expected: `at most ${maxReferences} references` }] })
  })

  it('never throws, whatever the model writes', async () => {
    const collector = await collect()
    const part = fc.oneof(
      fc.jsonValue(),
      fc.record(
        { $artifact: fc.oneof(fc.constantFrom('t.rows', 't.chart'), fc.string()), path: fc.string(), select: fc.array(fc.string()), limit: fc.integer() },
        { requiredKeys: ['$artifact'] },
      ),
    )
    fc.assert(
      fc.property(fc.dictionary(fc.string(), part), fc.array(fc.string()), (props, dataPaths) => {
        const resolved = resolveReferences(props, collector, { dataPaths })
        if (!resolved.ok) for (const issue of resolved.issues) expect((issue.received ?? '').length).toBeLessThanOrEqual(40)
      }),
    )
  })
})
