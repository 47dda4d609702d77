import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { createQueryClient } from '../data/query-client.ts'
import { stories } from './stories.ts'
import { cars, co2, countries, groups, mean, median, penguins, sum, unemployment, weather } from './test-support/data.ts'
import { play } from './test-support/play.ts'

const client = createQueryClient(new URL('../data/query-worker.ts', import.meta.url))
afterAll(() => client.close())

type Value = string | number
type PlainRow = Readonly<Record<string, Value | null>>

interface PlainMeasure {
  word: string
  column: string
  /** Meaningful limits for a condition. */
  limits: readonly number[]
}

interface PlainFilter {
  words: string
  keeps(row: PlainRow): boolean
}

/** A data set in the form that the generator uses: plain rows and the words for their parts. */
interface PlainData {
  noun: string
  rows: readonly PlainRow[]
  measures: readonly PlainMeasure[]
  dimensions: readonly { word: string; column: string }[]
  filters: readonly PlainFilter[]
  /** The last word of every question. It identifies the data set if no other word does. */
  suffix?: string
}

const is =
  (column: string, value: Value): PlainFilter['keeps'] =>
  (row) =>
    row[column] === value
const within =
  (column: string, low: number, high: number): PlainFilter['keeps'] =>
  (row) =>
    Number(row[column]) >= low && Number(row[column]) <= high

const data: Readonly<Record<string, PlainData>> = {
  penguins: {
    noun: 'penguins',
    rows: penguins,
    measures: [
      { word: 'body mass', column: 'mass', limits: [3500, 4000.5, 5000] },
      { word: 'flipper length', column: 'flipper', limits: [190, 200, 215] },
      { word: 'beak length', column: 'beakLength', limits: [40, 45.2] },
      { word: 'bill depth', column: 'beakDepth', limits: [15, 18.5] },
    ],
    dimensions: [
      { word: 'species', column: 'species' },
      { word: 'island', column: 'island' },
      { word: 'sex', column: 'sex' },
    ],
    filters: [
      { words: 'of the species Gentoo', keeps: is('species', 'Gentoo') },
      { words: 'on Biscoe', keeps: is('island', 'Biscoe') },
      { words: 'not from Dream', keeps: (row) => row.island !== 'Dream' },
      { words: 'excluding Adelie and Chinstrap', keeps: (row) => row.species === 'Gentoo' },
      { words: 'that are female', keeps: is('sex', 'female') },
      { words: 'from Dream or Torgersen', keeps: (row) => row.island === 'Dream' || row.island === 'Torgersen' },
    ],
  },
  cars: {
    noun: 'cars',
    rows: cars,
    measures: [
      { word: 'horsepower', column: 'hp', limits: [80, 120, 200] },
      { word: 'weight', column: 'weight', limits: [2300, 3500.5] },
      { word: 'mpg', column: 'mpg', limits: [20, 25.5, 30] },
      { word: 'displacement', column: 'displacement', limits: [120, 300] },
      { word: 'acceleration', column: 'acceleration', limits: [12, 15.5] },
    ],
    dimensions: [
      { word: 'origin', column: 'origin' },
      { word: 'number of cylinders', column: 'cylinders' },
      { word: 'year', column: 'year' },
    ],
    filters: [
      { words: 'from Japan', keeps: is('origin', 'Japan') },
      { words: 'not from the USA', keeps: (row) => row.origin !== 'USA' },
      { words: 'with 4 cylinders', keeps: is('cylinders', 4) },
      { words: 'from 1975', keeps: is('year', 1975) },
      { words: 'between 1972 and 1976', keeps: within('year', 1972, 1976) },
      { words: 'built since 1979', keeps: within('year', 1979, 3000) },
      { words: 'before 1973', keeps: within('year', 0, 1972) },
    ],
  },
  countries: {
    noun: 'countries',
    rows: countries,
    measures: [
      { word: 'life expectancy', column: 'life', limits: [60, 70.5, 78] },
      { word: 'fertility', column: 'fertility', limits: [2, 4.5] },
    ],
    dimensions: [{ word: 'region', column: 'cluster' }],
    filters: [
      { words: 'in 1960', keeps: is('year', 1960) },
      { words: 'in 1985', keeps: is('year', 1985) },
      { words: 'in 2000', keeps: is('year', 2000) },
    ],
  },
  weather: {
    noun: 'days',
    suffix: 'in Seattle',
    rows: weather,
    measures: [
      { word: 'daily high', column: 'high', limits: [10, 25.5, 30] },
      { word: 'daily low', column: 'low', limits: [0, 8.5] },
      { word: 'wind speed', column: 'wind', limits: [3, 5.5] },
      { word: 'precipitation', column: 'rain', limits: [1, 20] },
    ],
    dimensions: [{ word: 'type of weather', column: 'kind' }],
    filters: [
      { words: 'in 2014', keeps: is('year', 2014) },
      { words: 'in July', keeps: is('month', 7) },
      { words: 'in March 2013', keeps: (row) => row.year === 2013 && row.month === 3 },
      { words: 'since 2014', keeps: within('year', 2014, 3000) },
      { words: 'with snow', keeps: is('kind', 'snow') },
      { words: 'without fog', keeps: (row) => row.kind !== 'fog' },
      { words: 'from June 2012 to August 2012', keeps: (row) => row.year === 2012 && Number(row.month) >= 6 && Number(row.month) <= 8 },
    ],
  },
  unemployment: {
    noun: 'records',
    rows: unemployment,
    measures: [{ word: 'unemployment rate', column: 'rate', limits: [4, 8.5, 12] }],
    dimensions: [
      { word: 'industry', column: 'industry' },
      { word: 'year', column: 'year' },
    ],
    filters: [
      { words: 'in construction', keeps: is('industry', 'Construction') },
      { words: 'in 2009', keeps: is('year', 2009) },
      { words: 'excluding agriculture', keeps: (row) => row.industry !== 'Agriculture' },
      { words: 'from 2003 to 2005', keeps: within('year', 2003, 2005) },
      { words: 'in finance', keeps: is('industry', 'Finance') },
    ],
  },
  co2: {
    noun: 'months',
    rows: co2,
    measures: [
      { word: 'co2', column: 'ppm', limits: [340, 380.5, 400] },
      { word: 'seasonally adjusted co2', column: 'adjusted', limits: [350, 390] },
    ],
    dimensions: [{ word: 'year', column: 'year' }],
    filters: [
      { words: 'in 1990', keeps: is('year', 1990) },
      { words: 'in the 1970s', keeps: within('year', 1970, 1979) },
      { words: 'since 2010', keeps: within('year', 2010, 3000) },
      { words: 'in May', keeps: is('month', 5) },
    ],
  },
}

