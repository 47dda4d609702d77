import type { Figure, FinalPayload, JsonObject, JsonValue } from '@pf/core'
import { describe, expect, it } from 'vitest'
import type { ComponentState } from '../store/model/types.ts'
import { createLookup } from './create-lookup.ts'

const counts = { result: 1, computed: 0, stated: 0, unproven: 0, references: 0 }
const fromRow = { kind: 'result' as const, ref: 'run_query.rows', path: '/1/mass', row: 1 }
const byModel = { kind: 'stated' as const, by: 'model' as const }

interface Turn {
  answer?: string
  texts?: string[]
  figures?: unknown[]
  props?: Record<string, JsonObject>
}

function lookup({ answer = '', texts = [answer], figures = [], props = {} }: Turn) {
  const segments = texts.map((text, index) => ({ id: String(index), text, done: true }))
  const components = Object.entries(props).map(([id, own]) => ({ id, props: own }) as ComponentState)
  const provenance = { counts, figures, results: [], incomplete: false } as JsonValue
  return createLookup({ provenance, payload: { raw_answer: answer } as FinalPayload, segments, components })?.lookup
}

const figure = (text: string, start: number, source: Figure['source'] = fromRow) => ({ text, start, end: start + text.length, source })

describe('the figures of the answer', () => {
  it('are found by the text of the answer, in order', () => {
    const found = lookup({ answer: 'It is 17.7, not 5,076 g.', figures: [figure('5,076 g', 16), figure('17.7', 6, byModel)] })
    expect(found?.inText('It is 17.7, not 5,076 g.')).toEqual([
      { index: 1, unproven: true, start: 6, end: 10, text: '17.7' },
      { index: 0, unproven: false, start: 16, end: 23, text: '5,076 g' },
    ])
    expect(found?.inText('It is 17.7')).toEqual([])
  })

  it('are found in each of several segments; a figure across two of them is not', () => {
    const figures = [figure('12', 0), figure('34', 3), figure('56', 6)]
    const found = lookup({ answer: '12 34 56', texts: ['Before.', '12 3', '4 56'], figures })
    expect(found?.inText('12 3')).toMatchObject([{ start: 0, text: '12' }])
    expect(found?.inText('4 56')).toMatchObject([{ start: 2, text: '56' }])
    expect(found?.inText('Before.')).toEqual([])
  })

  it('are not found if the text of the turn is another one', () => {
    expect(lookup({ answer: 'It is 12.', texts: ['It is 12!'], figures: [figure('12', 6)] })?.inText('It is 12!')).toEqual([])
  })

  it.each<[string, unknown]>([
    ['another place', figure('12', 5)],
    ['a negative offset', { text: '12', start: -3, end: 8, source: fromRow }],
    ['an offset beyond the end', figure('12', 600)],
    ['an end before the start', { text: '', start: 8, end: 6, source: fromRow }],
    ['an offset that is no number', { text: '12', start: '6', end: 8, source: fromRow }],
    ['a fraction', { text: '12', start: 6.5, end: 8.5, source: fromRow }],
    ['NaN', { text: '12', start: Number.NaN, end: Number.NaN, source: fromRow }],
    ['no source', { text: '12', start: 6, end: 8 }],
    ['a source of an unknown kind', { text: '12', start: 6, end: 8, source: { kind: 'oracle' } }],
  ])('are not marked with %s', (_, forged) => {
    expect(lookup({ answer: 'It is 12.', figures: [forged] })?.inText('It is 12.')).toEqual([])
  })

  it('are not marked where they overlap', () => {
    const figures = [figure('1,234', 0), figure('234', 2, byModel), figure('5', 6)]
    expect(lookup({ answer: '1,234 5', figures })?.inText('1,234 5')).toMatchObject([{ text: '5' }])
  })
})

describe('the figures of components', () => {
  it('are found by their location, if the value there is the one that was traced', () => {
    const found = lookup({ figures: [{ text: '5076', component: 'g', pointer: '/rows/0/mass', source: fromRow }] })
    expect(found?.at('g', '/rows/0/mass', 5076)).toEqual({ index: 0, unproven: false })
    expect([found?.at('g', '/rows/0/mass', 5077), found?.at('g', '/rows/1/mass', 5076), found?.at('h', '/rows/0/mass', 5076)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('of a text are found in it: one that no result has first', () => {
    const at = { component: 'm', pointer: '/value' }
    const figures = [
      { ...figure('5', 0), ...at },
      { ...figure('9', 5, byModel), ...at },
    ]
    const found = lookup({ figures, props: { m: { value: '5 or 9' } } })
    expect(found?.at('m', '/value', '5 or 9')).toEqual({ index: 1, unproven: true })
    expect(found?.at('m', '/value', '6 or 8')).toBeUndefined()
    expect(found?.inText('5 or 9')).toMatchObject([{ text: '5' }, { text: '9' }])
  })

  it('are marked in no text that is shown twice with different sources', () => {
    const figures = [
      { ...figure('5', 0), component: 'a', pointer: '/content' },
      { ...figure('5', 0, byModel), component: 'b', pointer: '/content' },
    ]
    const found = lookup({ figures, props: { a: { content: '5 g' }, b: { content: '5 g' } } })
    expect(found?.inText('5 g')).toEqual([])
  })

  it('do not come from inherited properties', () => {
    const figures = ['/__proto__/constructor', '/constructor/name', '/length'].map((pointer) => ({ ...figure('Object', 0), component: 'm', pointer }))
    expect(lookup({ figures, props: { m: {} } })?.inText('Object')).toEqual([])
  })

  it('that refer to data are found as data', () => {
    const reference = { text: 'run_query.rows', component: 'g', pointer: '/rows', source: { kind: 'result', ref: 'run_query.rows', path: '' } }
    const found = lookup({ figures: [reference] })
    expect(found?.data('g', '/rows')).toEqual({ index: 0, unproven: false })
    expect(found?.at('g', '/rows', 5)).toBeUndefined()
  })
})

it.each([undefined, null, 5, 'text', [], {}, { counts: { result: -1 } }, { counts, figures: { __proto__: 1 } }])(
  '%j is no provenance, or one without figures',
  (provenance) => {
    const created = createLookup({ provenance: provenance as JsonValue, segments: [], components: [] })
    expect(created?.provenance.figures ?? []).toEqual([])
  },
)

it('reads at most 200 figures', () => {
  const figures = Array.from({ length: 100_000 }, () => figure('1', 0))
  const created = createLookup({ provenance: { counts, figures, results: [] } as unknown as JsonValue, segments: [], components: [] })
  expect(created?.provenance.figures).toHaveLength(200)
})
