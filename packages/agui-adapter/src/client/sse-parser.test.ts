import { readFileSync } from 'node:fs'
import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSseParser } from './sse-parser.ts'

type Said = ['data', string, string | undefined] | ['id', string | undefined] | ['retry', number] | ['comment']

/** Everything that a stream says, given in these pieces. */
function read(pieces: readonly string[], maxChars = 1_000): Said[] {
  const said: Said[] = []
  const sink = {
    onBlock: (data: string | undefined, id: string | undefined) => void said.push(data === undefined ? ['id', id] : ['data', data, id]),
    onRetry: (ms: number) => void said.push(['retry', ms]),
    onComment: () => void said.push(['comment']),
  }
  const feed = createSseParser(sink, maxChars)
  for (const piece of pieces) feed(piece)
  return said
}

/** The same as another reader has it. */
function readByPeer(text: string): Said[] {
  const said: Said[] = []
  const parser = createParser({
    onEvent: ({ data, id }) => void said.push(['data', data, id]),
    onRetry: (ms) => void said.push(['retry', ms]),
    onComment: () => void said.push(['comment']),
  })
  parser.feed(text)
  return said
}

const everything = [
  'retry: 5\n\n',
  ': ping\n\n',
  'id: 1.0\ndata: {"a":1}\n\n',
  'id:2\r\ndata:x\r\ndata: y\r\n\r\n',
  'data: cr\rid: 3\r\r',
  'data\n\n',
  'data:\n\n',
  'id: 4\n\n',
  'event: named\ndata: n\n\n',
  'data:  two spaces\n\n',
  'data: x: y\ndata: data: z\nid\n\n',
  'dart: 1\ndaTa: 2\nidx: 3\n data: 4\nunknown\n\n',
  'retry: 1x\nretry: -1\nretry:\nretry: 07\n\n',
  'id: a\0b\ndata: nul\n\n',
  ':\n:x\n\n\n\n',
  'data: \u{1f600}\u2028\u0085\u000b\n\n',
  'data: cut off',
].join('')

describe('createSseParser', () => {
  it('reads what the standard says', () => {
    expect(read([everything])).toEqual([
      ['retry', 5],
      ['comment'],
      ['data', '{"a":1}', '1.0'],
      ['data', 'x\ny', '2'],
      ['data', 'cr', '3'],
      ['data', '', undefined],
      ['data', '', undefined],
      ['id', '4'],
      ['data', 'n', undefined],
      ['data', ' two spaces', undefined],
      ['data', 'x: y\ndata: z', ''],
      ['retry', 7],
      ['data', 'nul', undefined],
      ['comment'],
      ['comment'],
      ['data', '\u{1f600}\u2028\u0085\u000b', undefined],
    ])
  })

  it('reads the same cut at every place, and one character at a time', () => {
    const whole = read([everything])
    for (let cut = 0; cut <= everything.length; cut++) expect(read([everything.slice(0, cut), everything.slice(cut)])).toEqual(whole)
    expect(read([...everything])).toEqual(whole)
    expect(read(everything.split(''))).toEqual(whole)
    expect(read(everything.split('').flatMap((piece) => ['', piece]))).toEqual(whole)
  })

  it('agrees with eventsource-parser, whatever the lines and their ends, in whatever pieces', () => {
    const line = fc.constantFrom('data: a', 'data:b', 'data', 'id: 1', 'id:2', 'id', ': c', ':', 'retry: 9', 'event: e', 'x: y', 'data: \u{1f600}', '')
    const stream = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r', '\r\n')), { maxLength: 20 })
    fc.assert(
      fc.property(stream, fc.array(fc.nat(60), { maxLength: 6 }), (lines, cuts) => {
        const text = lines.flat().join('')
        const places = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length]
        const pieces = places.slice(1).map((end, index) => text.slice(places[index], end))
        // A CR at the very end may still become CRLF; the peer waits with it.
        expect(read([...pieces, '\n\n']).filter(([kind]) => kind !== 'id')).toEqual(readByPeer(`${text}\n\n`))
      }),
      { numRuns: 2_000 },
    )
  })

  it('gives up on an event that never ends', () => {
    const endless = () => read(['data: ', ...Array<string>(20).fill('x'.repeat(100))])
    expect(endless).toThrow(/more than 1000 characters/)
    expect(() => read(Array<string>(20).fill(`data: ${'x'.repeat(100)}\n`))).toThrow(/more than 1000 characters/)
    expect(read(Array<string>(20).fill(`data: ${'x'.repeat(100)}\n\n`))).toHaveLength(20)
  })

  it('reads the cases of the project', () => {
    const lines = readFileSync(new URL('../sse/__fixtures__/sse-cases.jsonl', import.meta.url), 'utf8')
      .trim()
      .split('\n')
    const cases = lines.map((line) => JSON.parse(line) as { bytes_chunks?: string[]; expect_read?: { data: string; json: unknown }[] })
    for (const { bytes_chunks, expect_read } of cases) {
      if (!bytes_chunks || !expect_read) continue
      const data = read(bytes_chunks).flatMap(([kind, text]) => (kind === 'data' ? [text] : []))
      expect(data.map((text, index) => (expect_read[index]?.data === undefined ? JSON.parse(String(text)) : text))).toEqual(
        expect_read.map(({ json, data: raw }) => raw ?? json),
      )
    }
  })
})
