import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createUtf8Decoder } from './utf8.ts'

const decode = (pieces: readonly Uint8Array[]) => {
  const decoder = createUtf8Decoder()
  const texts = [...pieces.map((piece) => decoder.feed(piece)), decoder.finish()]
  for (const text of texts) expect(text.isWellFormed()).toBe(true)
  return texts.join('')
}

describe('createUtf8Decoder', () => {
  it('gives the same text wherever the bytes are cut', () => {
    const bytes = new TextEncoder().encode('a é € 😀 \u200d 中')
    for (let at = 0; at <= bytes.length; at++) expect(decode([bytes.subarray(0, at), bytes.subarray(at)])).toBe('a é € 😀 \u200d 中')
    expect(decode([...bytes].map((byte) => Uint8Array.of(byte)))).toBe('a é € 😀 \u200d 中')
  })

  it('is never ill-formed and never throws, whatever the bytes and cuts', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 6 }), { maxLength: 8 }), (pieces) => {
        expect(decode(pieces)).toBe(new TextDecoder().decode(Uint8Array.from(pieces.flatMap((piece) => [...piece]))))
      }),
    )
  })

  it('takes views of another realm, and refuses what is no bytes without losing its place', () => {
    const decoder = createUtf8Decoder()
    expect(decoder.feed(Uint8Array.of(0xe2, 0x82))).toBe('')
    for (const wrong of [undefined, null, 'x', [0xac], {}])
      expect(() => decoder.feed(wrong as never)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
    expect(decoder.feed(runInNewContext('Uint8Array.of(0xac, 0x61)') as Uint8Array)).toBe('€a')
  })

  it('a stream that ends inside a character says so; one byte order mark at the start is left out, also after an empty piece', () => {
    expect(decode([Uint8Array.of(0x61, 0xf0, 0x9f)])).toBe('a\ufffd')
    expect(decode([new Uint8Array(), Uint8Array.of(0xef), Uint8Array.of(0xbb, 0xbf, 0x61, 0xef, 0xbb, 0xbf)])).toBe('a\ufeff')
  })
})
