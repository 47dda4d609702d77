import type { WireEvent } from '@pf/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEvents } from './read-events.ts'

type Delivered = ['event', string, string | undefined] | ['id', string] | ['retry', number] | ['ping']

/** Reads a stream that arrives in these chunks and lists everything that was delivered. `error` is set if reading failed. */
async function read(chunks: readonly Uint8Array[], maxEventChars?: number): Promise<{ delivered: Delivered[]; error?: unknown }> {
  const delivered: Delivered[] = []
  const callbacks = {
    onId: (id: string) => void delivered.push(['id', id]),
    onRetry: (ms: number) => void delivered.push(['retry', ms]),
    onPing: () => void delivered.push(['ping']),
    onBytes: () => {},
  }
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  const events = readEvents(body, callbacks, maxEventChars)
  const add = ({ event, id }: WireEvent) => void delivered.push(['event', event.type, id])
  try {
    for (let batch = await events.read(); batch; batch = await events.read()) batch.forEach(add)
    return { delivered }
  } catch (error) {
    return { delivered, error }
  }
}

const bytes = (text: string) => new TextEncoder().encode(text)
const readTexts = (texts: readonly string[], maxEventChars?: number) => read(texts.map(bytes), maxEventChars)
const data = (type: string) => `data: ${JSON.stringify({ type })}`
const event = (type: string) => `${data(type)}\n\n`
const sorted = (delivered: readonly Delivered[]) => delivered.map((one) => JSON.stringify(one)).sort()

const everything = [
  'retry: 5\n\n',
  ': ping\n\n',
  `id: 1.0\n${event('plain')}`,
  'id:2\r\ndata:{"type":\r\ndata: "two lines"}\r\n\r\n',
  `${data('cr')}\rid: 3\r\r`,
  'id: 4\n\n',
  `event: named\n${event('named')}`,
  'data:  {"type":"two spaces"}\n\n',
  `id\n${event('empty id')}`,
  `dart: 1\ndaTa: 2\nidx: 3\n data: 4\nunknown\n${event('unknown fields')}`,
  'retry: 1x\nretry: -1\nretry:\nretry: 07\n\n',
  `id: a\0b\n${event('nul in the id')}`,
  ':\n:x\n\n\n\n',
  event('\u{1f600}\u2028\u0085'),
  'data: {"type":"cut off"}',
].join('')

describe('readEvents', () => {
  it('reads events, ids, retry delays and comments as the standard defines them', async () => {
    const { delivered, error } = await readTexts([everything])
    expect(error).toBeUndefined()
    expect(delivered.filter(([kind]) => kind === 'event')).toEqual([
      ['event', 'plain', '1.0'],
      ['event', 'two lines', '2'],
      ['event', 'cr', '3'],
      ['event', 'named', undefined],
      ['event', 'two spaces', undefined],
      ['event', 'empty id', undefined],
      ['event', 'unknown fields', undefined],
      ['event', 'nul in the id', undefined],
      ['event', '\u{1f600}\u2028\u0085', undefined],
    ])
    expect(delivered.filter(([kind]) => kind !== 'event')).toEqual([
      ['retry', 5],
      ['ping'],
      ['id', '1.0'],
      ['id', '2'],
      ['id', '3'],
      ['id', '4'],
      ['retry', 7],
      ['ping'],
      ['ping'],
    ])
  })

  it('delivers the id of a block without data, so that a reconnection continues after it', async () => {
    expect((await readTexts([`id: 1\n${event('a')}id: 2\n\n`])).delivered).toContainEqual(['id', '2'])
  })

  it('delivers the same for bytes that are split at any position', async () => {
    const all = bytes(everything)
    const whole = sorted((await read([all])).delivered)
    for (let cut = 1; cut < all.length; cut++) expect(sorted((await read([all.subarray(0, cut), all.subarray(cut)])).delivered)).toEqual(whole)
    expect(sorted((await read(Array.from(all, (_, index) => all.subarray(index, index + 1)))).delivered)).toEqual(whole)
  })

  it('delivers the same for any lines and line endings in any chunks', async () => {
    const line = fc.constantFrom(data('a'), 'id: 1', 'id:2', 'id', ': c', ':', 'retry: 9', 'event: e', 'x: y', '')
    const stream = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r', '\r\n'), fc.constantFrom('', '\n\n')), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(stream, fc.array(fc.nat(60), { maxLength: 6 }), async (lines, cuts) => {
        const text = `${lines.flat().join('')}\n\n`
        const positions = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length]
        const pieces = positions.slice(1).map((end, index) => text.slice(positions[index], end))
        expect(sorted((await readTexts(pieces)).delivered)).toEqual(sorted((await readTexts([text])).delivered))
      }),
      { numRuns: 500 },
    )
  })

  it('fails for an event that exceeds the limit, whether it has one endless line or many, and after the events before it', async () => {
    const endlessLine = [event('before'), 'data: ', ...Array<string>(20).fill('x'.repeat(100))]
    const endlessComment = [event('before'), ': ', ...Array<string>(20).fill('x'.repeat(100))]
    const manyLines = [event('before'), ...Array<string>(20).fill(`data: ${'x'.repeat(100)}\n`)]
    for (const chunks of [endlessLine, endlessComment, manyLines]) {
      const { delivered, error } = await readTexts(chunks, 1_000)
      expect(delivered).toEqual([['event', 'before', undefined]])
      expect(error).toMatchObject({ code: 'protocol', message: expect.stringContaining('1000 characters') })
    }
    const manyEvents = await readTexts(Array<string>(20).fill(event('x'.repeat(100))), 1_000)
    expect(manyEvents.delivered).toHaveLength(20)
  })

  it('holds nothing of an endless line that is not a field', async () => {
    const { delivered, error } = await readTexts(['junk ', ...Array<string>(20).fill('x'.repeat(100)), '\n\n', event('after')], 1_000)
    expect(error).toBeUndefined()
    expect(delivered).toEqual([['event', 'after', undefined]])
  })

  it('fails for data that is not an AG-UI event, after the events before it', async () => {
    for (const invalid of ['data\n\n', 'data: {\n\n', 'data: []\n\n', 'data: {"type":1}\n\n']) {
      const { delivered, error } = await readTexts([event('before') + invalid + event('after')])
      expect(delivered).toEqual([['event', 'before', undefined]])
      expect(error).toMatchObject({ code: 'protocol' })
    }
  })
})
