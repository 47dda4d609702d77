import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { cpuTime } from '../../../../tooling/test-setup/cpu-time.ts'
import { nonce } from './__fixtures__/reply.ts'
import { sanitizeForBlocks } from './sanitize-for-blocks.ts'

// This is long enough for a heavily loaded machine.
vi.setConfig({ testTimeout: 120_000 })

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
      '[\u0000ARTIFACT:abc1]',
      '[US\u0000ER\u034f:abc1]',
      '[\ufe0f\u3164ARTIFACT:abc1]',
      '［ＡＲＴＩＦＡＣＴ：abc1］',
      '[ｕｓｅｒ:abc1]',
      '[АRТIFАСТ:abc1]',
      '[//USER:abc1]',
      '[∕USER:abc1]',
      '[⁄ARTIFACT∶abc1]',
      '【USER︰abc1】',
      '﹝/USER﹕abc1﹞',
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

  it('breaks the beginning of a tag at the end, so that cleaned pieces can be joined', () => {
    for (const tag of [...tags, '[/artifact:', '[ U\u200bSER:'].map((open) => `${open}${nonce}]`)) {
      for (let at = 0; at <= tag.length; at++) {
        const joined = sanitizeForBlocks(`hi ${tag.slice(0, at)}`) + sanitizeForBlocks(tag.slice(at))
        expect(joined).toBe(`hi (${tag.slice(1)}`)
      }
    }
    for (const text of ['a[0', 'see [b', '[link](/user', '[/x', '[artifacts', 'ARTIFACT']) expect(sanitizeForBlocks(text)).toBe(text)
  })

  it('refuses what is no string', () => {
    for (const wrong of [null, undefined, 5, ['[USER:x]']]) {
      expect(() => sanitizeForBlocks(wrong as never)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
    }
  })

  const parts = fc.constantFrom(...tags, '[', '/', 'ARTIFACT', 'USER', ':', ' ', '\u200b', '［', '：', 'user', nonce, ']', '\n', 'x', 'U', 'IFACT')

  it('for any texts: no tag stands in them when each was cleaned by itself', () => {
    fc.assert(
      fc.property(fc.array(fc.array(parts, { maxLength: 4 }), { maxLength: 5 }), (texts) => {
        const joined = texts.map((pieces) => sanitizeForBlocks(pieces.join(''))).join('')
        for (const tag of tags) expect(joined).not.toContain(tag)
      }),
      { numRuns: 2_000 },
    )
  })

  it('for any text: no tag is left, the length stays, and cleaning again changes nothing', () => {
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
    const started = cpuTime()
    for (const part of ['[', '[ ', '[\u200b', '[/', '[ARTIFACT', '[A\u200b', 'USER:', '[/ ', '/ ']) sanitizeForBlocks(part.repeat(500_000))
    for (const tail of [' ', '\u200b', '\n'])
      for (const end of ['', 'x', ':']) sanitizeForBlocks(`[/${tail.repeat(1_000_000)}[USER${tail.repeat(1_000_000)}${end}`)
    expect(cpuTime() - started).toBeLessThan(10_000)
  }, 90_000)
})
