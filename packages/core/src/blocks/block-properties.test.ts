import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { cutAt, splitEverywhere } from '../testing/split-everywhere.ts'
import { anyReply, filterReply, goodReply, nonce, openBody, readStrictly, shownOf } from './__fixtures__/reply.ts'
import { BlockScanner } from './block-scanner.ts'
import { createBlockFilter } from './create-block-filter.ts'
import { BlockContractError, parseBlocks } from './parse-blocks.ts'

// This is long enough for a heavily loaded machine.
vi.setConfig({ testTimeout: 120_000 })

const parsed = (text: string) => {
  try {
    return parseBlocks(text, nonce)
  } catch (error) {
    if (error instanceof BlockContractError) return undefined
    throw error
  }
}

describe('properties of replies in blocks', () => {
  it('[002-parse-01] the parser agrees with the contract written as regular expressions, for good replies and all others', () => {
    fc.assert(
      fc.property(anyReply, (text) => {
        expect(parsed(text)).toEqual(readStrictly(text))
      }),
      { numRuns: 3_000 },
    )
    fc.assert(fc.property(goodReply, (text) => void expect(parsed(text)).toBeDefined()))
  })

  it('joined deltas are the text that the parser reads, at every cut and one character at a time; a broken reply shows the same text at every cut', () => {
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

  it('gives the same result for every way of cutting, without deltas that are empty, ill-formed or end inside a surrogate pair', () => {
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

  it('[002-filt-01] holds back only a line break, the start of a tag or half a surrogate pair', () => {
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

  it('[002-goal-04] [002-filt-06] shows no tag and no part of one: the text shown for a prefix of a reply is a prefix of the text of its blocks', () => {
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
    const size = 300_000
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
    const before = process.cpuUsage()
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
          most = Math.max(most, scanner.heldLength)
        }
        expect(scanner.reason).toBeUndefined()
        expect(most).toBeLessThan(maxTagLength)
        expect(shown).toBeGreaterThan(size - 2 * maxTagLength)
      }
    }
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000, 'milliseconds of processor time').toBeLessThan(30_000)
  }, 300_000)
})
