import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../contracts/json.ts'
import { applyPatch } from './apply-patch.ts'
import { freezeJson } from './freeze-json.ts'

const parse = (text: string): JsonValue => JSON.parse(text)
const value = (document: JsonValue, ...patch: object[]) => {
  const result = applyPatch(document, patch)
  return result.ok ? result.value : result.error
}
const error = (document: JsonValue, patch: unknown) => {
  const result = applyPatch(document, patch)
  return result.ok ? undefined : result.error
}

describe('applyPatch', () => {
  it('add sets members, inserts items, appends at "-" and replaces the whole', () => {
    expect(value({ a: 1 }, { op: 'add', path: '/b', value: 2 })).toEqual({ a: 1, b: 2 })
    expect(value({ a: 1 }, { op: 'add', path: '/a', value: null })).toEqual({ a: null })
    expect(value([1, 3], { op: 'add', path: '/1', value: 2 })).toEqual([1, 2, 3])
    expect(value([1], { op: 'add', path: '/1', value: 2 }, { op: 'add', path: '/-', value: [3] })).toEqual([1, 2, [3]])
    expect(value({ a: 1 }, { op: 'add', path: '', value: 'x' })).toBe('x')
    expect(value({ '': { '~/': [] } }, { op: 'add', path: '//~0~1/0', value: 1 })).toEqual({ '': { '~/': [1] } })
  })

  it('remove, replace, move, copy and test do what the RFC says', () => {
    expect(value({ a: [1, 2, 3] }, { op: 'remove', path: '/a/1' })).toEqual({ a: [1, 3] })
    expect(value({ a: 1, b: 2 }, { op: 'remove', path: '/a' })).toEqual({ b: 2 })
    expect(value({ a: [1] }, { op: 'replace', path: '/a/0', value: { b: 1 } })).toEqual({ a: [{ b: 1 }] })
    expect(value({ a: 1 }, { op: 'replace', path: '', value: [] })).toEqual([])
    expect(value({ a: { b: 1 }, c: {} }, { op: 'move', from: '/a/b', path: '/c/d' })).toEqual({ a: {}, c: { d: 1 } })
    expect(value([1, 2, 3], { op: 'move', from: '/0', path: '/2' })).toEqual([2, 3, 1])
    expect(value([1, 2], { op: 'move', from: '/1', path: '/1' })).toEqual([1, 2])
    expect(value({ a: [1] }, { op: 'copy', from: '/a', path: '/b' })).toEqual({ a: [1], b: [1] })
    expect(value({ a: { b: [1, { c: null }], d: 'x' } }, { op: 'test', path: '/a', value: { d: 'x', b: [1, { c: null }] } })).toEqual({
      a: { b: [1, { c: null }], d: 'x' },
    })
  })

  it('test tells apart what JSON tells apart', () => {
    for (const [have, want] of [
      [1, '1'],
      [null, false],
      [[], {}],
      [{ a: 1 }, { a: 1, b: 1 }],
      [[1], [1, 2]],
      ['a', 'b'],
      [{ a: null }, {}],
    ] as JsonValue[][])
      expect(error({ v: have ?? null }, [{ op: 'test', path: '/v', value: want }])).toMatchObject({ code: 'test_failed', pointer: '/0/value' })
  })

  it('a copy is a value of its own: changing one place leaves the other alone', () => {
    const changed = value(
      { a: { n: [1] } },
      { op: 'replace', path: '/a/n/0', value: 2 },
      { op: 'copy', from: '/a', path: '/b' },
      { op: 'add', path: '/b/n/-', value: 3 },
    )
    expect(changed).toEqual({ a: { n: [2] }, b: { n: [2, 3] } })
    const back = value({ a: [1] }, { op: 'copy', from: '/a', path: '/b' }, { op: 'add', path: '/a/-', value: 2 }, { op: 'remove', path: '/b/0' })
    expect(back).toEqual({ a: [1, 2], b: [] })
  })

  it('a value of the patch is never changed by later operations of it', () => {
    const patch = [
      { op: 'add', path: '/a', value: { list: [1] } },
      { op: 'add', path: '/a/list/-', value: 2 },
    ]
    expect(applyPatch({}, patch)).toEqual({ ok: true, value: { a: { list: [1, 2] } } })
    expect(patch[0]?.value).toEqual({ list: [1] })
  })

  it('places that do not exist are named by operation and member', () => {
    const wrong: [JsonValue, object, string][] = [
      [{}, { op: 'remove', path: '/a' }, '/0/path'],
      [{}, { op: 'replace', path: '/a', value: 1 }, '/0/path'],
      [{}, { op: 'add', path: '/a/b', value: 1 }, '/0/path'],
      [{ a: 1 }, { op: 'add', path: '/a/b', value: 1 }, '/0/path'],
      [[1], { op: 'add', path: '/2', value: 1 }, '/0/path'],
      [[1], { op: 'replace', path: '/1', value: 1 }, '/0/path'],
      [[1], { op: 'remove', path: '/-' }, '/0/path'],
      [[1], { op: 'add', path: '/01', value: 1 }, '/0/path'],
      [[1], { op: 'add', path: '/1e0', value: 1 }, '/0/path'],
      [[1], { op: 'add', path: '/length', value: 1 }, '/0/path'],
      [[1], { op: 'add', path: '/-1', value: 1 }, '/0/path'],
      [{}, { op: 'copy', from: '/a', path: '/b' }, '/0/from'],
      [{}, { op: 'move', from: '/a', path: '/b' }, '/0/from'],
      ['text', { op: 'test', path: '/0', value: 't' }, '/0/path'],
      [{}, { op: 'test', path: '/toString', value: 1 }, '/0/path'],
    ]
    for (const [document, operation, pointer] of wrong) expect(error(document, [operation])).toMatchObject({ code: 'unknown_path', pointer })
    expect(
      error({}, [
        { op: 'add', path: '/a', value: 1 },
        { op: 'remove', path: '/b' },
      ])?.pointer,
    ).toBe('/1/path')
  })

  it('what is no patch is refused, with the place', () => {
    const wrong: [unknown, string][] = [
      [null, ''],
      [{ op: 'add', path: '/a', value: 1 }, ''],
      ['[]', ''],
      [[null], '/0'],
      [[[]], '/0'],
      [[{}], '/0/op'],
      [[{ op: 'ADD', path: '/a', value: 1 }], '/0/op'],
      [[{ op: 'toString', path: '/a' }], '/0/op'],
      [[{ op: ['add'], path: '/a', value: 1 }], '/0/op'],
      [[{ op: 'add', value: 1 }], '/0/path'],
      [[{ op: 'add', path: 'a', value: 1 }], '/0/path'],
      [[{ op: 'add', path: '/~2', value: 1 }], '/0/path'],
      [[{ op: 'add', path: ['a'], value: 1 }], '/0/path'],
      [[{ op: 'add', path: '/a' }], '/0/value'],
      [[{ op: 'copy', path: '/a' }], '/0/from'],
      [[{ op: 'remove', path: '' }], '/0/path'],
      [[{ op: 'move', from: '/a', path: '/a/b' }], '/0/path'],
      [[{ op: 'move', from: '', path: '/a' }], '/0/path'],
    ]
    for (const [patch, pointer] of wrong) expect(error({ a: {} }, patch)).toMatchObject({ code: 'invalid_input', pointer })
  })

  it('members that a patch inherits do not count', () => {
    expect(error({}, [Object.create({ op: 'add', path: '/a', value: 1 })])?.pointer).toBe('/0/op')
  })

  it('pointers through __proto__, constructor or prototype are refused, and nothing is polluted', () => {
    for (const token of ['__proto__', 'constructor', 'prototype']) {
      for (const path of [`/${token}`, `/${token}/x`, `/a/${token}/x`]) {
        const document = parse(`{"a":{},"${token}":{"x":1}}`)
        expect(error(document, [{ op: 'add', path, value: 1 }])).toMatchObject({ code: 'unsafe_value', pointer: '/0/path' })
        expect(error(document, [{ op: 'copy', from: path, path: '/b' }])).toMatchObject({ code: 'unsafe_value', pointer: '/0/from' })
        expect(error(document, [{ op: 'remove', path }])).toMatchObject({ code: 'unsafe_value' })
      }
    }
    expect(error({}, [{ op: 'add', path: '/a', value: parse('[{"__proto__":{"x":1}}]') }])).toMatchObject({ code: 'unsafe_value', pointer: '/0/value' })
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  it('an own __proto__ of the document stays data', () => {
    const changed = value(parse('{"__proto__":{"x":1},"a":1}'), { op: 'replace', path: '/a', value: 2 })
    expect(JSON.stringify(changed)).toBe('{"__proto__":{"x":1},"a":2}')
    expect((changed as { x?: unknown }).x).toBeUndefined()
  })

  it('doubling by copy ends at the size limit, nesting at the depth limit, before anything grows', () => {
    const doubling = [
      { op: 'add', path: '/a', value: 'x'.repeat(1_000) },
      ...Array.from({ length: 60 }, (_, index) => ({ op: 'copy', from: '', path: `/${index}` })),
    ]
    expect(error({}, doubling)).toMatchObject({ code: 'too_large' })
    const nesting = Array.from({ length: 200 }, () => ({ op: 'copy', from: '', path: '/a' }))
    expect(error({ a: {} }, nesting)).toMatchObject({ code: 'too_deep' })
    expect(error({}, [{ op: 'add', path: '/a', value: parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) }])).toMatchObject({ code: 'too_deep' })
    expect(error({}, [{ op: 'add', path: '/a'.repeat(129), value: 1 }])).toMatchObject({ code: 'too_deep' })
    expect(error({}, Array(1_001).fill({ op: 'test', path: '', value: {} }))).toMatchObject({ code: 'too_large', pointer: '' })
  })

  it('what is moved or compared is not put in: its size does not count, its depth does', () => {
    const big = 'x'.repeat(17 * 1024 * 1024)
    expect(value({ a: big }, { op: 'move', from: '/a', path: '/b' }, { op: 'test', path: '/b', value: big })).toEqual({ b: big })
    const rows = Array.from({ length: 200_000 }, (_, id) => ({ id, name: 'row' }))
    const moves = Array.from({ length: 40 }, (_, index) => ({ op: 'move', from: `/${index}`, path: `/${index + 1}` }))
    expect(value({ '0': rows }, ...moves)).toEqual({ '40': rows })
    expect(value({ '0': rows, a: {} }, { op: 'move', from: '/0', path: '/a/b' })).toEqual({ a: { b: rows } })
    const nest = (levels: number) => parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
    const deeper = { op: 'move', from: '/v', path: '/a/b' }
    expect(error({ v: nest(126), a: {} }, [deeper])).toBeUndefined()
    expect(error({ v: nest(127), a: {} }, [deeper])).toMatchObject({ code: 'too_deep', pointer: '/0' })
    expect(error({ v: nest(20_000), a: {} }, [deeper])).toMatchObject({ code: 'too_deep' })
    expect(error({ v: nest(20_000) }, [{ op: 'test', path: '/v', value: nest(20_000) }])).toMatchObject({ code: 'too_deep' })
  })

  it('moving deeper and comparing end at a limit too, also for values that hold themselves', () => {
    const circle: { [key: string]: JsonValue } = {}
    circle.a = [circle, circle]
    expect(error({ v: circle, a: {} }, [{ op: 'test', path: '/v', value: circle }])).toMatchObject({ code: 'too_large', pointer: '/0' })
    const rows = Array(100_000).fill(0)
    const to = (index: number) => (index % 2 === 0 ? { op: 'move', from: '/v', path: '/a/v' } : { op: 'move', from: '/a/v', path: '/v' })
    expect(
      error(
        { v: rows, a: {} },
        Array.from({ length: 100 }, (_, index) => to(index)),
      ),
    ).toMatchObject({ code: 'too_large' })
  })

  it('the received value is described by its JSON type', () => {
    for (const [patch, received] of [
      [null, 'null'],
      [{}, 'object'],
      [[null], 'null'],
      [[[]], 'array'],
      [[{ op: null }], 'null'],
      [[{ op: 5 }], 'number'],
    ] as const)
      expect(error({}, patch)?.received).toBe(received)
  })

  it('a message of a fault holds at most 40 characters of what came', () => {
    expect(error({}, [{ op: 'x'.repeat(1_000), path: '' }])?.received).toHaveLength(40)
    expect(error({}, [{ op: 'add', path: 'x'.repeat(1_000), value: 1 }])?.received).toHaveLength(40)
  })
})

const tokens = fc.constantFrom('a', 'b', '0', '1', '2', '-')
const pointer = fc.array(tokens, { maxLength: 3 }).map((parts) => parts.map((part) => `/${part}`).join(''))
const json = fc.jsonValue({ maxDepth: 3 }).map((any) => parse(JSON.stringify({ a: [any, { b: 1 }], b: { a: [0, 1, 2], '0': any } })))
const operation = fc.record({
  op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test'),
  path: pointer,
  from: pointer,
  value: fc.constantFrom<JsonValue>(1, 'x', [], { a: [1] }),
})

describe('applyPatch, any patch', () => {
  it('never throws, never changes its input, and gives the same with frozen input', () => {
    fc.assert(
      fc.property(json, fc.array(operation, { maxLength: 8 }), (document, patch) => {
        const before = JSON.stringify([document, patch])
        const result = applyPatch(document, patch)
        expect(JSON.stringify([document, patch])).toBe(before)
        expect(applyPatch(freezeJson(document), freezeJson(patch))).toEqual(result)
      }),
      { numRuns: 500 },
    )
  })

  it('gives what applying its operations one by one gives', () => {
    fc.assert(
      fc.property(json, fc.array(operation, { maxLength: 8 }), (document, patch) => {
        const applied = patch.reduce<JsonValue | undefined>((current, step) => {
          const next = current === undefined ? undefined : applyPatch(structuredClone(current), [structuredClone(step)])
          return next?.ok ? next.value : undefined
        }, document)
        const whole = applyPatch(document, patch)
        expect(whole.ok ? whole.value : undefined).toEqual(applied)
      }),
      { numRuns: 500 },
    )
  })

  it('a move is a remove and an add, and an add can be tested and removed again', () => {
    fc.assert(
      fc.property(json, fc.constantFrom('/a/0', '/b/a', '/b/0', '/a/1/b'), fc.constantFrom('/c', '/b/c', '/a/1', '/a/-'), (document, from, path) => {
        const moved = applyPatch(document, [{ op: 'move', from, path }])
        const taken = applyPatch(document, [{ op: 'copy', from, path: '/taken' }])
        const held = taken.ok ? (taken.value as { taken: JsonValue }).taken : null
        expect(moved).toEqual(
          applyPatch(document, [
            { op: 'remove', path: from },
            { op: 'add', path, value: held },
          ]),
        )
        expect(value(document, { op: 'add', path: '/new', value: 1 }, { op: 'test', path: '/new', value: 1 }, { op: 'remove', path: '/new' })).toEqual(document)
      }),
    )
  })
})
