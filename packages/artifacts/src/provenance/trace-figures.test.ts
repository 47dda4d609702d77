import type { FigureSource, JsonValue } from '@pf/core'
import { provenanceSchema } from '@pf/core/schemas'
import { describe, expect, it } from 'vitest'
import { type TraceInput, traceFigures } from './trace-figures.ts'

const penguins = [
  { species: 'Adelie', mean_body_mass_g: 3700.662, count: 152 },
  { species: 'Chinstrap', mean_body_mass_g: 3733.088, count: 68 },
  { species: 'Gentoo', mean_body_mass_g: 5076.016, count: 124 },
]
const call = { tool: 'run_query', tool_call_id: 'tc:run:1' }
const resultOf = (value: JsonValue, ref = 'run_query.rows') => ({ ...call, ref, value })

const trace = (answer: string, more: Partial<TraceInput> = {}) => traceFigures({ results: [resultOf(penguins)], answer, ...more })
const kinds = (answer: string, more?: Partial<TraceInput>) =>
  trace(answer, more)
    .figures.sort((one, other) => (one.start ?? 0) - (other.start ?? 0))
    .map(({ text, source }) => `${text} ${source.kind}`)
const sourceOf = (answer: string, more?: Partial<TraceInput>): FigureSource | undefined => trace(answer, more).figures[0]?.source

