import { describe, expect, it } from 'vitest'
import { createArtifactCollector } from '../collect/collector.ts'
import { describeValue } from '../describe/describe-value.ts'
import { compileMarks } from '../marking/compile-marks.ts'
import { countMarked } from '../redact/count-marked.ts'
import { redact } from '../redact/redact.ts'
import { collectSources } from '../sources/collect-sources.ts'
import { toJson, toJsonWith } from './to-json.ts'

const lying = (length: number): unknown[] => {
  const list: unknown[] = []
  list.length = length
  return list
}
const sparse = (): unknown[] => Object.assign([], { 100000000: 1 })

/** Creates a list that counts how many of its items are read. */
function counted(items: unknown[]): { list: unknown[]; reads: () => number } {
  let reads = 0
  const list = new Proxy(items, {
    get: (target, key) => {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads++
      return Reflect.get(target, key)
    },
  })
  return { list, reads: () => reads }
}

const rows = { properties: { rows: { artifact: true }, a: { type: 'array', items: { properties: { x: { artifact: true } } } } } }

describe('walks through a result', () => {
  it('refuse what claims more items than may be looked at, without walking it', () => {
    const { list, reads } = counted(lying(4_000_000_000))
    for (const value of [list, sparse(), lying(4_000_000_000), new Float64Array(10_000_001)])
      expect(toJson({ a: value, b: 1 })).toEqual({ a: '[too large]', b: 1 })
    expect(redact({ a: list, b: 1 }, compileMarks(rows))).toEqual({ a: '[too large]', b: 1 })
    expect(collectSources({ a: list }, compileMarks({ properties: { a: { produces_sources: true, type: 'array' } } }))).toEqual([])
    expect(reads()).toBe(0)
  })

  it('leave a list of holes after its first thousands, as too large; a list with some holes is no other', async () => {
    for (const first of [[], [{ x: 'a' }]]) {
      const { list, reads } = counted(Object.assign(lying(9_000_000), first))
      const marks = compileMarks(rows)
      expect([toJson({ a: list }), redact({ a: list }, marks)]).toEqual([{ a: '[too large]' }, { a: '[too large]' }])
      expect(redact({ rows: list }, marks)).toEqual({ rows: '<artifact:list size=9000000 items>' })
      expect(collectSources({ a: list }, compileMarks({ properties: { a: { produces_sources: true, type: 'array' } } })).length).toBe(0)
      const { entries, warnings } = await createArtifactCollector({ runId: 'run' }).collect('t', { rows: list, a: list }, marks)
      expect([entries, warnings.map(({ code }) => code)]).toEqual([[], ['artifact_too_large']])
      expect(reads()).toBeLessThan(100_000)
    }
    const some = Object.assign(lying(10_001), { 10000: { x: 'a' } })
    expect(toJson(some)).toHaveLength(10_001)
  })

  it('end where a circle closes, however many ways lead around it', () => {
    let looks = 0
    const ownKeys = (target: object) => {
      looks++
      return Reflect.ownKeys(target)
    }
    const node = (): Record<string, unknown> => new Proxy({}, { ownKeys })
    const [one, two] = [node(), node()]
    for (const of of [one, two]) Object.assign(of, { a: one, b: two, list: [one, two], x: 1 })
    const recursive = { $ref: '#/$defs/n' }
    const n = { properties: { a: recursive, b: recursive, list: { items: recursive }, x: { artifact: true } }, produces_sources: true }
    const marks = compileMarks({ properties: { list: { items: recursive } }, $defs: { n } })
    JSON.stringify(redact({ list: [one] }, marks))
    collectSources({ list: [one] }, marks)
    expect(looks).toBeLessThan(200)
  })

  it('end where the budget ends, with one marker', () => {
    const { list, reads } = counted([1, 2, 3, 4, 5])
    const budget = () => ({ nodes: 6, chars: 1_000, cut: false })
    expect(toJsonWith([[1, 2, 3], list], { budget: budget() })).toEqual([[1, 2, 3], '[too large]'])
    expect(reads()).toBe(0)
    expect(toJsonWith([[1, 2], [3], [4]], { budget: budget() })).toEqual([[1, 2], [3], '[too large]'])
    const used = budget()
    expect(toJsonWith({ a: 1, b: { c: 1, d: 2 }, e: 1, f: 1, g: 1 }, { budget: used })).toEqual({ a: 1, b: { c: 1, d: 2 }, e: 1, f: '[too large]' })
    expect(used.cut).toBe(true)
  })

  it('read no further into a large object than the budget goes', () => {
    let reads = 0
    const large = new Proxy(Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, index])), {
      get: (target, key) => {
        reads++
        return Reflect.get(target, key)
      },
    })
    toJsonWith({ a: large, b: large }, { budget: { nodes: 100, chars: 1_000, cut: false } })
    expect(reads).toBeLessThan(300)
  })

  it('take the length and the items of a collection from the language, not from the object', () => {
    class Endless extends Set<number> {
      override get size() {
        return -1
      }
      override *[Symbol.iterator](): Generator<number, undefined, unknown> {
        for (;;) yield 1
      }
    }
    class EndlessMap extends Map<string, number> {
      override *[Symbol.iterator](): Generator<[string, number], undefined, unknown> {
        for (;;) yield ['a', 1]
      }
    }
    class EndlessBytes extends Float32Array {
      override get length() {
        return 4_000_000_000
      }
    }
    expect(toJson([new Endless([5]), new EndlessMap([['k', 2]]), new EndlessBytes([0.5])])).toEqual([[5], { k: 2 }, [0.5]])
    const own = Object.assign([1n, 2], { slice: () => lying(1_000_000) })
    expect(toJson(own)).toEqual([1, 2])
    expect(toJson(Object.create(Map.prototype))).toBeNull()
  })

  it('describe a collection by its size, copying nothing', () => {
    const untouched = new Proxy([], { get: (_, key) => (key === 'length' ? 4_000_000_000 : expect.fail(`read ${String(key)}`)) })
    expect(describeValue(untouched)).toEqual({ kind: 'list', count: 4_000_000_000 })
    expect(describeValue(new Set([1, 2]))).toEqual({ kind: 'list', count: 2 })
    expect(describeValue(new Map([[{}, 2]]))).toEqual({ kind: 'list', count: 1 })
    expect(describeValue(new Map([['a', 2]]))).toEqual({ kind: 'dict', count: 1 })
    expect(describeValue(new Float32Array(3))).toEqual({ kind: 'list', count: 3 })
  })

  it('look into one object once, in however many marked places it stands', () => {
    let listings = 0
    const ownKeys = (target: object) => {
      listings++
      return Reflect.ownKeys(target)
    }
    const value = new Proxy({ a: 1 }, { ownKeys })
    const marks = compileMarks({ properties: { items: { items: { artifact: true } }, map: { additionalProperties: { artifact: true } } } })
    const result = { items: Array.from({ length: 100 }, () => value), map: Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`k${at}`, value])) }
    redact(result, marks)
    expect(listings).toBe(1)
  })

  it('count placeholders within one budget for all lists of a result', () => {
    const { list, reads } = counted(Array.from({ length: 1_000 }, () => ({ x: 1 })))
    const marks = compileMarks({ properties: { a: { items: { properties: { x: { artifact: true } } } } } })
    expect(redact({ a: list.slice(0, 2) }, marks)).toEqual({ a: [{ x: '<artifact:number>' }, { x: '<artifact:number>' }] })
    const before = reads()
    const plan = { root: undefined, key: () => undefined, item: () => undefined }
    expect(countMarked(list, {} as Parameters<typeof countMarked>[1], { plan, budget: { nodes: 10, chars: 1_000, cut: false } })).toBe(0)
    expect(reads()).toBe(before)
  })

  it('keep no artifact of what cannot be looked at, and say so', async () => {
    const collector = createArtifactCollector({ runId: 'run' })
    for (const value of [sparse(), lying(4_000_000_000), { deep: [lying(20_000_000)] }]) {
      const { entries, warnings } = await collector.collect('t', { rows: value, a: sparse() }, compileMarks(rows))
      expect([entries, warnings]).toEqual([
        [],
        [{ code: 'artifact_too_large', text: expect.stringMatching(/^t(?:#\d)?\.rows greatly exceeds the maximum size of an artifact \(16MB/) }],
      ])
    }
    expect(collector.getAll()).toEqual({})
  })
})