const aggregates = {
  average: mean,
  mean,
  median,
  minimum: (values: readonly number[]) => Math.min(...values),
  maximum: (values: readonly number[]) => Math.max(...values),
} as const
const comparisons: readonly [string, (value: number, limit: number) => boolean][] = [
  ['above', (value, limit) => value > limit],
  ['of more than', (value, limit) => value > limit],
  ['of at least', (value, limit) => value >= limit],
  ['below', (value, limit) => value < limit],
  ['of at most', (value, limit) => value <= limit],
]

const known = (rows: readonly PlainRow[], column: string) => rows.map((row) => row[column]).filter((value): value is number => typeof value === 'number')

/** Returns the rows of the first query of a composed answer. */
async function rowsOf(question: string): Promise<{ rows: Record<string, unknown>[]; answer: string }> {
  const turn = await play(stories, question, { client })
  expect(turn.story, `${question}: ${turn.final.answer}`).toBe('ask')
  const sql = turn.actions.find(({ next_node }) => next_node === 'run_query')?.args.sql
  return { rows: (await client.query(String(sql), { maxRows: 5000, timeoutMs: 5000 })).rows, answer: String(turn.final.answer) }
}

/** Averages are rounded to one or two digits. */
const tolerance = 0.051
const close = (actual: unknown, expected: number, question: string) =>
  expect(Math.abs(Number(actual) - expected), `${question}: ${actual} instead of ${expected}`).toBeLessThanOrEqual(
    Math.max(tolerance, Math.abs(expected) * 1e-4),
  )

/** Indexes instead of values keep a counterexample short. */
const picked = fc.record({
  table: fc.constantFrom(...Object.keys(data)),
  measureIndex: fc.nat(50),
  filterIndex: fc.nat(50),
  dimensionIndex: fc.nat(50),
  aggregate: fc.constantFrom(...(Object.keys(aggregates) as (keyof typeof aggregates)[])),
  comparisonIndex: fc.nat(50),
  limit: fc.nat(10),
  count: fc.integer({ min: 2, max: 12 }),
})
type Picked = typeof picked extends fc.Arbitrary<infer Each> ? Each : never

const at = <Item>(list: readonly Item[], index: number): Item => {
  const item = list[index % list.length]
  if (item === undefined) throw new Error('the list is empty')
  return item
}

function partsOf({ table, measureIndex, filterIndex, dimensionIndex, comparisonIndex, ...rest }: Picked) {
  const set = data[table]
  if (!set) throw new Error(`there is no ${table}`)
  return {
    ...rest,
    set,
    measure: at(set.measures, measureIndex),
    filter: at(set.filters, filterIndex),
    dimension: at(set.dimensions, dimensionIndex),
    comparison: at(comparisons, comparisonIndex),
  }
}

