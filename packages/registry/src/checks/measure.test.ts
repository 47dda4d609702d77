import { describe, expect, it } from 'vitest'
import { measure } from './measure.ts'

const roomy = { depth: 32, nodes: 20_000, chars: 1_000_000 }

function deep(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value }
  return value
}

describe('measure', () => {
  it('counts values and characters of keys and text', () => {
    expect(measure({ ab: 'xyz', c: [1, null, true] }, roomy)).toEqual({ nodes: 6, chars: 6, references: [] })
  })

  it('takes the deepest allowed level and refuses the next, naming the place', () => {
    expect(measure(deep(32), roomy).fault).toBeUndefined()
    expect(measure({ a: { b: [{}] } }, { ...roomy, depth: 3 }).fault).toEqual({ kind: 'too_deep', pointer: '/a/b/0' })
  })

  it('survives 200,000 levels and a cycle without recursion', () => {
    expect(measure(deep(200_000), roomy).fault?.kind).toBe('too_deep')
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    expect(measure(cycle, roomy).fault?.kind).toBe('too_deep')
  })

  it('refuses one value too many, in lists and in objects, before it walks a huge list', () => {
    expect(measure(new Array(19_999).fill(0), roomy).fault).toBeUndefined()
    expect(measure(new Array(20_000).fill(0), roomy).fault?.kind).toBe('too_many_nodes')
    expect(measure(new Array(4_000_000_000), roomy).fault?.kind).toBe('too_many_nodes')
    expect(measure(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, 0])), roomy).fault?.kind).toBe('too_many_nodes')
  })

  it('refuses more text than the limit', () => {
    expect(measure({ a: 'x'.repeat(10) }, { ...roomy, chars: 10 }).fault).toEqual({ kind: 'payload_too_large', pointer: '' })
  })

  it.each([
    ['NaN', Number.NaN, 'NaN'],
    ['Infinity', Number.POSITIVE_INFINITY, 'Infinity'],
    ['a function', () => 1, 'function'],
    ['undefined', undefined, 'undefined'],
    ['a symbol', Symbol('x'), 'symbol'],
    ['a bigint', 1n, 'bigint'],
    ['a Date', new Date(0), 'an instance of a class'],
    ['a Map', new Map(), 'an instance of a class'],
    ['a typed array', new Uint8Array(2), 'an instance of a class'],
  ])('refuses %s', (_, value, found) => {
    expect(measure({ list: [value] }, roomy).fault).toEqual({ kind: 'unsafe_value', pointer: '/list/0', found })
  })

  it('refuses keys that reach prototypes, and leaves a column called constructor alone', () => {
    expect(measure(JSON.parse('{"a":{"__proto__":{"x":1}}}'), roomy).fault).toMatchObject({ kind: 'unsafe_value', pointer: '/a/__proto__' })
    expect(measure(JSON.parse('{"__proto__":1}'), roomy).fault?.kind).toBe('unsafe_value')
    expect(measure({ constructor: { prototype: { x: 1 } } }, roomy).fault?.kind).toBe('unsafe_value')
    expect(measure({ a: { prototype: [] } }, roomy).fault?.kind).toBe('unsafe_value')
    expect(measure({ driver: 'Senna', constructor: 'McLaren' }, roomy).fault).toBeUndefined()
  })

  it('takes objects without a prototype and of another realm', () => {
    expect(measure(Object.assign(Object.create(null), { a: 1 }), roomy).fault).toBeUndefined()
  })

  it('finds references and escapes their pointers', () => {
    expect(measure({ 'a/b': [{ $artifact: 't.rows' }] }, roomy).references).toEqual(['/a~1b/0'])
  })

  it('leaves out the given subtrees', () => {
    const rows = new Array(50).fill({ a: 1 })
    expect(measure({ rows, x: 1 }, roomy, new Set([rows])).nodes).toBe(3)
  })
})
