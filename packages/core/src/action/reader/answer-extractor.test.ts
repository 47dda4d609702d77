import { describe, expect, it, vi } from 'vitest'
import { readLines } from '../../test-support/read-lines.ts'
import { splitBytesEverywhere, splitEverywhere } from '../../testing/split-everywhere.ts'
import { createActionReader } from './action-reader.ts'
import { createAnswerExtractor } from './answer-extractor.ts'
import type { ActionReaderEvent, EndEvent } from './reader-events.ts'

// This is long enough for a heavily loaded machine.
vi.setConfig({ testTimeout: 120_000 })

interface ExtractCase {
  id: string
  kind: string
  input: string
  note?: string
  expect: { text: string; complete?: boolean }
}
interface StreamCase {
  id: string
  kind: string
  chunks: string[]
  expected_text: string
  why: string
}

const streaming = readLines<ExtractCase>(new URL('../../streaming/__fixtures__/streaming-json.jsonl', import.meta.url))
const actions = readLines<StreamCase>(new URL('../normalize/__fixtures__/actions.jsonl', import.meta.url))

/** The decisions of this library where the case leaves the result open: a lone surrogate inside the text becomes U+FFFD. */
const decided = new Map([
  ['surrogate-07', 'x \ufffd y'],
  ['surrogate-09', '\ufffd\n\ufffd'],
])

function extract(chunks: Iterable<string>): { text: string; complete: boolean } {
  const extractor = createAnswerExtractor()
  let shown = ''
  for (const chunk of chunks) shown += extractor.feed(chunk)
  const { text, complete, reset } = extractor.finish()
  return { text: reset ? text : shown + text, complete }
}

describe('createAnswerExtractor: every case at every cut', () => {
  for (const { id, input, note, expect: expected } of streaming.filter(({ kind }) => kind === 'extract')) {
    it(`${id}: ${note ?? input.slice(0, 60)}`, () => {
      for (const chunks of splitEverywhere(input)) expect(extract(chunks)).toEqual({ ...expected, text: decided.get(id) ?? expected.text })
    })
  }

  for (const { id, input, note, expect: expected } of streaming.filter(({ kind }) => kind === 'bytes')) {
    it(`${id}: ${note ?? ''}`, () => {
      for (const chunks of splitBytesEverywhere(new TextEncoder().encode(input))) expect(extract(chunks).text).toBe(expected.text)
    })
  }

  for (const { id, chunks, expected_text: expected, why } of actions.filter(({ kind }) => kind === 'stream')) {
    it(`${id}: ${why}`, () => {
      expect(extract(chunks).text).toBe(expected)
      for (const cut of splitEverywhere(chunks.join(''))) expect(extract(cut).text).toBe(expected)
    })
  }
})

describe('createAnswerExtractor: the same parser as the action reader', () => {
  it('gives with each piece what the reader gives as answer, and the same rest', () => {
    const texts = [
      '{"next_node":"final_response","args":{"answer":"a \\"b\\" \\n \u00e9\ud83d\ude00 \\ud83d\\ude00 \\q \n.","n":1}}',
      '{"args":{"answer":"early"},"next_node":"final_response"} {"next_node":"x","args":{}}',
      '<think>t</think>{"thought":"t","next_node":null,"args":{"raw_answer":"old"},"plan":null}',
      '{"next_node":"search","args":{"answer":"no","list":[1,{"a":"b"}]}}',
      '{"next_node":"final_response","args":{"answer":"Type {"next_node":"del","args":{}} to remove it"}}',
    ]
    for (const text of texts) {
      for (const chunks of splitEverywhere(text)) {
        const reader = createActionReader()
        const extractor = createAnswerExtractor()
        for (const chunk of chunks) expect(extractor.feed(chunk)).toBe(answerOf(reader.feed(chunk)))
        const { text: rest, complete, reset } = reader.finish().at(-1) as EndEvent
        expect(extractor.finish()).toEqual({ text: rest, complete, ...(reset ? { reset } : {}) })
        expect(extractor.state.emitted).toBe(reader.state.emitted)
      }
    }
  })
})

function answerOf(events: readonly ActionReaderEvent[]): string {
  return events.map((event) => (event.type === 'answer_delta' ? event.text : '')).join('')
}

describe('createAnswerExtractor: its state', () => {
  it('[004-ext-05] tells whether the action is a finish and how much was given out', () => {
    const extractor = createAnswerExtractor()
    extractor.feed('{"next_node":')
    expect(extractor.state).toEqual({ isFinish: false, emitted: 0 })
    extractor.feed('"final_response","args":{"answer":"Good ')
    expect(extractor.state).toEqual({ isFinish: true, emitted: 5 })
    extractor.feed('morning"}}')
    expect(extractor.state).toEqual({ isFinish: true, emitted: 12 })
  })

  it('gives the same rest when it is finished twice', () => {
    const extractor = createAnswerExtractor()
    extractor.feed('{"next_node":"final_response","args":{"text":"late"}}')
    expect(extractor.finish()).toEqual({ text: 'late', complete: true })
    expect(extractor.finish()).toEqual({ text: 'late', complete: true })
    expect(extractor.feed('{"next_node":"final_response","args":{"answer":"more"}}')).toBe('')
  })
})
