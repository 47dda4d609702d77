import type { JsonObject } from '@pf/core'
import { describe, expect, it } from 'vitest'
import type { Brief } from '../briefs/brief.ts'
import { briefFileSchema } from '../briefs/brief-schema.ts'
import type { Observation, ShownComponent } from '../observe/observation.ts'
import { scoreRun } from './score-run.ts'

const rows = [
  { region: 'North', sales: 420 },
  { region: 'South', sales: 310 },
]

function briefOf(expected: object, more: object = {}): Brief {
  const { briefs } = briefFileSchema.parse({
    briefs: [{ id: 'b', question: 'Q?', tools: [{ name: 'run_query', description: 'Rows.', rows }], expect: { reason: 'Because.', ...expected }, ...more }],
  })
  return briefs[0] as Brief
}

const shown = (component: string, written: JsonObject, props: JsonObject = written): ShownComponent => ({
  id: component,
  component,
  props,
  written,
  question: false,
})
const observed = (more: Partial<Observation> = {}): Observation => ({
  finish: 'answer',
  answer: '',
  shown: [],
  rejected: [],
  measures: { ms: 1, model_calls: 1, repairs: 0 },
  ...more,
})

const bars = (type: string) => ({
  option: { dataset: { source: { $artifact: 'run_query.rows' } }, xAxis: { type: 'category' }, yAxis: {}, series: [{ type }] },
})
const chart = briefOf({
  components: [
    { component: 'echarts', grade: 1, columns: ['region', 'sales'], checks: [{ path: '/option/series/*/type', is: ['bar'] }] },
    { component: 'datagrid', grade: 0.5, columns: ['region', 'sales'] },
  ],
  references: 'required',
  must_not: [{ component: 'echarts', checks: [{ path: '/option/series/*/type', is: ['pie'] }], reason: 'A pie.' }],
})

