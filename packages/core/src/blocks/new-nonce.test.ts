import { describe, expect, it } from 'vitest'
import { blockTags, newNonce } from './block-tags.ts'

describe('newNonce', () => {
  it('[002-model-05] is a new one at each call, of at least 96 bits, in letters and digits that tags can carry', () => {
    const nonces = Array.from({ length: 5_000 }, () => newNonce())
    expect(new Set(nonces).size).toBe(nonces.length)
    const letters = new Set(nonces.join(''))
    const bits = Math.log2(letters.size) * (nonces[0]?.length ?? 0)
    expect(bits).toBeGreaterThanOrEqual(96)
    for (const nonce of nonces) expect(nonce).toMatch(/^[a-z0-9]{24}$/)
    expect(blockTags(newNonce()).user_open).toMatch(/^\[USER:\w+\]$/)
  })

  it('takes its bytes from the source given, all 256 values evenly', () => {
    expect(newNonce((length) => new Uint8Array(length))).toBe('0'.repeat(24))
    expect(newNonce((length) => Uint8Array.from({ length }, (_, index) => index))).toBe('0123456789abcdefghjkmnpq')
    const counts = new Map<string, number>()
    for (let byte = 0; byte < 256; byte++) {
      const letter = newNonce((length) => new Uint8Array(length).fill(byte)).charAt(0)
      counts.set(letter, (counts.get(letter) ?? 0) + 1)
    }
    expect([...counts.values()]).toEqual(Array.from({ length: 32 }, () => 8))
  })

  it('refuses a source that gives too little', () => {
    for (const little of [new Uint8Array(8), undefined, null, 'x'.repeat(24), Array(24).fill(0)])
      expect(() => newNonce(() => little as Uint8Array)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  })
})
