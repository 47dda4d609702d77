import { expect, it } from 'vitest'
import { avoidedWords } from './avoided-words.mjs'

it('finds words that have a standard term, with their line', () => {
  const text = ['/** The shelf of components. */', 'the run goes on, and the model is told so', 'const mostRows = 5', 'a stock client'].join('\n')
  expect(avoidedWords(text)).toEqual([
    { line: 1, word: 'shelf', instead: 'store' },
    { line: 2, word: 'told', instead: 'informed, reported or distinguished' },
    { line: 2, word: 'goes on', instead: 'continue or resume' },
    { line: 3, word: 'mostRows', instead: 'maxX' },
    { line: 4, word: 'stock client', instead: 'third-party client' },
  ])
})

it.each(['the almost ready store', 'the page is gone on the other node', 'a stock chart', 'mostly', 'an odd number', 'a way outside'])(
  'leaves other words alone: %s',
  (text) => {
    expect(avoidedWords(text)).toEqual([])
  },
)