const runs = { numRuns: 120 }
const sentence = (...parts: (string | undefined)[]) => parts.filter((part) => part).join(' ')

describe('generated questions', () => {
  it('about a figure of some rows give the figure of a plain evaluation', async () => {
    await fc.assert(
      fc.asyncProperty(picked, async (each: Picked) => {
        const { set, measure, filter, aggregate } = partsOf(each)
        const values = known(set.rows.filter(filter.keeps), measure.column)
        fc.pre(values.length > 0)
        const question = sentence(aggregate, measure.word, 'of', set.noun, filter.words, set.suffix)
        const { rows, answer } = await rowsOf(question)
        close(figureOf(rows[0], answer), aggregates[aggregate](values), question)
      }),
      runs,
    )
  }, 60_000)

  it('that count rows under a condition give the count of a plain evaluation', async () => {
    await fc.assert(
      fc.asyncProperty(picked, async (each: Picked) => {
        const {
          set,
          measure,
          filter,
          comparison: [words, holds],
          limit,
        } = partsOf(each)
        const bound = measure.limits[limit % measure.limits.length] ?? 0
        const matching = set.rows.filter((row) => filter.keeps(row) && typeof row[measure.column] === 'number' && holds(Number(row[measure.column]), bound))
        const question = sentence('how many', set.noun, filter.words, set.suffix, 'have a', measure.word, words, String(bound))
        const { rows, answer } = await rowsOf(question)
        const counted = /^\*\*([\d,]+)\*\*/.exec(answer)?.[1]?.replaceAll(',', '')
        if (matching.length > 0)
          expect(Number(counted), question).toBe(set.noun === 'countries' ? new Set(matching.map(({ country }) => country)).size : matching.length)
        else expect(rows.length === 0 || answer.startsWith('**0**') || answer.startsWith('Nothing'), `${question}: ${answer}`).toBe(true)
      }),
      runs,
    )
  }, 60_000)

  it('by groups give the figure of each group', async () => {
    await fc.assert(
      fc.asyncProperty(picked, async (each: Picked) => {
        const { set, measure, filter, dimension } = partsOf(each)
        const kept = set.rows.filter(filter.keeps)
        const expected = [...groups(kept, (row) => row[dimension.column] ?? '')].filter(([, rows]) => known(rows, measure.column).length > 0)
        fc.pre(expected.length > 1)
        const question = sentence('average', measure.word, 'of', set.noun, filter.words, set.suffix, 'by', dimension.word)
        const { rows } = await rowsOf(question)
        for (const [key, group] of expected) {
          const row = rows.find((each) => String(Object.values(each)[0]) === key)
          close(Object.values(row ?? {})[1], mean(known(group, measure.column)), `${question} (${key})`)
        }
        expect(rows).toHaveLength([...groups(kept, (row) => row[dimension.column] ?? '')].length)
      }),
      runs,
    )
  }, 60_000)

  it('that rank rows give the highest or lowest values in order', async () => {
    await fc.assert(
      fc.asyncProperty(picked, fc.boolean(), async (each: Picked, up: boolean) => {
        const { set, measure, filter, count } = partsOf(each)
        const values = known(set.rows.filter(filter.keeps), measure.column)
          .sort((left, right) => (up ? right - left : left - right))
          .slice(0, count)
        fc.pre(values.length > 0)
        const question = sentence(up ? 'top' : 'bottom', String(count), set.noun, filter.words, set.suffix, 'by', measure.word)
        const { rows } = await rowsOf(question)
        const found = rows.map((row) => Object.values(row).at(-1))
        expect(found, question).toEqual(values)
      }),
      runs,
    )
  }, 60_000)

  it('with a total give the sum', async () => {
    const years = fc.constantFrom(2012, 2013, 2014, 2015)
    await fc.assert(
      fc.asyncProperty(years, fc.integer({ min: 1, max: 12 }), async (year, month) => {
        const name = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2000, month - 1)))
        const question = `total precipitation in ${name} ${year}`
        const { rows } = await rowsOf(question)
        close(Object.values(rows[0] ?? {})[0], sum(weather.filter((row) => row.year === year && row.month === month).map(({ rain }) => rain)), question)
      }),
      { numRuns: 24 },
    )
  }, 60_000)
})

/** Returns the figure of an answer with one row: the last one of a ranked row, and the first one of an aggregate. */
function figureOf(row: Record<string, unknown> | undefined, answer: string): unknown {
  const values = Object.values(row ?? {})
  return /^The (highest|lowest) /.test(answer) && row?.rows_in_group === undefined ? values.at(-1) : values[0]
}
