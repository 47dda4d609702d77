import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nonce } from './__fixtures__/reply.ts'
import { sanitizeForBlocks } from './sanitize-for-blocks.ts'

const tags = ['[ARTIFACT:', '[/ARTIFACT:', '[USER:', '[/USER:']

describe('sanitizeForBlocks', () => {
  it('[002-model-06] breaks all four tags whatever the nonce, and only their bracket', () => {
    for (const tag of tags) {
      expect(sanitizeForBlocks(`a ${tag}${nonce}] b`)).toBe(`a (${tag.slice(1)}${nonce}] b`)
      expect(sanitizeForBlocks(`[${tag}`)).toBe(`[(${tag.slice(1)}`)
    }
  })

  it('[002-model-06] breaks what only looks like a tag: other case, spacing, wide or invisible characters', () => {
    for (const alike of [
      '[/artifact:abc1]',
      '[User:abc1]',
      '[ ARTIFACT : abc1]',
      '[ / USER:abc1]',
      '［/ARTIFACT：abc1］',
      '[／USER:abc1]',
      '[US\u200bER:abc1]',
      '[\u200b/artifact:\u2060abc1]',
      '[\nUSER:abc1]',
    ])
      expect(sanitizeForBlocks(alike)).toBe(`(${alike.slice(1)}`)
  })

  it('leaves ordinary text and code as it is', () => {
    for (const text of [
      'a[0] = b[i]',
      '[User: Anna] wrote',
      'render(conn, [user: user])',
      '[USERS: 5]',
      '[USER]',
      'ARTIFACT: x',
      '[link](user:1)',
      '[superuser:1]',
      '(USER:1)',
      '😀\ud83d',
    ])
      expect(sanitizeForBlocks(text)).toBe(text)
  })

  it('for any text: no tag is left, the length stays, and cleaning again changes nothing', () => {
    const parts = fc.constantFrom(...tags, '[', '/', 'ARTIFACT', 'USER', ':', ' ', '\u200b', '［', '：', 'user', nonce, ']', '\n', 'x')
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 20 }), (pieces) => {
        const text = pieces.join('')
        const clean = sanitizeForBlocks(text)
        for (const tag of tags) expect(clean).not.toContain(tag)
        expect(clean.replaceAll('(', '[')).toBe(text.replaceAll('［', (wide, at: number) => (clean[at] === '(' ? '[' : wide)))
        expect(sanitizeForBlocks(clean)).toBe(clean)
      }),
      { numRuns: 2_000 },
    )
  })

  it('costs linear time', () => {
    const started = performance.now()
    for (const part of ['[', '[ ', '[\u200b', '[/', '[ARTIFACT', '[A\u200b', 'USER:']) sanitizeForBlocks(part.repeat(500_000))
    for (const tail of [' ', '\u200b', '\n']) sanitizeForBlocks(`[/${tail.repeat(1_000_000)}[USER${tail.repeat(1_000_000)}`)
    expect(performance.now() - started).toBeLessThan(10_000)
  }, 30_000)
})
