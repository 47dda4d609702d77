import type { JsonSchema } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { createArtifactCollector } from '../collect/collector.ts'
import { fullBudget } from '../json/limits.ts'
import { compileMarks, planOf } from '../marking/compile-marks.ts'
import { countMarked } from './count-marked.ts'
import { redact } from './redact.ts'

const marked = { artifact: true }
const listOf = <T>(length: number, item: T): T[] => Array.from({ length }, () => item)

/** Returns the result in the form that the model receives after the collector has collected `collected` (by default the entire result). */
async function seen(observation: unknown, schema: JsonSchema, collected = observation) {
  const marks = compileMarks(schema)
  return redact(observation, marks, await createArtifactCollector({ runId: 'run' }).collect('tool', collected, marks))
}

describe('the reference of a placeholder', () => {
  it('names the list around the fields that are left out', async () => {
    const rows = { items: { properties: { image: marked } } }
    const redacted = await seen({ data: { rows: listOf(25, { image: 'png' }) } }, { properties: { data: { properties: { rows } } } })
    expect((redacted as { data: { rows: unknown[] } }).data.rows.slice(0, 5)).toEqual([
      { image: '<artifact:str size=3B ref=tool.data.rows.0.image>' },
      { image: '<artifact:str size=3B ref=tool.data.rows.1.image>' },
      { image: '<artifact:str size=3B ref=tool.data.rows.2.image>' },
      { image: '<artifact:list … 22 more ref=tool.data.rows>' },
      { image: '<artifact:str>' },
    ])
  })

  it('names the result where the result is a list or is marked itself', async () => {
    expect(await seen(['png'], { items: marked })).toEqual(['<artifact:str size=3B ref=tool.result.0>'])
    expect(await seen('text', marked)).toBe('<artifact:str size=4B ref=tool.result>')
    expect(await seen({ a: 1 }, marked)).toMatch(/ref=tool\.result>$/)
    expect(await seen(listOf(25, 'png'), { items: marked })).toContain('<artifact:list … 22 more ref=tool.result>')
  })

  it('names the result also where so many fields are marked that they are collected as one', async () => {
    const names = Array.from({ length: 1_001 }, (_, index) => `field${index}`)
    const schema = { properties: Object.fromEntries(names.map((name) => [name, marked])) }
    const redacted = (await seen(Object.fromEntries(names.map((name) => [name, 'a'])), schema)) as Record<string, string>
    expect(redacted.field7).toBe('<artifact:str size=1B ref=tool.result.field7>')
  })

  it('is left out for a field that was not collected', async () => {
    const schema = { properties: { chart: marked, other: marked, nested: { properties: { chart: marked } } } }
    const redacted = await seen({ chart: 'a', other: 'b', nested: { chart: 'c' } }, schema, { chart: 'a' })
    expect(redacted).toEqual({
      chart: '<artifact:str size=1B ref=tool.chart>',
      other: '<artifact:str size=1B>',
      nested: { chart: '<artifact:str size=1B>' },
    })
  })

  it('is left out for every field when nothing was collected', async () => {
    expect(await seen({ chart: 'a' }, { properties: { chart: marked } }, {})).toEqual({ chart: '<artifact:str size=1B>' })
  })
})

