import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeBase64, encodeBase64, encodeBase64Url } from './base64.ts'

it('encodes and decodes bytes as Node does', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (bytes) => {
      const [plain, url] = [encodeBase64(bytes), encodeBase64Url(bytes)]

      expect(plain).toBe(Buffer.from(bytes).toString('base64'))
      expect(url).toBe(Buffer.from(bytes).toString('base64url'))
      expect([decodeBase64(plain), decodeBase64(url)]).toEqual([new Uint8Array(bytes), new Uint8Array(bytes)])
    }),
  )
})

it('encodes more bytes than a call may have arguments', () => {
  const bytes = new Uint8Array(300_000).fill(7)

  expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes)
})

it('decodes text with line breaks', () => {
  expect(decodeBase64('aGVs\r\nbG8=\n')).toEqual(new TextEncoder().encode('hello'))
})

it.each(['', ' ', 'a', 'ab=c', 'aGVsbG8==', 'aGVs bG8=', '\u00e4\u00e4\u00e4\u00e4'])('%j is no base64', (text) => {
  expect(decodeBase64(text)).toBeUndefined()
})