describe('figures of an answer', () => {
  it('have the row of the result that has their name', () => {
    expect(sourceOf('Gentoo weigh 5,076 g.')).toEqual({ kind: 'result', ref: 'run_query.rows', path: '/2/mean_body_mass_g', row: 2 })
  })

  it.each([
    ['Gentoo weigh 5,076 g.', '5,076 g result'],
    ['Gentoo weigh 5076.02 g.', '5076.02 g result'],
    ['Gentoo weigh 5.08 kg.', '5.08 kg result'],
    ['Gentoo wiegen 5.076 g.', '5.076 g result'],
    ['Gentoo weigh about 5,100 g.', '5,100 g result'],
    ['Gentoo weigh 11.19 lb.', '11.19 lb result'],
    ['Gentoo weigh 5,077 g.', '5,077 g stated'],
    ['Gentoo weigh 5,100 g.', '5,100 g stated'],
    ['Gentoo weigh 5,076 kg.', '5,076 kg stated'],
    ['Gentoo weigh −5,076 g.', '−5,076 g stated'],
    ['Gentoo weigh 50,760 g.', '50,760 g stated'],
    ['Gentoo weigh 3,701 g.', '3,701 g stated'],
    ['On average 4,170 g.', '4,170 g computed'],
  ])('%s', (text, expected) => {
    expect(kinds(text)).toEqual([expected])
  })

  it('are found out when two of them were swapped', () => {
    expect(kinds('Adelie weigh 3,701 g and Gentoo 5,076 g.')).toEqual(['3,701 g result', '5,076 g result'])
    expect(kinds('Adelie weigh 5,076 g and Gentoo 3,701 g.')).toEqual(['5,076 g stated', '3,701 g stated'])
    expect(kinds('Adelie and Gentoo weigh 3,701 and 5,076 g.')).toEqual(['3,701 result', '5,076 g result'])
    expect(kinds('| Adelie | 3,701 g |\n|---|---|\n| Gentoo | 3,733 g |')).toEqual(['3,701 g result', '3,733 g stated'])
  })

  it('say where the same value is, if the text names something else', () => {
    expect(sourceOf('Gentoo weigh 3,701 g.')).toEqual({ kind: 'stated', by: 'model', near: { ref: 'run_query.rows', path: '/0/mean_body_mass_g', row: 0 } })
  })

  it('are computed where the text says so', () => {
    expect(kinds('Together there are 344 penguins.')).toEqual(['344 computed'])
    expect(kinds('There are 344 penguins.')).toEqual(['344 stated'])
    expect(kinds('Gentoo (5,076 g) are 1,375 g heavier than Adelie (3,701 g).')).toEqual(['5,076 g result', '1,375 g computed', '3,701 g result'])
    expect(kinds('Adelie (152 birds) are 44.2 % of all.')).toEqual(['152 result', '44.2 % computed'])
    expect(kinds('## 3 findings')).toEqual(['3 computed'])
  })

  it('are computed if the model declares how, and the computation gives them', () => {
    const computations = [
      {
        operation: 'ratio',
        operands: [
          { ref: 'run_query.rows', path: '/2/count' },
          { ref: 'run_query.rows', path: '/1/count' },
        ],
      },
    ]
    expect(sourceOf('1.82 to one.', { computations })).toMatchObject({ kind: 'computed', operation: 'ratio', declared: true })
    expect(sourceOf('1.92 to one.', { computations })).toMatchObject({ kind: 'stated' })
  })

  it.each([
    null,
    'sum',
    [null, 5, { operation: 'sum' }, { operation: 'constructor', operands: [] }, { operation: 'sum', operands: [17.7] }],
    [
      { operation: 'sum', operands: [{ ref: 'run_query.rows', path: '/__proto__' }] },
      { operation: 'sum', operands: [{ ref: 'other', path: '' }] },
    ],
    [{ operation: 'ratio', operands: [{ ref: 'run_query.rows', path: '/*/count' }] }],
    Array.from({ length: 10_000 }, () => ({ operation: 'sum', operands: [{ ref: 'run_query.rows', path: '/*/count' }] })),
  ])('are not proven by an invalid declaration', (computations) => {
    expect(kinds('It is 17.7.', { computations })).toEqual(['17.7 stated'])
  })

  it('may repeat the question and the query', () => {
    expect(sourceOf('All above 40.5.', { conversation: ['Which are above 40.5?'] })).toEqual({ kind: 'stated', by: 'conversation' })
    expect(sourceOf('All above 40.5.', { results: [{ ...resultOf(penguins), args: { sql: 'WHERE beak > 40.5' } }] })).toEqual({ kind: 'stated', by: 'query' })
  })

  it('have the unit of a column of temperatures', () => {
    const days = [{ hottest_c: 35.6, hottest_day: '2014-08-11', coldest_c: -7.1 }]
    const [warm, cold] = ['The hottest day was 11 August 2014 with 35.6 °C.', 'The coldest was −7.1 °C.']
    expect(kinds(`${warm} ${cold}`, { results: [resultOf(days)] })).toEqual(['11 August 2014 result', '35.6 °C result', '−7.1 °C result'])
  })

  it('are not taken from another field by chance if very many values occur', () => {
    const days = Array.from({ length: 1_000 }, (_, day) => ({
      date: new Date(Date.UTC(2012, 0, 1 + day)).toISOString().slice(0, 10),
      temp_max_c: (day % 350) / 10,
    }))
    const results = [resultOf(days)]
    expect(kinds('On 11 January 2012 it was 1.0 °C.', { results })).toEqual(['11 January 2012 result', '1.0 °C result'])
    expect(kinds('On 11 January 2012 it was 2.0 °C.', { results })).toEqual(['11 January 2012 result', '2.0 °C stated'])
    expect(kinds('It was 2.0 °C once.', { results })).toEqual(['2.0 °C stated'])
    expect(kinds('The highest was 34.9 °C.', { results })).toEqual(['34.9 °C computed'])
  })

  it('are read from columns, lists of lists and texts of results', () => {
    expect(kinds('Rome: 3.25', { results: [resultOf({ city: ['Rome', 'Oslo'], price: [3.25, 4.5] })] })).toEqual(['3.25 result'])
    expect(kinds('Rome: 4.5', { results: [resultOf({ city: ['Rome', 'Oslo'], price: [3.25, 4.5] })] })).toEqual(['4.5 stated'])
    expect(
      kinds('Oslo: 4.5', {
        results: [
          resultOf([
            ['city', 'price'],
            ['Rome', 3.25],
            ['Oslo', 4.5],
          ]),
        ],
      }),
    ).toEqual(['4.5 result'])
    expect(kinds('It has 12,500 seats.', { results: [resultOf({ text: 'The hall seats 12,500 people.' })] })).toEqual(['12,500 result'])
    expect(kinds('3.5 % more', { results: [resultOf({ rate: 0.035 })] })).toEqual(['3.5 % result'])
  })

  it('match the schema of the payload', () => {
    expect(provenanceSchema.parse(trace('Gentoo weigh 5,076 g, not 17.7 g.'))).toEqual(trace('Gentoo weigh 5,076 g, not 17.7 g.'))
  })
})