describe('scoreRun', () => {
  it('[003-play-02] gives every point to the component and shape of a good designer', () => {
    expect(scoreRun(chart, observed({ shown: [shown('echarts', bars('bar'))] }))).toEqual({
      scores: { choice: 1, shape: 1, validity: 1, references: 1, restraint: 1 },
      total: 1,
      notes: [],
    })
  })

  it('grades the choice, and takes the best of several components', () => {
    const grid = shown('datagrid', { columns: [{ field: 'region' }, { field: 'sales' }], rows: { $artifact: 'run_query.rows' } })
    expect(scoreRun(chart, observed({ shown: [grid] })).scores).toMatchObject({ choice: 0.5, shape: 1 })
    expect(scoreRun(chart, observed({ shown: [grid, shown('echarts', bars('bar'))] })).scores).toMatchObject({ choice: 1, restraint: 0.5 })
    expect(scoreRun(chart, observed({ shown: [shown('metric', { value: 1, label: 'a' })] }))).toMatchObject({
      scores: { choice: 0 },
      notes: [expect.stringContaining('Shown: metric')],
    })
    expect(scoreRun(chart, observed()).scores).toEqual({ choice: 0, restraint: 1 })
  })

  it('counts the conditions that the props meet, also for one series in place of a list', () => {
    const line = scoreRun(chart, observed({ shown: [shown('echarts', bars('line'))] }))
    expect(line.scores.shape).toBeCloseTo(2 / 3)
    expect(line.notes).toEqual([expect.stringContaining('/option/series/*/type: one of "bar"')])
    const one = { option: { dataset: { source: rows }, series: { type: 'bar' } } }
    expect(scoreRun(chart, observed({ shown: [shown('echarts', one)] })).scores).toMatchObject({ shape: 1, references: 0 })
    const selected = { option: { dataset: { source: { $artifact: 'run_query.rows', select: ['region'] } }, series: { type: 'bar' } } }
    expect(scoreRun(chart, observed({ shown: [shown('echarts', selected)] })).notes).toEqual(['echarts: the column sales is not shown'])
  })

  it('takes all points of restraint for what must not be shown, also inside a layout', () => {
    const inside = { items: [{ component: 'echarts', props: bars('pie') }] }
    expect(scoreRun(chart, observed({ shown: [shown('grid', inside)] }))).toMatchObject({
      scores: { choice: 0, restraint: 0 },
      notes: [expect.any(String), 'A pie.'],
    })
    const word = briefOf({ none: 1, max_components: 0, answer: ['north'] })
    expect(scoreRun(word, observed({ answer: 'North.' }))).toMatchObject({ scores: { choice: 1, restraint: 1, figures: 1 }, total: 1 })
    expect(scoreRun(word, observed({ answer: 'North.', shown: [shown('callout', { content: 'North' })] })).scores).toMatchObject({ choice: 0, restraint: 0 })
  })

  it('requires the parts of a layout', () => {
    const dashboard = briefOf({ components: [{ component: 'grid', grade: 1, contains: [{ component: 'metric', min: 2 }] }] })
    const metric = { component: 'metric', props: { value: 1, label: 'a' } }
    expect(scoreRun(dashboard, observed({ shown: [shown('grid', { items: [metric, metric] })] })).scores.shape).toBe(1)
    expect(scoreRun(dashboard, observed({ shown: [shown('grid', { items: [metric] })] })).scores.shape).toBe(0)
  })

  it.each([
    ['the answer', { answer: 'Sales were 1.24 million euros.' }, 1],
    ['another notation', { answer: 'Es waren 1.238.450,50 €.' }, 1],
    ['Chinese numerals', { answer: '売上は123万8450円です。' }, 1],
    ['a component', { shown: [shown('metric', { value: 1238450.5, label: 'a' })] }, 1],
    ['no place', { answer: 'Sales were 1.42 million euros.' }, 0],
    ['other digits', { answer: 'Sales were 123,845.05 euros.' }, 0],
  ])('finds an expected figure in %s', (_name, seen, score) => {
    const figure = briefOf({ none: 1, figures: [{ value: 1238450.5 }], max_components: 2 })
    expect(scoreRun(figure, observed(seen)).scores.figures).toBe(score)
  })

  it('finds an expected figure in data behind a reference, unless the answer has to state it', () => {
    const grid = shown('datagrid', { columns: [], rows: { $artifact: 'run_query.rows' } }, { columns: [], rows: { artifact_id: 'a', items: 2 } })
    expect(scoreRun(briefOf({ none: 1, figures: [{ value: 420 }] }), observed({ shown: [grid] })).scores.figures).toBe(1)
    expect(scoreRun(briefOf({ none: 1, figures: [{ value: 420, where: 'answer' }] }), observed({ shown: [grid] })).scores.figures).toBe(0)
  })

  it('counts refused requests, figures without an origin, and runs without an answer', () => {
    const rejected = [{ component: 'echarts', codes: ['schema_invalid'] }]
    expect(scoreRun(chart, observed({ shown: [shown('echarts', bars('bar'))], rejected })).scores.validity).toBe(0.5)
    const counts = { result: 3, computed: 0, stated: 1, unproven: 1, references: 0 }
    const figures = [{ text: '17.7', source: { kind: 'stated' as const, by: 'model' as const } }]
    const provenance = { counts, figures, results: [], incomplete: false }
    expect(scoreRun(chart, observed({ provenance }))).toMatchObject({
      scores: { provenance: 0.75 },
      notes: [expect.any(String), 'Figures that are in no result: 17.7.'],
    })
    expect(scoreRun(chart, observed({ provenance: { ...provenance, incomplete: true } })).scores).not.toHaveProperty('provenance')
    expect(scoreRun(chart, observed({ finish: 'no_path', shown: [shown('echarts', bars('bar'))] })).scores).toMatchObject({ choice: 0, restraint: 0 })
  })

  it('reads props with the names of prototypes, deep ones and cycles of names without an error', () => {
    let deep: JsonObject = {}
    for (let level = 0; level < 500; level++) deep = { component: 'grid', props: deep }
    const hostile = JSON.parse('{"__proto__": {"option": {"series": [{"type": "bar"}]}}, "constructor": 1}') as JsonObject
    expect(scoreRun(chart, observed({ shown: [shown('echarts', hostile), shown('grid', deep)] })).scores.shape).toBe(0)
  })
})
