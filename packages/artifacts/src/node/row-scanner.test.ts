import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRowScanner } from './row-scanner.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** Returns the items of a text fed in pieces of `size` bytes, or undefined if the scanner finds no complete list. */
function scan(text: string | Uint8Array, size: number) {
  const scanner = createRowScanner()
  const all = typeof text === 'string' ? bytes(text) : text
  const rows = []
  try {
    for (let at = 0; at < all.length; at += size) rows.push(...scanner.feed(all.subarray(at, at + size)))
  } catch {
    return undefined
  }
  return scanner.finish() ? rows : undefined
}

const spaced = fc.tuple(fc.json(), fc.constantFrom('', ' ', '\n\t', '\r ')).map(([text, blank]) => `${blank}${text}${blank}`)

describe('createRowScanner', () => {
  it('gives the items of any list, cut anywhere', () => {
    fc.assert(
      fc.property(fc.array(spaced, { maxLength: 8 }), fc.integer({ min: 1, max: 40 }), (items, size) => {
        const text = ` [${items.join(',')}]\n`
        expect(scan(text, size)?.map(({ value }) => value)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('takes nothing for a list that JSON.parse does not', () => {
    const broken = [
      '',
      ' ',
      '[',
      '[1',
      '[1,',
      '[1,]',
      '[,1]',
      '[,]',
      '[1 2]',
      '[1]]',
      '[1],',
      '[1}',
      '[{]',
      '{"a":[1]}',
      '7',
      '"[1]"',
      '["a]',
      '["\\"]',
      '[1]x',
      '\ufeff[1]',
      "['a']",
    ]
    for (const text of broken) for (const size of [1, 2, 100]) expect([text, scan(text, size)]).toEqual([text, undefined])
    expect(scan(new Uint8Array([0x5b, 0x22, 0xff, 0x22, 0x5d]), 1)).toBeUndefined()
  })

  it('agrees with JSON.parse on every text', () => {
    const pieces = fc.constantFrom('[', ']', '{', '}', ',', ':', '"', '\\', '1', 'a', ' ', 'null', '"a"', '[]')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), (parts, size) => {
        const text = `[${parts.join('')}]`
        let expected: unknown
        try {
          expected = JSON.parse(text)
        } catch {
          expected = undefined
        }
        expect(scan(text, size)?.map(({ value }) => value)).toEqual(expected)
      }),
      { numRuns: 2_000 },
    )
  })

  it('tells where each item starts, and continues from there', () => {
    const text = '[ {"a":"é]"} ,[1,[2]],"x\\"," ]'
    const rows = scan(text, 3) ?? []
    for (const [index, { at }] of rows.entries()) {
      const scanner = createRowScanner(at)
      expect(scanner.feed(bytes(text).subarray(at)).map(({ value }) => value)).toEqual(JSON.parse(text).slice(index))
    }
  })
})
