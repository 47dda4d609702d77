import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PfError } from '../errors/pf-error.ts'
import { splitEverywhere } from '../testing/split-everywhere.ts'
import { filterReply, nonce, shownOf } from './__fixtures__/reply.ts'
import { newNonce } from './block-tags.ts'
import type { BlockDelta } from './create-block-filter.ts'
import { createBlockFilter } from './create-block-filter.ts'
import { parseBlocks } from './parse-blocks.ts'

interface NonceCase {
  id: string
  nonce: string
  chunks: string[]
  expect: { merged_events: [string, string][]; parse_ok: boolean; artifact?: string; user?: string }
  must_have_emitted?: { after_chunk: number; artifact: string }[]
  why: string
}
const lines = readFileSync(join(import.meta.dirname, '__fixtures__', 'nonce.jsonl'), 'utf8')
  .trim()
  .split('\n')
const cases = lines.map((line) => JSON.parse(line) as NonceCase)

const merged = (deltas: readonly BlockDelta[]) => {
  const events: [string, string][] = []
  for (const { type, text } of deltas) {
    const last = events.at(-1)
    if (last?.[0] === type) last[1] += text
    else events.push([type, text])
  }
  return events
}
const tag = (name: string) => `[${name}:${nonce}]`
const good = `${tag('ARTIFACT')}\nA\n${tag('/ARTIFACT')}\n${tag('USER')}\nB\n${tag('/USER')}`

describe('the cases of the contract', () => {
  it('are all here', () => {
    expect(cases).toHaveLength(10)
  })

  it.each(cases)('$id $why', ({ nonce, chunks, expect: wanted, must_have_emitted = [] }) => {
    const filter = createBlockFilter({ nonce, attempt: 1 })
    const deltas: BlockDelta[] = []
    chunks.forEach((chunk, index) => {
      deltas.push(...filter.feed(chunk))
      for (const { after_chunk, artifact } of must_have_emitted) if (after_chunk === index) expect(shownOf(deltas).artifact).toBe(artifact)
    })
    expect(filter.finish().parse_ok).toBe(wanted.parse_ok)
    expect(merged(deltas)).toEqual(wanted.merged_events)
    const text = chunks.join('')
    if (wanted.parse_ok) expect(parseBlocks(text, nonce)).toEqual({ artifact: wanted.artifact, user: wanted.user })
    else expect(() => parseBlocks(text, nonce)).toThrow(PfError)
    for (const pieces of splitEverywhere(text)) {
      const again = filterReply(pieces, nonce)
      expect([merged(again.deltas), again.verdict.parse_ok]).toEqual([wanted.merged_events, wanted.parse_ok])
    }
  })
})

