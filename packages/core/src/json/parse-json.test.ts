import { expect, it } from 'vitest'
import { parseJson, parseJsonOrText } from './parse-json.ts'

it.each([
  ['{"a":[1]}', { a: [1] }],
  ['null', null],
  ['', undefined],
  ['{"a"', undefined],
])('parses %j, and returns undefined if it is not JSON', (text, value) => {
  expect(parseJson(text)).toEqual(value)
})

it('returns text that is not JSON without lone surrogates, and null as null', () => {
  expect([parseJsonOrText('plain \ud800'), parseJsonOrText('null'), parseJsonOrText('"text"')]).toEqual(['plain \ufffd', null, 'text'])
})
