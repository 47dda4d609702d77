import { createHash } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../contracts/json.ts'
import { canonicalJson, hashJson, sha256Hex } from './hash-json.ts'

const parse = (text: string): JsonValue => JSON.parse(text)
const json = fc.jsonValue({ maxDepth: 4 }).map((value) => parse(JSON.stringify(value)))

function shuffled(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(shuffled)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, shuffled(member)]),
  )
}

describe('hashJson', () => {
  it('is the SHA-256 of the JSON text with sorted keys', async () => {
    const text = '{"":[],"a":{"b":null,"c":"é"},"z":1}'
    expect(await hashJson(parse('{"z":1,"a":{"c":"é","b":null},"":[]}'))).toBe(createHash('sha256').update(text).digest('hex'))
  })

  it('does not depend on the order of keys, and on everything else', async () => {
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        expect(await hashJson(shuffled(value))).toBe(await hashJson(value))
        expect(await hashJson([value])).not.toBe(await hashJson(value))
      }),
    )
    expect(await hashJson({ a: 1 })).not.toBe(await hashJson({ a: '1' }))
  })

  it('reads back as the same value, keys like __proto__ and half pairs included', () => {
    const value = parse('{"b":"\\ud800","__proto__":{"x":1},"a":[-0,1e21]}')
    expect(JSON.stringify(shuffled(shuffled(parse(canonicalJson(value)))))).toBe(canonicalJson(value))
    expect(canonicalJson(value)).toBe('{"__proto__":{"x":1},"a":[0,1e+21],"b":"\\ud800"}')
  })

  it('refuses what has no form in JSON, also inside, so that no two dates or maps are one', async () => {
    for (const wrong of [new Date(), new Map([[1, 2]]), 1n, () => 1, Symbol('s'), new Error('e'), new Uint8Array(1)])
      for (const value of [wrong, [wrong], { a: wrong }]) await expect(hashJson(value as never)).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await hashJson(runInNewContext('({ a: [1] })') as JsonValue)).toBe(await hashJson({ a: [1] }))
    expect(await hashJson({ a: 1, b: undefined } as never)).toBe(await hashJson({ a: 1 }))
  })

  it('refuses what is nested too deep instead of breaking the stack', async () => {
    await expect(hashJson(parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`))).rejects.toMatchObject({ code: 'too_deep' })
  })
})

describe('sha256Hex', () => {
  it('hashes exactly the bytes of a view', async () => {
    const bytes = new Uint8Array([9, 1, 2, 3, 9]).subarray(1, 4)
    expect(await sha256Hex(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(await sha256Hex(new Uint8Array(new SharedArrayBuffer(4)))).toBe(createHash('sha256').update(new Uint8Array(4)).digest('hex'))
    expect(await sha256Hex(runInNewContext('Uint8Array.of(1, 2, 3)') as Uint8Array)).toBe(await sha256Hex(bytes))
    for (const wrong of ['abc', [1, 2, 3], null, new ArrayBuffer(3)]) await expect(sha256Hex(wrong as never)).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await sha256Hex(new Uint8Array())).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  })
})
