import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createArtifactCollector } from '../collect/collector.ts'
import { compileMarks } from '../marking/compile-marks.ts'
import { redact } from '../redact/redact.ts'
import { resolveReferences } from '../references/resolve-references.ts'
import { createFileStore } from './create-file-store.ts'

const scope = { owner: { id: 'ann' } }
const marked = { artifact: true }
const marks = compileMarks({ properties: { summary: { type: 'string' }, chart: marked, rows: marked, text: marked } })
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pf-store-'))
})
afterEach(() => rm(folder, { recursive: true }))

const collectorOn = (runId: string) => createArtifactCollector({ runId, scope, store: createFileStore({ folder }) })

describe('heavy results with a store in a folder', () => {
  it('go around the model: a chart of 5 MB, 200,000 rows, a text of 60,000 characters', async () => {
    const points = Array.from({ length: 190_000 }, (_, at) => [at, `${(at * 7_919) % 100_000} units`])
    const rows = Array.from({ length: 200_000 }, (_, id) => ({ id, name: `row ${id}` }))
    const observation = { summary: 'all of it', chart: { series: [{ data: points }] }, rows, text: 'X'.repeat(60_000) }
    const collector = collectorOn('run')
    const collected = await collector.collect('load.all', observation, marks)
    expect(redact(observation, marks, collected)).toEqual({
      summary: 'all of it',
      chart: expect.stringMatching(/^<artifact:dict size=[45]MB ref=load%2Eall\.chart>$/),
      rows: '<artifact:list size=200000 items ref=load%2Eall.rows>',
      text: '<artifact:str size=59KB ref=load%2Eall.text>',
    })
    expect(collected.warnings.map(({ code }) => code)).toEqual(['artifact_large', 'artifact_large'])
    expect(JSON.stringify(collector.getAll()).length).toBeLessThan(2_000)

    // Another process continues, and reads rows from the middle without loading them.
    const later = collectorOn('run')
    later.restore(JSON.parse(JSON.stringify(collector.snapshot())))
    expect(await later.page({ $artifact: 'load%2Eall.rows' }, { offset: 150_000, limit: 2 })).toMatchObject({
      items: rows.slice(150_000, 150_002),
      total: 200_000,
    })
    expect(await later.page({ $artifact: 'load%2Eall.chart', path: '/series/0/data' }, { offset: 189_999 })).toMatchObject({ items: points.slice(-1) })
    expect(later.resolve('load%2Eall.rows')).toMatchObject({ unloaded: true })
    const props = { rows: { $artifact: 'load%2Eall.rows', limit: 3 } }
    await later.prepare(props)
    expect(resolveReferences(props, later, { dataPaths: ['/rows'] })).toMatchObject({ ok: true, props: { rows: rows.slice(0, 3) } })
  })

  it("another run's reference is unknown, though the store is the same", async () => {
    const first = collectorOn('run-1')
    await first.collect('t', { rows: Array.from({ length: 5_000 }, (_, id) => ({ id })) }, marks)
    const second = collectorOn('run-2')
    expect((await second.page({ $artifact: 't.rows' })).ok).toBe(false)
    expect(resolveReferences({ rows: { $artifact: 't.rows' } }, second, { dataPaths: ['/rows'] })).toMatchObject({
      ok: false,
      issues: [{ code: 'unknown_reference' }],
    })
  })

  it('a store that refuses takes nothing from the run', async () => {
    const store = createFileStore({ folder, maxOwnerBytes: 50_000 })
    const collector = createArtifactCollector({ runId: 'run', scope, store })
    await collector.collect('t', { text: 'a'.repeat(40_000) }, marks)
    const { warnings } = await collector.collect('t', { text: 'b'.repeat(40_000) }, marks)
    expect(warnings).toEqual([{ code: 'store_failed', text: 't#2.text (40KB) could not be stored; it stays in the payload.' }])
    expect(collector.getAll()).toMatchObject({ t: { text: { bytes: 40_000 } }, 't#2': { text: 'b'.repeat(40_000) } })
  })
})
