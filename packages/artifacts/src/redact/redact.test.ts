import type { JsonSchema } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { createArtifactCollector } from '../collect/collector.ts'
import { compileMarks } from '../marking/compile-marks.ts'
import { redact } from './redact.ts'

const marked = { artifact: true }

async function collectAndRedact(observation: unknown, schema: JsonSchema, tool = 'tool') {
  const collector = createArtifactCollector({ runId: 'run' })
  const marks = compileMarks(schema)
  const collected = await collector.collect(tool, observation, marks)
  return { collector, collected, redacted: redact(observation, marks, collected) }
}

describe('redact', () => {
  it('[000-mark-05] [000-mark-06] names kind and size in the place of each kind of value', async () => {
    const observation = {
      dict: { a: 'x'.repeat(42_000) },
      list: [1, 2, 3],
      str: 'abcde',
      number: 7,
      bool: false,
      bytes: new Uint8Array(2_000),
      none: null,
      gone: undefined,
    }
    const schema = { properties: Object.fromEntries(Object.keys(observation).map((key) => [key, marked])) }
    expect(redact(observation, compileMarks(schema))).toEqual({
      dict: '<artifact:dict keys=1>',
      list: '<artifact:list size=3 items>',
      str: '<artifact:str size=5B>',
      number: '<artifact:number>',
      bool: '<artifact:bool>',
      bytes: '<artifact:bytes size=2KB>',
      none: null,
    })
    expect((await collectAndRedact(observation, schema)).redacted).toEqual({
      dict: '<artifact:dict size=42KB ref=tool.dict>',
      list: '<artifact:list size=3 items ref=tool.list>',
      str: '<artifact:str size=5B ref=tool.str>',
      number: '<artifact:number ref=tool.number>',
      bool: '<artifact:bool ref=tool.bool>',
      bytes: '<artifact:bytes size=2KB ref=tool.bytes>',
      none: null,
    })
  })

  it('[000-mark-08] promises nothing where a marked field is null or absent', () => {
    const marks = compileMarks({ properties: { chart: marked, other: marked } })
    const observation = { chart: null }
    expect(redact(observation, marks)).toBe(observation)
  })

  it('[000-mark-03] [000-mark-07] keeps the keys, and the identity of everything that is not marked', () => {
    const rows = [{ a: 1 }, { a: 2 }]
    const marks = compileMarks({ properties: { chart: marked, rows: { type: 'array', items: { properties: { a: { type: 'number' } } } } } })
    const redacted = redact({ rows, chart: [1], summary: 'up' }, marks) as Record<string, unknown>
    expect(Object.keys(redacted)).toEqual(['rows', 'chart', 'summary'])
    expect(redacted.rows).toBe(rows)
    const without = { rows, summary: 'up' }
    expect(redact(without, marks)).toBe(without)
  })

  it('[000-strm-06] shows the stream id of a streamed field instead of its size', () => {
    const marks = compileMarks({ properties: { chart: { artifact: true, stream: true, stream_id: 'sales chart>' } } })
    expect(redact({ chart: { a: 1 } }, marks)).toEqual({ chart: '<artifact:dict stream=sales%20chart%3E>' })
  })

  it('shows three of a long list of marked items and counts the rest', async () => {
    const images = Array.from({ length: 10_000 }, () => 'png')
    const { redacted } = await collectAndRedact({ images }, { properties: { images: { items: marked } } })
    expect(redacted).toEqual({
      images: [
        '<artifact:str size=3B ref=tool.images.0>',
        '<artifact:str size=3B ref=tool.images.1>',
        '<artifact:str size=3B ref=tool.images.2>',
        '<artifact:list … 9997 more ref=tool.images>',
      ],
    })
    expect(redact({ images: images.slice(0, 20) }, compileMarks({ properties: { images: { items: marked } } }))).toEqual({
      images: images.slice(0, 20).map(() => '<artifact:str size=3B>'),
    })
  })

  it('keeps what stands beside marked fields in a long list', () => {
    const rows = Array.from({ length: 25 }, (_, index) => ({ name: `row ${index}`, image: 'png', parts: ['a'] }))
    const item = { properties: { name: { type: 'string' }, image: marked, parts: { items: marked } } }
    const redacted = redact(rows, compileMarks({ items: item })) as { name: string; image: string; parts: unknown }[]
    expect(redacted.map((row) => row.name)).toEqual(rows.map((row) => row.name))
    expect(redacted.slice(0, 4)).toEqual([
      { name: 'row 0', image: '<artifact:str size=3B>', parts: ['<artifact:str size=1B>'] },
      { name: 'row 1', image: '<artifact:str size=3B>', parts: ['<artifact:list … 47 more>'] },
      { name: 'row 2', image: '<artifact:str>', parts: '<artifact:list>' },
      { name: 'row 3', image: '<artifact:str>', parts: '<artifact:list>' },
    ])
  })

  it('drops inner lists that hold nothing but uncounted placeholders', () => {
    const matrix = Array.from({ length: 30 }, () => ['a', 'b'])
    expect(redact(matrix, compileMarks({ items: { items: marked } }))).toEqual([
      ['<artifact:str size=1B>', '<artifact:str size=1B>'],
      ['<artifact:str size=1B>', '<artifact:list … 57 more>'],
    ])
  })

  it('counts each long list for itself', () => {
    const list = Array.from({ length: 21 }, () => 'x')
    const redacted = redact({ a: list, b: list }, compileMarks({ properties: { a: { items: marked }, b: { items: marked } } }))
    expect(redacted).toMatchObject({ a: { length: 4 }, b: { length: 4 } })
  })

  it('shows null for a marked value that JSON has no value for', () => {
    expect(redact({ chart: Number.NaN }, compileMarks({ properties: { chart: marked } }))).toEqual({ chart: null })
  })

  it('never shows bytes, marked or not', () => {
    expect(redact({ a: new Uint8Array(3), b: new Blob(['abc']) }, compileMarks(undefined))).toEqual({
      a: '<artifact:bytes size=3B>',
      b: '<artifact:bytes size=3B>',
    })
  })

  it('brings what JSON cannot carry into form, marked or not', () => {
    const observation = { at: new Date(0), map: new Map([['x', 1n]]), chart: new Map([['a', 1]]), set: new Set([1, 2]) }
    expect(redact(observation, compileMarks({ properties: { chart: marked, set: marked } }))).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      map: { x: 1 },
      chart: '<artifact:dict keys=1>',
      set: '<artifact:list size=2 items>',
    })
  })

  it('costs the same for a heavy artifact as for a small one', () => {
    const marks = compileMarks({ properties: { chart: marked, image: marked, rows: marked } })
    const observe = (rows: number) => ({
      summary: 'x',
      chart: { series: Array.from({ length: rows }, (_, id) => ({ id, name: `row ${id}` })) },
      image: 'a'.repeat(rows * 10),
      rows: Array.from({ length: rows }, (_, id) => id),
    })
    // The number of reads of the observation and of everything inside it is counted, because time would be imprecise.
    const looks = (observation: object) => {
      let count = 0
      const counted = <T>(value: T): T => {
        count++
        return value
      }
      const watched = (value: object): object =>
        new Proxy(value, {
          get(target, key, receiver) {
            const found: unknown = counted(Reflect.get(target, key, receiver))
            return typeof found === 'object' && found !== null ? watched(found) : found
          },
          getOwnPropertyDescriptor: (target, key) => counted(Reflect.getOwnPropertyDescriptor(target, key)),
          ownKeys: (target) => counted(Reflect.ownKeys(target)),
          has: (target, key) => counted(Reflect.has(target, key)),
        })
      redact(watched(observation), marks)
      return count
    }
    const small = looks(observe(100))
    expect(small).toBeGreaterThan(0)
    expect(looks(observe(100_000))).toBeLessThan(2 * small + 20)
  })
})
