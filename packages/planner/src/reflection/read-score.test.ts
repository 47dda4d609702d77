import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readScore } from './revise-answer.ts'

it('reads a score with its critique, also with text or a fence around it and as a numeral', () => {
  expect(readScore('{"score": 0.4, "critique": " Name the year. "}')).toEqual({ score: 0.4, critique: 'Name the year.' })
  expect(readScore('Sure!\n```json\n{"score": "1"}\n```')).toEqual({ score: 1, critique: '' })
  expect(readScore('{"score":0,"critique":5}')).toEqual({ score: 0, critique: '' })
})

it('takes nothing else for a score: other scales, other types, half an object', () => {
  for (const text of [
    '{"score": 7}',
    '{"score": -0.1}',
    '{"score": "high"}',
    '{"score": ""}',
    '{"score": null}',
    '{"score": [1]}',
    '{"score": 0.',
    '0.5',
    '[]',
    '',
    '{}',
  ])
    expect([text, readScore(text)]).toEqual([text, undefined])
  fc.assert(fc.property(fc.string(), (text) => void readScore(text)))
})
