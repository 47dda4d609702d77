import { readFileSync } from 'node:fs'
import { formatEventId, parseEventId } from '@pf/core'
import { isAfter, logStart } from '@pf/core/internal'
import { readSse } from '@pf/testing'
import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeEvent, type SseBlock } from './encode-event.ts'

interface CaseBlock {
  event?: string
  id?: string
  retry?: number
  data?: unknown
  data_text?: string
  comment?: string
}
interface Case {
  id: string
  why: string
  events?: CaseBlock[]
  bytes_chunks?: string[]
  history?: CaseBlock[]
  reconnect?: { last_event_id: string }
  expect_read?: { event: string; lastEventId: string; json?: unknown; data?: string }[]
  expect_retry?: number[]
  expect_last_event_id?: string
  expect_error?: boolean
}

const cases = readFileSync(new URL('./__fixtures__/sse-cases.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case)

const toBlock = ({ data, data_text, ...rest }: CaseBlock): SseBlock => ({
  ...rest,
  ...(data === undefined ? {} : { json: data }),
  ...(data_text === undefined ? {} : { text: data_text }),
})

/** Parses the stream like the EventSource of a browser: the id persists, and the type is `message` unless specified. */
function read(pieces: readonly string[]) {
  const events: { event: string; lastEventId: string; data: string }[] = []
  const retries: number[] = []
  let lastEventId = ''
  const parser = createParser({
    onId: (id) => {
      lastEventId = id
    },
    onRetry: (retry) => retries.push(retry),
    onEvent: ({ event = 'message', data }) => events.push({ event, lastEventId, data }),
  })
  for (const piece of pieces) parser.feed(piece)
  return { events, retries, lastEventId: () => lastEventId }
}

function expectRead(pieces: readonly string[], { expect_read = [], expect_retry, expect_last_event_id }: Case) {
  const { events, retries, lastEventId } = read(pieces)
  const wanted = expect_read.map(({ json, data, ...rest }) => ({ ...rest, ...(json === undefined ? { data } : { json }) }))
  expect(events.map(({ data, ...rest }, index) => ('json' in (wanted[index] ?? {}) ? { ...rest, json: JSON.parse(data) } : { ...rest, data }))).toEqual(wanted)
  if (expect_retry) expect(retries).toEqual(expect_retry)
  if (expect_last_event_id) expect(lastEventId()).toBe(expect_last_event_id)
}

describe('encodeEvent', () => {
  it.each(cases.filter(({ events }) => events).map((one) => [one.id, one.why, one] as const))('case %s: %s', (_id, _why, one) => {
    const encode = () => (one.events ?? []).map((event) => encodeEvent(toBlock(event)))
    if (one.expect_error) return expect(encode).toThrow(/SSE/)
    const text = encode().join('')
    expectRead([text], one)
    expectRead([...text], one)
  })

  it.each(cases.filter(({ bytes_chunks }) => bytes_chunks).map((one) => [one.id, one.why, one] as const))(
    'the reader of our client, case %s: %s',
    (_id, _why, one) => {
      expectRead(one.bytes_chunks ?? [], one)
    },
  )

  it('[002-wire-08] writes event, one complete JSON object on one data line, and a blank line', () => {
    expect(encodeEvent({ event: 'done', id: '3', json: { text: 'a\nb\r' } })).toBe('id: 3\nevent: done\ndata: {"text":"a\\nb\\r"}\n\n')
  })

  it('[002-wire-07] writes the reconnection delay, also 0', () => {
    expect(encodeEvent({ retry: 0 })).toBe('retry: 0\n\n')
    expect(read([encodeEvent({ retry: 0 })]).retries).toEqual([0])
  })

  it.each([
    { id: '1\n2' },
    { id: '1\r' },
    { id: '\0' },
    { event: 'a\nevent: b' },
    { event: '\0' },
    { retry: -1 },
    { retry: Number.NaN },
    { retry: 1.5 },
    { retry: Number.POSITIVE_INFINITY },
    { json: undefined },
    { json: () => {} },
  ] satisfies SseBlock[])('refuses %o, which could break out of its line', (block) => {
    expect(() => encodeEvent(block)).toThrow(/SSE/)
  })

  it('refuses a retry that is text and an id that only becomes text, as untyped callers may pass them', () => {
    expect(() => encodeEvent(JSON.parse('{"retry":"1\\nevent: admin"}'))).toThrow(/SSE/)
    expect(() => encodeEvent(JSON.parse('{"id":["1\\nevent: admin"]}'))).toThrow(/SSE/)
  })

  it('writes nothing that a reader could mistake for another event, for any data', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (data, comment) => {
        const text = encodeEvent({ comment }) + encodeEvent({ event: 'x', text: data })
        const lines = data.split(/\r\n|\r|\n/)
        expect(read([text]).events).toEqual([{ event: 'x', lastEventId: '', data: lines.join('\n') }])
        expect(text).not.toContain('\r')
      }),
    )
  })

  it('is read back from the bytes, cut anywhere', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 400 }), (value, cut) => {
        const text = encodeEvent({ id: '7.0', json: { type: 'CUSTOM', value } })
        const { events } = read([text.slice(0, cut), text.slice(cut)])
        expect(events.map(({ data, lastEventId }) => [JSON.parse(data), lastEventId])).toEqual([[JSON.parse(JSON.stringify({ type: 'CUSTOM', value })), '7.0']])
      }),
    )
  })

  it('is read by a second reader as well', async () => {
    const body =
      encodeEvent({ retry: 5 }) + encodeEvent({ comment: 'ping' }) + encodeEvent({ id: '1.0', json: { type: 'X' } }) + encodeEvent({ json: { type: 'Y' } })
    const frames = []
    for await (const frame of readSse(new Response(body, { headers: { 'content-type': 'text/event-stream' } }), undefined, { strict: true })) frames.push(frame)
    expect(frames.map(({ id, data }) => [id, data])).toEqual([
      [undefined, ''],
      [undefined, ''],
      ['1.0', '{"type":"X"}'],
      [undefined, '{"type":"Y"}'],
    ])
  })
})

describe('event ids', () => {
  it('are seq and k, and k may be missing', () => {
    expect(parseEventId('12.3')).toEqual({ seq: 12, k: 3 })
    expect(parseEventId('12')).toEqual({ seq: 12, k: Number.POSITIVE_INFINITY })
    expect(parseEventId(formatEventId(999_999_999_999_999, 99_999))).toEqual({ seq: 999_999_999_999_999, k: 99_999 })
  })

  it.each(['', ' 1', '1.', '.1', '-1', '1e3', '1.2.3', '1234567890123456', '1.123456', '\u0661', '1\n'])('refuse %o', (text) => {
    expect(parseEventId(text)).toBeUndefined()
  })

  it('say what comes after a position', () => {
    expect(isAfter(logStart, 1, 0)).toBe(true)
    expect([isAfter({ seq: 2, k: 1 }, 2, 1), isAfter({ seq: 2, k: 1 }, 2, 2), isAfter({ seq: 2, k: 1 }, 3, 0)]).toEqual([false, true, true])
  })
})