describe('figures of components', () => {
  const grid = (rows: unknown) => ({
    components: [{ id: 'c1', component: 'datagrid', props: { columns: [{ field: 'species', width: 120 }], pageSize: 25, rows } }],
  })
  const counts = (more: Partial<TraceInput>) => trace('', more).counts

  it('have the row with the same names', () => {
    const { figures } = trace(
      '',
      grid([
        { species: 'Gentoo', mass: 5076 },
        { species: 'Adelie', mass: 5076 },
      ]),
    )
    expect(figures).toEqual([
      {
        text: '5076',
        component: 'c1',
        pointer: '/rows/1/mass',
        source: { kind: 'stated', by: 'model', near: { ref: 'run_query.rows', path: '/2/mean_body_mass_g', row: 2 } },
      },
      { text: '5076', component: 'c1', pointer: '/rows/0/mass', source: { kind: 'result', ref: 'run_query.rows', path: '/2/mean_body_mass_g', row: 2 } },
    ])
  })

  it('come from a result by construction if they are referred to', () => {
    expect(trace('', grid({ $artifact: 'run_query.rows' }))).toMatchObject({
      counts: { references: 1, unproven: 0, result: 0 },
      figures: [{ text: 'run_query.rows', component: 'c1', pointer: '/rows', source: { kind: 'result', ref: 'run_query.rows', path: '' } }],
    })
  })

  it('belong to the category of an axis with as many entries', () => {
    const chart = (data: number[]) => ({
      components: [
        {
          id: 'c',
          component: 'echarts',
          props: { option: { grid: { left: 48 }, xAxis: { data: ['Gentoo', 'Adelie', 'Chinstrap'] }, series: [{ type: 'bar', barWidth: 17, data }] } },
        },
      ],
    })
    expect(counts(chart([5076, 3701, 3733]))).toMatchObject({ result: 3, stated: 0 })
    expect(counts(chart([3701, 5076, 3733]))).toMatchObject({ result: 1, unproven: 2 })
  })

  it('are in metrics, texts and components inside components', () => {
    const inner = { component: 'metric', props: { label: 'Gentoo', value: '5,076 g' } }
    expect(counts({ components: [{ id: 'c', component: 'grid', props: { columns: 2, items: [inner, { ...inner, colSpan: 2 }] } }] })).toMatchObject({
      result: 2,
      stated: 0,
    })
    expect(counts({ components: [{ id: 'c', component: 'markdown', props: { content: 'Gentoo: 17.7' } }] })).toMatchObject({ unproven: 1 })
    expect(
      counts({
        components: [{ id: 'c', component: 'metric', props: { label: 'Share', value: 0.4419, format: 'percent' } }],
        results: [resultOf({ share_percent: 44.19 })],
      }),
    ).toMatchObject({ result: 1 })
  })

  it('end within the limits', () => {
    const rows = Array.from({ length: 60_000 }, (_, id) => ({ id, value: id * 1.5, other: id + 0.5, more: id * 3 }))
    expect(trace('', grid(rows))).toMatchObject({ incomplete: true })
    let deep: unknown = 5
    for (let level = 0; level < 10_000; level++) deep = { data: deep }
    expect(trace('', { components: [{ id: 'c', component: 'json', props: { data: deep } }], results: [resultOf(deep as JsonValue)] })).toMatchObject({
      incomplete: true,
    })
  })

  it('are listed up to a number, those without an origin first', () => {
    const rows = Array.from({ length: 1_000 }, (_, id) => ({ species: 'Gentoo', mass: id === 999 ? 17.7 : 5076 }))
    const { figures, counts: all } = trace('', grid(rows))
    expect([figures.length, figures[0]?.text, all]).toEqual([200, '17.7', { result: 999, computed: 0, stated: 1, unproven: 1, references: 0 }])
  })
})