describe('createBlockFilter', () => {
  it('[002-filt-02] [002-filt-03] [002-filt-04] tells where it is, and text of each block comes as the delta of that block', () => {
    const filter = createBlockFilter({ nonce, attempt: 1 })
    expect(filter.state).toEqual({ mode: 'outside' })
    expect(filter.feed(`\n${tag('ARTIFACT')}first`)).toEqual([{ type: 'artifact_delta', text: 'first', attempt: 1 }])
    expect(filter.state).toEqual({ mode: 'artifact' })
    expect(filter.feed(`${tag('/ARTIFACT')}\n\n`)).toEqual([])
    expect(filter.state).toEqual({ mode: 'outside' })
    expect(filter.feed(`${tag('USER')}second`)).toEqual([{ type: 'user_delta', text: 'second', attempt: 1 }])
    expect(filter.state).toEqual({ mode: 'user' })
    expect(filter.feed(tag('/USER'))).toEqual([])
    expect(filter.state).toEqual({ mode: 'outside' })
    expect(filter.finish()).toEqual({ parse_ok: true, events: [] })
  })

  it('[002-filt-05] text outside gives nothing, breaks the contract at once, and nothing comes after it', () => {
    for (const outside of ['Sure! ', '```\n', '.', '\u200b', '\ud83d', `[ARTIFACT:${nonce}0]`, '[artifact:k7Qx92]', '[[']) {
      for (const pieces of splitEverywhere(outside + good)) {
        const { deltas, verdict } = filterReply(pieces)
        expect([deltas, verdict]).toEqual([[], { parse_ok: false, events: [], reason: 'text_outside' }])
      }
    }
    const filter = createBlockFilter({ nonce, attempt: 1 })
    filter.feed('S')
    expect(filter.state).toEqual({ mode: 'outside', reason: 'text_outside' })
  })

  it('every delta carries the attempt, so that a client can clear its panels when it grows', () => {
    const deltas = createBlockFilter({ nonce, attempt: 2 }).feed(good)
    expect(deltas).toEqual([
      { type: 'artifact_delta', text: 'A', attempt: 2 },
      { type: 'user_delta', text: 'B', attempt: 2 },
    ])
  })

  it('tags of the attempt before are plain text: a reply that quotes one stays one artifact', () => {
    const [first, second] = [newNonce(), newNonce()]
    const quoted = `[ARTIFACT:${first}]x[/ARTIFACT:${first}]`
    const { artifact, user, verdict } = filterReply(`[ARTIFACT:${second}]${quoted}[/ARTIFACT:${second}][USER:${second}]B[/USER:${second}]`, second)
    expect([artifact, user, verdict.parse_ok]).toEqual([quoted, 'B', true])
  })

  it('one line break belongs to each tag, also when a cut goes through it; a carriage return alone is text', () => {
    const body = (text: string) => `${tag('ARTIFACT')}${text}${tag('/ARTIFACT')}${tag('USER')}${tag('/USER')}`
    const wanted = [
      ['\r\nx\r\n', 'x'],
      ['\nx\r\n', 'x'],
      ['\r\n\r\nx\n\n', '\r\nx\n'],
      ['\r\n', ''],
      ['\r\n\r\n', ''],
      ['\n\n\n', '\n'],
      ['\rx\r', '\rx\r'],
      ['\r', '\r'],
      ['\r\r\n', '\r'],
      ['\n\r', '\r'],
      [' \n ', ' \n '],
    ]
    for (const [text = '', artifact] of wanted)
      for (const pieces of splitEverywhere(body(text))) expect([text, filterReply(pieces).artifact]).toEqual([text, artifact])
  })

  it('a pair is never cut, and half a pair becomes U+FFFD as everywhere in this package', () => {
    for (const pieces of splitEverywhere(good.replace('A\n', '😀\ud83d\n').replace('B\n', '\ude00x\ud83d[😀\n'))) {
      const { artifact, user, deltas } = filterReply(pieces)
      expect([artifact, user]).toEqual(['😀\ufffd', '\ufffdx\ufffd[😀'])
      for (const delta of deltas) expect(delta.text.isWellFormed()).toBe(true)
    }
  })

  it('a reply cut inside a tag shows nothing of the tag and is not ok', () => {
    for (let end = good.length - 1; end > 0; end--) {
      const { artifact, user, verdict } = filterReply([good.slice(0, end)])
      expect([`A${artifact}`, `B${user}`, verdict.parse_ok].join()).toMatch(/^AA?,BB?,false$/)
    }
  })

  it('returns the same verdict again after the end, and nothing for later pieces', () => {
    const filter = createBlockFilter({ nonce, attempt: 1 })
    filter.feed(`${tag('ARTIFACT')}A`)
    const verdict = filter.finish()
    expect(verdict).toEqual({ parse_ok: false, events: [], reason: 'unclosed_block' })
    expect(filter.feed(`${tag('/ARTIFACT')}${tag('USER')}B${tag('/USER')}`)).toEqual([])
    expect(filter.finish()).toBe(verdict)
  })

  it('two filters in use at the same time do not interfere', () => {
    const [left, right] = [createBlockFilter({ nonce, attempt: 1 }), createBlockFilter({ nonce, attempt: 2 })]
    const deltas = [...good].flatMap((character) => [...left.feed(character), ...right.feed(character)])
    expect(deltas.map(({ text, attempt }) => text + attempt)).toEqual(['A1', 'A2', 'B1', 'B2'])
  })

  it('refuses a nonce that could hide a tag and an attempt that is no count', () => {
    for (const bad of ['', 'abc', 'ab]cd', 'ab[cd', 'ab:cd', 'ab\ncd', 'ab cd', 'ab/cd', 'abcd\n', 'ééééé'])
      expect(() => createBlockFilter({ nonce: bad, attempt: 1 })).toThrow(PfError)
    expect(() => createBlockFilter({ nonce: 'n'.repeat(129), attempt: 1 })).toThrow(PfError)
    for (const attempt of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) expect(() => createBlockFilter({ nonce, attempt })).toThrow(PfError)
    for (const options of [undefined, null, 'x']) expect(() => createBlockFilter(options as never)).toThrow(PfError)
  })

  it('a piece that is no string is refused and never shown, wherever it comes, and the reply continues', () => {
    for (const wrong of [undefined, null, {}, 5, ['x']]) {
      for (let at = 0; at <= good.length; at++) {
        const filter = createBlockFilter({ nonce, attempt: 1 })
        const before = filter.feed(good.slice(0, at))
        expect(() => filter.feed(wrong as never)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
        expect(shownOf([...before, ...filter.feed(good.slice(at))])).toEqual({ artifact: 'A', user: 'B' })
        expect(filter.finish().parse_ok).toBe(true)
      }
      expect(() => parseBlocks(wrong as never, nonce)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
    }
  })
})
