import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxDepth } from './convert.ts'
import { toJson } from './to-json.ts'

class Point {
  x = 1
  y = undefined
}

describe('toJson', () => {
  it('keeps the identity of everything that is JSON already', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.parse(JSON.stringify(value))
        expect(toJson(plain)).toBe(plain)
      }),
    )
  })

  it('writes minus zero as JSON does, wherever it stands', () => {
    for (const value of [[-0], { a: -0 }, new Float32Array([-0]), -0]) expect(JSON.stringify(toJson(value))).not.toContain('-')
    expect(toJson([-0])).toEqual([0])
    expect(toJson(new Float32Array([-0]))).toEqual([0])
  })

  it('never throws and always gives what JSON can carry', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withSparseArray: true,
      withNullPrototype: true,
    })
    fc.assert(
      fc.property(anything, (value) => {
        const json = toJson(value)
        expect(JSON.parse(JSON.stringify(json))).toEqual(json)
      }),
    )
  })

  it('follows the documented rule for each kind of value', () => {
    const value = {
      big: 12n,
      bigger: 2n ** 70n,
      date: new Date(0),
      noDate: new Date(Number.NaN),
      nan: Number.NaN,
      infinity: Number.POSITIVE_INFINITY,
      gone: undefined,
      fn: () => 1,
      symbol: Symbol('s'),
      list: [undefined, () => 1, 1n],
      map: new Map([['a', 1n]]),
      pairs: new Map([[{ k: 1 }, 2]]),
      set: new Set([1, 2]),
      bytes: new Uint8Array([104, 105]),
      buffer: new Uint8Array([104, 105]).buffer,
      floats: new Float32Array([0.5, Number.NaN]),
      bigs: new BigInt64Array([1n]),
      blob: new Blob(['abc'], { type: 'text/plain' }),
      url: new URL('https://a.test/b'),
      error: new TypeError('bad'),
      pattern: /a+/g,
      point: new Point(),
      boxed: Object('text'),
    }
    expect(toJson(value)).toEqual({
      big: 12,
      bigger: '1180591620717411303424',
      date: '1970-01-01T00:00:00.000Z',
      noDate: null,
      nan: null,
      infinity: null,
      list: [null, null, 1],
      map: { a: 1 },
      pairs: [[{ k: 1 }, 2]],
      set: [1, 2],
      bytes: 'aGk=',
      buffer: 'aGk=',
      floats: [0.5, null],
      bigs: [1],
      blob: { type: 'text/plain', size: 3 },
      url: 'https://a.test/b',
      error: { name: 'TypeError', message: 'bad' },
      pattern: '/a+/g',
      point: { x: 1 },
      boxed: 'text',
    })
    expect(toJson(undefined)).toBeNull()
  })

  it('names cycles and depths instead of following them', () => {
    const loop: Record<string, unknown> = { name: 'a' }
    loop.self = loop
    expect(toJson(loop)).toEqual({ name: 'a', self: '[circular]' })
    let deep: unknown = 'end'
    for (let level = 0; level < 100_000; level++) deep = [deep]
    const text = JSON.stringify(toJson(deep))
    expect(text).toBe(`${'['.repeat(maxDepth)}"[too deep]"${']'.repeat(maxDepth)}`)
  })

  it('shows the same object twice when it stands in two places', () => {
    const shared = { a: 1n }
    expect(toJson([shared, shared])).toEqual([{ a: 1 }, { a: 1 }])
  })

  it('makes null of what cannot be read', () => {
    const throwing = Object.defineProperty({}, 'x', {
      enumerable: true,
      get: () => {
        throw new Error('no')
      },
    })
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    expect(
      toJson({
        throwing,
        proxy,
        own: {
          toJSON: () => {
            throw new Error('no')
          },
        },
      }),
    ).toEqual({ throwing: null, proxy: null, own: null })
  })

  it('asks toJSON once a value', () => {
    const value = { toJSON: () => ({ toJSON: 'a field', kept: 1n }) }
    expect(toJson(value)).toEqual({ toJSON: 'a field', kept: 1 })
  })

  it('copies an own __proto__ as data', () => {
    const value = { ...JSON.parse('{"__proto__": {"admin": true}, "a": 1}'), big: 1n }
    const json = toJson(value) as Record<string, unknown>
    expect(Object.keys(json)).toEqual(['__proto__', 'a', 'big'])
    expect(Object.getPrototypeOf(json)).toBe(Object.prototype)
    expect(json.admin).toBeUndefined()
  })
})
