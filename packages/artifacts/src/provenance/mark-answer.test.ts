import type { Figure, Provenance } from '@pf/core'
import { expect, it } from 'vitest'
import { markAnswer } from './mark-answer.ts'

const byModel = { kind: 'stated' as const, by: 'model' as const }
const answer = 'It is **17.7**, not 5 or 18.8.'
const figure = (text: string, source: Figure['source'] = byModel, start = answer.indexOf(text)): Figure => ({ text, start, end: start + text.length, source })
const provenance = (...figures: Figure[]): Provenance => ({
  counts: { result: 0, computed: 0, stated: 2, unproven: 2, references: 0 },
  figures,
  results: [],
  incomplete: false,
})

it('puts a sign behind figures that no result has, and a footnote under the answer', () => {
  const marked = markAnswer({
    raw_answer: answer,
    provenance: provenance(figure('18.8'), figure('17.7'), figure('17.7'), figure('5', { ...byModel, by: 'query' })),
  })
  expect(marked).toBe('It is **17.7†**, not 5 or 18.8†.\n\n† Stated by the model; in no result.')
})

it('takes other texts', () => {
  expect(markAnswer({ raw_answer: answer, provenance: provenance(figure('17.7')) }, { sign: '(!)', footnote: 'Not proven.' })).toBe(
    'It is **17.7(!)**, not 5 or 18.8.\n\n(!) Not proven.',
  )
})

it('changes nothing without such figures, with forged ones, and with those of components', () => {
  const forged = [
    figure('17.7', byModel, 7),
    figure('17.7', byModel, 9_000),
    figure('5', { kind: 'result', ref: 'a', path: '' }),
    { ...figure('17.7'), component: 'm' },
  ]
  expect(markAnswer({ raw_answer: answer, provenance: provenance(...forged) })).toBe(answer)
  expect(markAnswer({ raw_answer: answer })).toBe(answer)
})