describe('the number of placeholders of a list', () => {
  const shown = (items: unknown[], item: JsonSchema = marked) => redact(items, compileMarks({ items: item })) as unknown[]

  it('does not include values that JSON has no value for', () => {
    const present = listOf(20, 'png')
    for (const absent of [null, undefined, Number.NaN]) expect(shown([...present, absent])).toHaveLength(21)
    expect(shown([...present, 'png'])).toHaveLength(4)
  })

  it('does not include fields without a mark', () => {
    const item = { properties: { image: marked, name: { type: 'string' } } }
    expect(shown(listOf(20, { image: 'png', name: 'a' }), item)).toEqual(listOf(20, { image: '<artifact:str size=3B>', name: 'a' }))
  })

  it('includes marked fields at any depth', () => {
    const item = { properties: { parts: { items: { properties: { image: marked } } } } }
    const redacted = shown(listOf(11, { parts: listOf(2, { image: 'png' }) }), item)
    expect(redacted[1]).toEqual({ parts: [{ image: '<artifact:str size=3B>' }, { image: '<artifact:list … 19 more>' }] })
  })

  it('does not look for marks inside of a marked value', () => {
    const item = { artifact: true, properties: { image: marked } }
    expect(shown(listOf(20, { image: 'png' }), item)).toEqual(listOf(20, '<artifact:dict keys=1>'))
  })

  it('counts what toJSON returns, and nothing of an item whose toJSON throws', () => {
    const item = { properties: { image: marked } }
    const converted = { toJSON: () => ({ image: 'png' }) }
    const broken = {
      toJSON: () => {
        throw new Error('No JSON.')
      },
    }
    expect(JSON.stringify(shown([...listOf(20, { image: 'png' }), converted], item))).toContain('… 18 more')
    expect(JSON.stringify(shown([...listOf(20, { image: 'png' }), broken], item))).not.toContain('more')
    expect(JSON.stringify(shown([...listOf(25, { image: 'png' }), broken], item))).toContain('… 22 more')
  })

  it('ends where an item contains itself', () => {
    const row: { image: string; self?: unknown } = { image: 'png' }
    row.self = row
    const item = { properties: { image: marked, self: { properties: { image: marked, self: { properties: { image: marked } } } } } }
    expect(JSON.stringify(shown(listOf(20, row), item))).not.toContain('more')
  })

  it('ends where an item contains the list', () => {
    const rows: { image: string; all?: unknown }[] = listOf(11, 0).map(() => ({ image: 'png' }))
    for (const row of rows) row.all = rows
    const item = { properties: { image: marked, all: { items: { properties: { image: marked } } } } }
    expect(JSON.stringify(shown(rows, item))).not.toContain('more')
  })

  it('does not include the characters of a text', () => {
    const items = [...listOf(20, { image: 'png' }), 'abc']
    expect(shown(items, { additionalProperties: marked })).toEqual([...listOf(20, { image: '<artifact:str size=3B>' }), 'abc'])
  })

  it('includes fields as deep as they are shown, and no deeper ones', () => {
    const tree = { properties: { image: marked, inner: { $ref: '#/$defs/tree' } } }
    const nested = (levels: number) => {
      let item: object = { image: 'png' }
      for (let level = 0; level < levels; level++) item = { inner: item }
      return item
    }
    const textOf = (levels: number) =>
      JSON.stringify(redact([...listOf(20, { image: 'png' }), nested(levels)], compileMarks({ items: { $ref: '#/$defs/tree' }, $defs: { tree } })))
    expect(textOf(254)).toContain('… 18 more')
    expect(textOf(255)).not.toContain('more')
    expect(textOf(255)).toContain('[too deep]')
  })

  it('includes what the budget of the whole result allows to look at', () => {
    let reads = 0
    const watched = (value: object) =>
      new Proxy(value, {
        get: (target, key) => {
          if (typeof key === 'string' && key !== 'toJSON' && key !== 'length') reads++
          return Reflect.get(target, key)
        },
      })
    const countOf = (items: unknown[], item: JsonSchema, nodes: number) => {
      const plan = planOf(compileMarks({ items: item }))
      reads = 0
      return plan.root && countMarked(items, plan.root, { plan, budget: { ...fullBudget(), nodes } })
    }
    const objects = watched(listOf(6, { image: 'png' })) as unknown[]
    expect([countOf(objects, { properties: { image: marked } }, 6), reads]).toEqual([3, 4])
    expect(countOf(listOf(6, 'png'), marked, 6)).toBe(6)
    expect(countOf(listOf(6, 'png'), marked, 5)).toBe(0)
    const keys = watched(Object.fromEntries(listOf(50, 0).map((_, index) => [`key${index}`, 'png'])))
    expect(countOf([keys], { additionalProperties: marked }, 10)).toBe(9)
    expect(reads).toBeLessThan(15)
  })

  it('gives the kind of text to a value that JSON has no value for', () => {
    const item = { properties: { image: marked } }
    const redacted = shown([...listOf(25, { image: 'png' }), { image: Number.NaN }, { image: [1] }], item)
    expect(redacted.slice(-2)).toEqual([{ image: '<artifact:str>' }, { image: '<artifact:list>' }])
  })
})
