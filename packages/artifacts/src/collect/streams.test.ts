import { PfError } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { describe, expect, it } from 'vitest'
import { compileMarks } from '../marking/compile-marks.ts'
import { redact } from '../redact/redact.ts'
import { createArtifactStreams, maxStreams } from '../streams/artifact-streams.ts'
import { createArtifactCollector } from './collector.ts'

const scope = { owner: { id: 'ann' } }
const call = { tool: 'draw', toolCallId: 'tc:1' }
const other = { tool: 'draw', toolCallId: 'tc:2' }
const marks = compileMarks({ properties: { chart: { artifact: true, stream: true, stream_id: 'chart' }, summary: { type: 'string' } } })
const create = () => createArtifactCollector({ runId: 'run' })

describe('artifact streams', () => {
  it('[000-strm-04] counts each stream of each call from 0', () => {
    const collector = create()
    const emit = (of: typeof call, stream_id: string) => collector.addChunk(of, { stream_id, chunk: 1 }).seq
    expect([emit(call, 'a'), emit(call, 'a'), emit(call, 'b'), emit(other, 'a'), emit(call, 'a')]).toEqual([0, 1, 0, 0, 2])
  })

  it('[000-strm-05] sends the whole as the last chunk, and the same is in the payload', async () => {
    const collector = create()
    collector.addChunk(call, { stream_id: 'chart', chunk: [1, 2] })
    collector.addChunk(call, { stream_id: 'chart', chunk: [3], mode: 'append' })
    const last = collector.addChunk(call, { stream_id: 'chart', chunk: [4], mode: 'append', done: true })
    expect(last).toMatchObject({ seq: 2, chunk: [1, 2, 3, 4], mode: 'replace', done: true, tool_call_id: 'tc:1', artifact_type: 'artifact' })
    await collector.collect(call, { summary: 'done' }, marks)
    expect(collector.getAll()).toEqual({ draw: { chart: [1, 2, 3, 4] } })
  })

  it('[000-strm-06] lets the returned value win and names the stream in the placeholder', async () => {
    const collector = create()
    collector.addChunk(call, { stream_id: 'chart', chunk: { draft: true }, done: true })
    const observation = { chart: { final: true } }
    const collected = await collector.collect(call, observation, marks)
    expect(collector.getAll()).toEqual({ draw: { chart: { final: true } } })
    expect(redact(observation, marks, collected)).toEqual({ chart: '<artifact:dict stream=chart ref=draw.chart>' })
  })

  it('[000-strm-01] gives a field that is only marked as streamed the one stream its call emitted', async () => {
    const unnamed = compileMarks({ properties: { chart_options: { artifact: true, stream: true } } })
    const collector = create()
    collector.addChunk(call, { stream_id: 'sales_chart', chunk: { a: 1 }, done: true })
    const collected = await collector.collect(call, { chart_options: { a: 1 } }, unnamed)
    expect(redact({ chart_options: { a: 1 } }, unnamed, collected)).toEqual({ chart_options: '<artifact:dict stream=sales_chart ref=draw.chart_options>' })
    collector.addChunk(other, { stream_id: 'sales_chart', chunk: { b: 1 }, done: true })
    await collector.collect(other, {}, unnamed)
    expect(collector.getAll()).toEqual({ draw: { chart_options: { a: 1 } }, 'draw#2': { chart_options: { b: 1 } } })
  })

  it('keeps a stream without a field under its id, unless the result has such a field', async () => {
    const collector = create()
    collector.addChunk(call, { stream_id: 'log', chunk: 'text', artifact_type: 'file', done: true })
    collector.addChunk(call, { stream_id: 'summary', chunk: 'text', done: true })
    const collected = await collector.collect(call, { summary: 'seen' }, marks)
    expect(collector.getAll()).toEqual({ draw: { log: 'text' } })
    expect(collected.entries).toEqual([{ pointer: '/log', ref: 'draw.log', kind: 'str', bytes: 4, stream_id: 'log', shape: 'file' }])
    expect(redact({ summary: 'seen' }, marks, collected)).toEqual({ summary: 'seen' })
  })

  it('leaves an unfinished stream out and says so; a failed call keeps its finished ones', async () => {
    const collector = create()
    collector.addChunk(call, { stream_id: 'half', chunk: 1 })
    collector.addChunk(call, { stream_id: 'whole', chunk: 1, done: true })
    const collected = await collector.collect(call, undefined, compileMarks(undefined))
    expect(collected.warnings).toEqual([{ code: 'stream_unfinished', text: expect.stringContaining('half') }])
    expect(collector.getAll()).toEqual({ draw: { whole: 1 } })
  })

  it('does not mix the streams of calls of the same tool', async () => {
    const collector = create()
    for (const [of, value] of [
      [call, 1],
      [other, 2],
    ] as const)
      collector.addChunk(of, { stream_id: 'chart', chunk: value, done: true })
    await collector.collect(other, {}, marks)
    await collector.collect(call, {}, marks)
    expect(collector.getAll()).toEqual({ draw: { chart: 2 }, 'draw#2': { chart: 1 } })
  })

  it('takes no component for an artifact', async () => {
    const collector = create()
    const component = { id: 'c', component: 'metric', props: {} }
    expect(collector.addChunk(call, { stream_id: 'c', chunk: component, artifact_type: 'ui_component', done: true }).chunk).toEqual(component)
    expect((await collector.collect(call, {}, marks)).entries).toEqual([])
    expect(collector.getAll()).toEqual({})
  })

  it('marks emissions that count for nothing: after the end, and above the limit', () => {
    const collector = createArtifactCollector({ runId: 'run', limits: { artifactBytes: 10 } })
    collector.addChunk(call, { stream_id: 'a', chunk: 'abc' })
    expect(collector.addChunk(call, { stream_id: 'a', chunk: 'defghijk', mode: 'append' })).toMatchObject({ ignored: 'too_large', chunk: 'abc' })
    collector.addChunk(call, { stream_id: 'a', chunk: 'abc', done: true })
    expect(collector.addChunk(call, { stream_id: 'a', chunk: 'x' })).toMatchObject({ ignored: 'late', chunk: 'abc', done: true })
  })

  it('takes at most 1,000 streams of a call, and continues with those', async () => {
    const collector = create()
    const emit = (of: typeof call, id: number, chunk: number) => collector.addChunk(of, { stream_id: `s${id}`, chunk }).ignored
    for (let id = 0; id < maxStreams; id++) expect(emit(call, id, 1)).toBeUndefined()
    expect([emit(call, maxStreams, 1), emit(call, 0, 2), emit(other, 0, 1)]).toEqual(['too_large', undefined, undefined])
    const { warnings } = await collector.collect(call, {}, marks)
    expect(warnings).toHaveLength(25)
    expect(warnings.at(-1)).toEqual({ code: 'stream_unfinished', text: '… 976 more streams ended without a done chunk.' })
  })

  it('lists no more than 50 warnings of one call', async () => {
    const collector = createArtifactCollector({ runId: 'run', limits: { warnBytes: 0 } })
    for (let id = 0; id < 100; id++) collector.addChunk(call, { stream_id: `s${id}`, chunk: 1, done: true })
    const { warnings, entries } = await collector.collect(call, {}, compileMarks(undefined))
    expect([entries.length, warnings.length, warnings.at(-1)?.text]).toEqual([100, 50, '… 51 more warnings.'])
  })

  it('counts what is open as it grows, shrinks and is taken', () => {
    const book = createArtifactStreams({ artifactBytes: 100, runBytes: 20 })
    const emit = (of: typeof call, stream_id: string, length: number, mode: 'append' | 'replace' = 'replace') =>
      book.add(of, { stream_id, chunk: 'x'.repeat(length), mode }).ignored
    expect([emit(call, 'a', 8), emit(call, 'b', 8), emit(call, 'c', 0), emit(call, 'a', 0, 'append')]).toEqual([undefined, undefined, 'too_large', 'too_large'])
    expect([emit(call, 'a', 1), emit(other, 'a', 5), emit(other, 'a', 6)]).toEqual([undefined, undefined, 'too_large'])
    book.take(call)
    expect([emit(other, 'a', 18), emit(other, 'a', 19)]).toEqual([undefined, 'too_large'])
  })

  it('looks at no chunk further than the stream has room', () => {
    const collector = createArtifactCollector({ runId: 'run', limits: { artifactBytes: 100 } })
    const list: unknown[] = []
    list.length = 4_000_000_000
    expect(collector.addChunk(call, { stream_id: 'a', chunk: list as never }).ignored).toBe('too_large')
    const text = 'x'.repeat(60)
    expect(collector.addChunk(call, { stream_id: 'a', chunk: [text, text] }).ignored).toBe('too_large')
  })

  it('takes nothing that a call emits after its result, and nothing above what a run may have', async () => {
    const collector = createArtifactCollector({ runId: 'run', limits: { runBytes: 20 } })
    await collector.collect(call, {}, marks)
    expect(collector.addChunk(call, { stream_id: 'a', chunk: 1 })).toMatchObject({ ignored: 'late', chunk: null })
    expect(collector.addChunk(other, { stream_id: 'a', chunk: '0123456789' }).ignored).toBeUndefined()
    expect(collector.addChunk(other, { stream_id: 'b', chunk: '0123456789' }).ignored).toBe('too_large')
    expect(collector.addChunk(other, { stream_id: 'a', chunk: '0123456789abcdef' }).ignored).toBeUndefined()
  })

  it('is not reached by what the tool does with its object afterwards', async () => {
    const collector = create()
    const rows = [1]
    const { chunk } = collector.addChunk(call, { stream_id: 'chart', chunk: rows, done: true })
    rows.push(2)
    await collector.collect(call, {}, marks)
    expect([chunk, collector.getAll()]).toEqual([[1], { draw: { chart: [1] } }])
  })

  it('refuses an emission without a stream id or with an unknown mode', () => {
    const emit = (emission: object) => () => create().addChunk(call, emission as Parameters<ReturnType<typeof create>['addChunk']>[1])
    expect(emit({ chunk: 1 })).toThrow(PfError)
    expect(emit({ stream_id: 'a', chunk: 1, mode: 'add' })).toThrow(/replace, append, merge/)
  })

  it('stores chunks above the limits and sends their references', async () => {
    const { artifacts } = createMemoryStore()
    const collector = createArtifactCollector({ runId: 'run', scope, store: artifacts, limits: { inlineFieldBytes: 10, streamBytes: 20 } })
    const first = await collector.offloadChunk(collector.addChunk(call, { stream_id: 'a', chunk: ['0123456789'] }))
    expect(first).toEqual({ chunk: expect.objectContaining({ chunk: ['0123456789'] }) })
    const second = await collector.offloadChunk(collector.addChunk(call, { stream_id: 'a', chunk: ['0123456789'], mode: 'append' }))
    expect(second.chunk.chunk).toMatchObject({ artifact_id: second.stored?.artifact_id, media_type: 'application/json', items: 1 })
    const last = await collector.offloadChunk(collector.addChunk(call, { stream_id: 'a', chunk: [], mode: 'append', done: true }))
    expect(last.chunk).toMatchObject({ mode: 'replace', done: true, chunk: { items: 2 } })
    expect(await artifacts.page(scope, last.stored?.artifact_id ?? '', '', 1, 1)).toMatchObject({ items: ['0123456789'], total: 2 })
  })

  it('sends a chunk as it is when it cannot be stored', async () => {
    const { artifacts } = createMemoryStore()
    const store = { ...artifacts, put: async () => Promise.reject(new Error('down')) }
    const collector = createArtifactCollector({ runId: 'run', scope, store, limits: { streamBytes: 1 } })
    const completed = await collector.offloadChunk(collector.addChunk(call, { stream_id: 'a', chunk: 'abc' }))
    expect(completed).toMatchObject({ chunk: { chunk: 'abc' }, warning: { code: 'store_failed' } })
  })
})
