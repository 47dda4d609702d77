import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutAt, splitEverywhere } from '../testing/split-everywhere.ts'
import { anyReply, filterReply, goodReply, nonce, openBody, readStrictly, shownOf } from './__fixtures__/reply.ts'
import { BlockScanner } from './block-scanner.ts'
import { createBlockFilter } from './create-block-filter.ts'
import { BlockContractError, parseBlocks } from './parse-blocks.ts'

const parsed = (text: string) => {
  try {
    return parseBlocks(text, nonce)
  } catch (error) {
    if (error instanceof BlockContractError) return undefined
    throw error
  }
}

describe('laws of replies in blocks', () => {
  it('[002-parse-01] the parser agrees with the contract written as regular expressions, for good replies and all others', () => {
    fc.assert(
      fc.property(anyReply, (text) => {
        expect(parsed(text)).toEqual(readStrictly(text))
      }),
      { numRuns: 3_000 },
    )
    fc.assert(fc.property(goodReply, (text) => void expect(parsed(text)).toBeDefined()))
  })

  it('deltas put together are what the parser reads, at every cut and one character at a time; a broken reply shows the same at every cut', () => {
    fc.assert(
      fc.property(anyReply, (text) => {
        const whole = filterReply([text])
        const { artifact, user } = whole
        expect(whole.verdict.parse_ok ? { artifact, user } : undefined).toEqual(readStrictly(text))
        for (const pieces of splitEverywhere(text)) expect({ ...filterReply(pieces), deltas: whole.deltas }).toEqual(whole)
      }),
      { numRuns: 300 },
    )
  })

  it('no way of cutting changes a result, and no delta is empty, ill-formed or ends inside a pair', () => {
    fc.assert(
      fc.property(anyReply, fc.array(fc.nat(300), { maxLength: 20 }), (text, places) => {
        const { deltas, ...result } = filterReply(cutAt(text, places))
        const { deltas: _, ...whole } = filterReply([text])
        expect(result).toEqual(whole)
        for (const delta of deltas) expect(delta.text !== '' && delta.text.isWellFormed()).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('[002-filt-01] nothing waits but a line break, the beginning of a tag or half a pair', () => {
    const tags = ['ARTIFACT', '/ARTIFACT', 'USER', '/USER'].flatMap((name) => ['', '\n', '\r\n'].map((edge) => `${edge}[${name}:${nonce}]`))
    const mayWait = (text: string) => text === '' || /^[\ud800-\udbff]$/.test(text) || tags.some((tag) => tag !== text && tag.startsWith(text))
    fc.assert(
      fc.property(anyReply, (text) => {
        const filter = createBlockFilter({ nonce, attempt: 1 })
        const deltas = []
        for (let end = 1; end <= text.length; end++) {
          deltas.push(...filter.feed(text.charAt(end - 1)))
          const body = openBody(text.slice(0, end))
          if (body === undefined) continue
          const shown = filter.state.mode === 'user' ? shownOf(deltas).user : shownOf(deltas).artifact
          expect(body.toWellFormed().startsWith(shown)).toBe(true)
          expect(mayWait(body.slice(shown.length))).toBe(true)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('[002-goal-04] [002-filt-06] no tag is shown, nor a piece of one: what is shown of a beginning is a beginning of the text of the blocks', () => {
    fc.assert(
      fc.property(goodReply, (text) => {
        const whole = parsed(text)
        for (let end = 0; end <= text.length; end++) {
          const { artifact, user } = filterReply([text.slice(0, end)])
          expect(whole?.artifact.startsWith(artifact) && whole.user.startsWith(user)).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
    fc.assert(
      fc.property(anyReply, (text) => {
        const { artifact, user } = filterReply([text])
        for (const shown of [artifact, user]) expect(shown).not.toMatch(/\[\/?(?:ARTIFACT|USER):k7Qx92\]/)
      }),
    )
  })

  it('[002-filt-01] hostile text costs linear time and the buffer never outgrows a tag', () => {
    const size = 1_000_000
    const maxTagLength = `\r\n[/ARTIFACT:${nonce}]`.length
    const hostile = [
      '[',
      '[/',
      '\n',
      '\r\n',
      '\r',
      '<',
      '\ud83d',
      ' ',
      `[/ARTIFACT:${nonce}`,
      `\r\n[/ARTIFACT:${nonce}`,
      '\n[USER:',
      `[/USER:${nonce.slice(1)}]`,
    ]
    const started = performance.now()
    for (const part of hostile) {
      const text = `[ARTIFACT:${nonce}]${part.repeat(size / part.length)}`
      for (const step of [1, 61, text.length]) {
        let shown = 0
        let most = 0
        const scanner = new BlockScanner(nonce, (_, piece) => {
          shown += piece.length
        })
        for (let at = 0; at < text.length; at += step) {
          scanner.feed(text.slice(at, at + step))
          most = Math.max(most, scanner.waiting)
        }
        expect(scanner.reason).toBeUndefined()
        expect(most).toBeLessThan(maxTagLength)
        expect(shown).toBeGreaterThan(size - 2 * maxTagLength)
      }
    }
    expect(performance.now() - started).toBeLessThan(30_000)
  }, 60_000)
})
