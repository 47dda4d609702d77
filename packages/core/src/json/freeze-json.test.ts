import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { freezeJson } from './freeze-json.ts'

describe('freezeJson', () => {
  it('takes plain objects of any origin', () => {
    const foreign: unknown = runInNewContext('({ a: [{}] })')
    expect(freezeJson([Object.assign(Object.create(null), { a: 1 }), foreign])).toEqual([{ a: 1 }, { a: [{}] }])
  })

  it('copies and freezes at every level', () => {
    const value = { a: [{ b: 1 }] }
    const frozen = freezeJson(value)
    value.a.push({ b: 2 })
    expect(frozen).toEqual({ a: [{ b: 1 }] })
    expect([frozen, frozen.a, frozen.a[0]].every((part) => Object.isFrozen(part))).toBe(true)
    expect(Object.isFrozen(value)).toBe(false)
  })

  it('gives what JSON would give', () => {
    const value = { n: Number.NaN, i: -Infinity, z: -0, u: undefined, list: [undefined, null], s: '\ud800' }
    expect(freezeJson(value)).toEqual(JSON.parse(JSON.stringify(value)))
    expect(Object.is(freezeJson(-0), 0)).toBe(true)
    const keyed = JSON.parse('{"b":1,"__proto__":{"x":1},"a":{"constructor":1}}')
    expect(JSON.stringify(freezeJson(keyed))).toBe(JSON.stringify(keyed))
    expect(freezeJson(keyed).x).toBeUndefined()
  })

  it('refuses what JSON has no form for, circles and more than 1,000 levels', () => {
    const circle: unknown[] = []
    circle.push(circle)
    for (const value of [1n, Symbol('a'), () => 1, [1n], new Date(), { a: new Map() }, new Uint8Array(1), new Error('e')])
      expect(() => freezeJson(value)).toThrowError(expect.objectContaining({ code: 'invalid_input' }))
    for (const value of [circle, JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)])
      expect(() => freezeJson(value)).toThrowError(expect.objectContaining({ code: 'too_deep' }))
  })
})
