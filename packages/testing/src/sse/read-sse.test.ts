import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSseParser, readSse } from './read-sse.ts'
import type { SseFrame } from './sse-block.ts'

const encoder = new TextEncoder()

function response(chunks: Iterable<Uint8Array>, type = 'text/event-stream; charset=utf-8'): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': type } })
}

async function framesOf(text: string, cut: (bytes: Uint8Array) => Uint8Array[], options?: { strict?: boolean }): Promise<SseFrame[]> {
  const frames: SseFrame[] = []
  for await (const frame of readSse(response(cut(encoder.encode(text))), undefined, options)) frames.push(frame)
  return frames
}

const whole = (bytes: Uint8Array) => [bytes]
const each = (bytes: Uint8Array) => Array.from(bytes, (byte) => Uint8Array.of(byte))
const fired = (frames: SseFrame[]) =>
  frames.filter(({ dispatched }) => dispatched).map(({ event = 'message', lastEventId, data }) => ({ event, lastEventId, data }))

const samples: Record<string, { text: string; expected: { event: string; lastEventId: string; data: string }[] }> = {
  'data lines are joined by LF, one space behind the colon is dropped': {
    text: 'event: x\ndata:  lead\ndata:b\ndata\n\n',
    expected: [{ event: 'x', lastEventId: '', data: ' lead\nb\n' }],
  },
  'an empty data line fires, no data line does not': {
    text: 'event: x\ndata:\n\nevent: y\n\ndata: z\n\n',
    expected: [
      { event: 'x', lastEventId: '', data: '' },
      { event: 'message', lastEventId: '', data: 'z' },
    ],
  },
  'CR, LF and CRLF end lines alike': {
    text: 'data: A\r\ndata: B\r\n\r\ndata: C\r\rdata: D\n\n',
    expected: ['A\nB', 'C', 'D'].map((data) => ({ event: 'message', lastEventId: '', data })),
  },
  'an id lives on, an empty id resets it, an id alone moves it, an unfinished block counts for nothing': {
    text: 'id: 5\ndata: a\n\ndata: b\n\nid\ndata: c\n\nid: 9\n\ndata: d\n\nid: 10\ndata: lost',
    expected: [
      ['5', 'a'],
      ['5', 'b'],
      ['', 'c'],
      ['9', 'd'],
    ].map(([lastEventId = '', data = '']) => ({ event: 'message', lastEventId, data })),
  },
  'an id with NUL, a retry that is no number and unknown fields are ignored': {
    text: 'id: a\0b\nretry: 1e3\nfoo: bar\nDATA: no\ndata: x\n\n',
    expected: [{ event: 'message', lastEventId: '', data: 'x' }],
  },
  'a byte order mark is skipped at the start only; letters of many bytes survive every cut': {
    text: '\ufeffdata: \ufeff😀é\u2028\u0085\n\n',
    expected: [{ event: 'message', lastEventId: '', data: '\ufeff😀é\u2028\u0085' }],
  },
}

describe('readSse', () => {
  for (const [name, { text, expected }] of Object.entries(samples)) {
    it(`${name}, at every split`, async () => {
      expect(fired(await framesOf(text, whole))).toEqual(expected)
      expect(fired(await framesOf(text, each))).toEqual(expected)
      const size = encoder.encode(text).length
      for (let at = 1; at < size; at += 1) expect(fired(await framesOf(text, (bytes) => [bytes.slice(0, at), bytes.slice(at)]))).toEqual(expected)
    })
  }

  it('gives comments, retries and ids as written, and says what would fire', async () => {
    const frames = await framesOf(': ping\n\nretry: 0\nid: 3.1\n:a\n:  b\ndata: x\n\n', each)
    expect(frames).toEqual([
      { comment: 'ping', data: '', lastEventId: '', dispatched: false },
      { retry: 0, id: '3.1', comment: 'a\n b', data: 'x', lastEventId: '3.1', dispatched: true },
    ])
  })

  it('gives a frame as soon as its blank line is there', () => {
    const parser = createSseParser()
    expect(parser.feed('data: a\n')).toEqual([])
    expect(parser.feed('\n')).toHaveLength(1)
    expect(parser.feed('data: b\r\r')).toHaveLength(1)
    expect(parser.feed('\n')).toEqual([])
  })

  it('reads any text the same, however it is cut', async () => {
    const text = fc.array(fc.constantFrom('data', ':', ' ', 'id', 'retry', '1', '\r', '\n', '\r\n', '\n\n', '😀', 'event: x'), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(60), { maxLength: 6 }), async (parts, cuts) => {
        const joined = parts.join('')
        const places = [0, ...cuts.sort((a, b) => a - b)]
        const cut = (bytes: Uint8Array) => places.map((at, index) => bytes.slice(at, places[index + 1]))
        expect(await framesOf(joined, cut)).toEqual(await framesOf(joined, whole))
      }),
    )
  })

  it('strict: takes what a well-made server sends', async () => {
    expect(await framesOf(': ping\n\nid: 1.0\nevent: x\nretry: 500\ndata: {}\n\n', each, { strict: true })).toHaveLength(2)
  })

  it('strict: refuses CR, a byte order mark, broken UTF-8, lines that say nothing and an unfinished block', async () => {
    const faults = ['data: a\r\n\r\n', '\ufeffdata: a\n\n', 'foo: bar\n\n', 'retry: soon\n\n', 'id: a\0\n\n', 'event:\ndata: x\n\n', 'data: a\n', 'data: a']
    for (const text of faults) await expect(framesOf(text, each, { strict: true })).rejects.toThrow(/event stream/)
    const broken = response([Uint8Array.of(0x64, 0xff)])
    await expect(readSse(broken, undefined, { strict: true }).next()).rejects.toThrow()
  })

  it('refuses what is no event stream and says what came', async () => {
    await expect(readSse(response([encoder.encode('{"code":"busy"}')], 'application/json')).next()).rejects.toThrow('200 application/json: {"code":"busy"}')
    await expect(readSse(new Response('no', { status: 409, headers: { 'content-type': 'text/event-stream' } })).next()).rejects.toThrow('409')
  })

  it('ends on abort while it waits, also when the abort reaches fetch, and cancels the body when the loop is left', async () => {
    const closes = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const open = [...closes]
    const server = createServer((request, reply) => {
      reply.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: a\n\n')
      const connection = open.shift()
      request.socket.once('close', () => connection?.resolve())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const stop = new AbortController()
    for await (const frame of readSse(await fetch(url, { signal: stop.signal }), stop.signal)) {
      expect(frame.data).toBe('a')
      queueMicrotask(() => stop.abort())
    }
    for await (const frame of readSse(await fetch(url))) {
      expect(frame.data).toBe('a')
      break
    }
    const already = readSse(await fetch(url), AbortSignal.abort())
    expect((await already.next()).done).toBe(true)
    await Promise.all(closes.map(({ promise }) => promise))
    await new Promise((resolve) => server.close(resolve))
  })
})
