import type { FigureSource, JsonValue, ResultLocation } from '@pf/core'
import { parsePointer } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { computeStatistics } from './statistics.ts'
import { traceFigures } from './trace-figures.ts'

/** Tests that a figure is not given a source that does not say it. */
const results = (values: Record<string, JsonValue>) =>
  Object.entries(values).map(([ref, value], index) => ({ ref, tool: 'run_query', tool_call_id: `tc:run:${index + 1}`, value }))

const groups = {
  'run_query.rows': [
    { species: 'Gentoo', mean_body_mass_g: 5076, birds: 124 },
    { species: 'Chinstrap', mean_body_mass_g: 3733.1, birds: 68 },
    { species: 'Adelie', mean_body_mass_g: 3700.7, birds: 152 },
  ],
}
const birds = { 'run_query.rows': Array.from({ length: 90 }, (_, id) => ({ island: id % 3 === 0 ? 'Torgersen' : 'Dream', mass_g: 3000 + id * 37 })) }

const sourcesOf = (answer: string, values: Record<string, JsonValue>) =>
  new Map(traceFigures({ results: results(values), answer }).figures.map(({ text, source }) => [text, source]))
const sourceOf = (answer: string, text: string, values: Record<string, JsonValue> = groups): FigureSource | undefined => sourcesOf(answer, values).get(text)

function valuesAt({ ref, path }: ResultLocation, values: Record<string, JsonValue>): unknown[] {
  let found: unknown[] = [values[ref]]
  for (const token of parsePointer(path) ?? [])
    found = found.flatMap((value) => (token === '*' ? (value as unknown[]) : [(value as Record<string, unknown>)[token]]))
  return found
}

describe('a computation of some of the rows', () => {
  it.each([
    ['Together Gentoo and Adelie are 276 birds.', '276', 276],
    ['Chinstrap and Adelie together: 220.', '220', 220],
    ['On average Gentoo and Adelie weigh 4,388 g.', '4,388 g', 4388.35],
  ])('%s has these rows as its operands, which give its value', (answer, text, value) => {
    const source = sourceOf(answer, text)
    if (source?.kind !== 'computed') throw new Error('not computed')
    const operands = source.operands.flatMap((operand) => valuesAt(operand, groups) as number[])
    expect(computeStatistics(operands)?.[source.operation as 'sum']).toBeCloseTo(value)
    expect(source.rows).toBeUndefined()
  })

  it('has the column and the number of its rows where they are many', () => {
    expect(sourceOf('The mean on Torgersen is 4,610 g.', '4,610 g', birds)).toEqual({
      kind: 'computed',
      operation: 'mean',
      operands: [{ ref: 'run_query.rows', path: '/*/mass_g' }],
      declared: false,
      rows: 30,
    })
    expect(sourceOf('There are 60 birds on Dream.', '60', birds)).toMatchObject({ operation: 'count', rows: 60 })
    expect(sourceOf('There are 90 birds.', '90', birds)).toEqual({
      kind: 'computed',
      operation: 'count',
      operands: [{ ref: 'run_query.rows', path: '/*/island' }],
      declared: false,
    })
  })

  it('is not that of all rows', () => {
    expect(sourceOf('The mean on Torgersen is 4,647 g.', '4,647 g', birds)).toMatchObject({ kind: 'stated' })
    expect(sourceOf('The mean of Gentoo is 4,170 g.', '4,170 g')).toMatchObject({ kind: 'stated' })
    expect(sourceOf('Gentoo are above the mean of 4,170 g.', '4,170 g')).toMatchObject({ kind: 'computed', operation: 'mean' })
    expect(sourceOf('Gentoo weigh 5,076 g, and the mean is 4,170 g.', '4,170 g')).toMatchObject({ kind: 'computed', operation: 'mean' })
  })

  it('is not that of all rows in which another result lists the name of a field', () => {
    const values = { ...groups, 'tc:run:1': { columns: [{ species: 'mass' }, { species: 'birds' }] } }
    expect(sourceOf('The mean mass is 4,170 g.', '4,170 g', values)).toMatchObject({ kind: 'computed', operation: 'mean' })
  })
})

const sales = {
  'run_query.rows': [
    { region: 'North', year: 2023, revenue_usd: 1234567, growth_pct: -3.5, orders: 1200 },
    { region: 'South', year: 2023, revenue_usd: 987654, growth_pct: 12.25, orders: 845 },
    { region: 'East', year: 2024, revenue_usd: 45678901, growth_pct: 0.5, orders: 31 },
  ],
}
const kinds = (answer: string, values: Record<string, JsonValue> = sales) =>
  traceFigures({ results: results(values), answer })
    .figures.sort((one, other) => (one.start ?? 0) - (other.start ?? 0))
    .map(({ text, source }) => `${text} ${source.kind === 'result' ? source.path : source.kind}`)

describe('a value of a row', () => {
  it.each([
    // What rose or fell.
    ['North fell 3.5 %.', ['3.5 % /0/growth_pct']],
    ['North declined by about 3.5%.', ['3.5% /0/growth_pct']],
    ['North: down 3.5 %', ['3.5 % /0/growth_pct']],
    ['North fiel um 3,5 %.', ['3,5 % /0/growth_pct']],
    ['North ist 3,5 % gesunken.', ['3,5 % /0/growth_pct']],
    ['North rose 3.5 %.', ['3.5 % stated']],
    ['South fell 12.25 %.', ['12.25 % stated']],
    ['South rose 12.25 %.', ['12.25 % /1/growth_pct']],
    ['South fell to 845.', ['845 /1/orders']],
    ['The orders of South decreased to 845.', ['845 /1/orders']],
    // How many times is no percentage, and 0 and years are not rounded.
    ['South grew 12.25x.', ['12.25x stated']],
    ['South grew by a factor of 12.25.', ['12.25 stated']],
    ['East: 0', ['0 stated']],
    ['North: about 2,000 orders', ['2,000 stated']],
    ['Up to 1,200 orders.', ['1,200 /0/orders']],
    ['Up to 1,250 orders.', ['1,250 stated']],
    // Ranges.
    ['Between 0.99 and 1.23 million USD.', ['0.99 /1/revenue_usd', '1.23 million USD /0/revenue_usd']],
    ['12–1,225 %', ['12 /1/growth_pct', '1,225 % stated']],
    // What is no figure, and what is one.
    ['Order 00845 of version 1.200.845', []],
    ['1e309 and 2e400', []],
    ['South has 845½ orders.', ['845½ stated']],
  ])('%s', (answer, expected) => {
    expect(kinds(answer)).toEqual(expected)
  })

  it('has the unit behind a range', () => {
    expect(kinds('The species weigh 3.7–5.1 kg.', groups)).toEqual(['3.7 /2/mean_body_mass_g', '5.1 kg /0/mean_body_mass_g'])
    expect(kinds('They weigh between 3.7 and 5.1 kg.', groups)).toEqual(['3.7 /2/mean_body_mass_g', '5.1 kg /0/mean_body_mass_g'])
    expect(kinds('They weigh between 3.7 and 5.1 lb.', groups)).toEqual(['3.7 stated', '5.1 lb stated'])
    expect(kinds('About 10^6 inhabitants', { a: { inhabitants: 1_000_000 } })).toEqual(['10^6 /inhabitants'])
    expect(kinds('About 10⁷ inhabitants', { a: { inhabitants: 1_000_000 } })).toEqual(['10⁷ stated'])
  })
})

describe('a value that the text gives to another field', () => {
  it.each([
    ['North has revenue of 1,200.', ['1,200 stated']],
    ['North: revenue 1,200, orders 1,234,567', ['1,200 stated', '1,234,567 stated']],
    ['North: revenue 1,234,567, orders 1,200', ['1,234,567 /0/revenue_usd', '1,200 /0/orders']],
    ['The mean revenue is 692.', ['692 stated']],
    ['The mean of the orders is 692.', ['692 computed']],
    ['| Region | Revenue | Orders |\n|---|---|---|\n| North | 1,200 | 1,234,567 |', ['1,200 stated', '1,234,567 stated']],
    ['| Region | Revenue | Orders |\n|---|---|---|\n| North | 1,234,567 | 1,200 |', ['1,234,567 /0/revenue_usd', '1,200 /0/orders']],
    [
      '| | North | South |\n|---|---|---|\n| Orders | 1,200 | 845 |\n| Revenue | 1,200 | 845 |',
      ['1,200 /0/orders', '845 /1/orders', '1,200 stated', '845 stated'],
    ],
    // Where the field is not named, or the unit names it.
    ['North made $1,234,567 with 1,200 orders.', ['$1,234,567 /0/revenue_usd', '1,200 /0/orders']],
    ['The revenue of North grew, by −3.5 %.', ['−3.5 % /0/growth_pct']],
    ['North reached 1,200.', ['1,200 /0/orders']],
  ])('%s', (answer, expected) => {
    expect(kinds(answer)).toEqual(expected)
  })

  it('may be in a field whose name says nothing', () => {
    expect(kinds('Oslo had 71 visits.', { a: [{ city: 'Oslo', cnt: 71, visits_before: 12 }] })).toEqual(['71 /0/cnt'])
  })

  it('is found out in time that grows with the length of a table', () => {
    const row = '| North | 1,200 '.repeat(20_000)
    expect(traceFigures({ results: results(sales), answer: `| a | b |\n|---|---|\n${row}|` }).counts.result).toBeGreaterThan(1)
  })
})

describe('figures in the order of the names', () => {
  it.each([
    ['North and South had 1,200 and 845 orders.', ['1,200 /0/orders', '845 /1/orders']],
    ['North and South had 845 and 1,200 orders.', ['845 stated', '1,200 stated']],
    ['North, South and East had 1,200, 845 and 31 orders.', ['1,200 /0/orders', '845 /1/orders', '31 /2/orders']],
    ['North, South and East had 31, 845 and 1,200 orders.', ['31 stated', '845 /1/orders', '1,200 stated']],
    ['1,200 and 845 orders came from North and South.', ['1,200 /0/orders', '845 /1/orders']],
    ['845 and 1,200 orders came from North and South.', ['845 stated', '1,200 stated']],
    ['North had more orders than South: 845 vs 1,200.', ['845 stated', '1,200 stated']],
    // The ends of a range, and other numbers of figures, belong to any of the names.
    ['North and South had 845 to 1,200 orders.', ['845 /1/orders', '1,200 /0/orders']],
    ['North and South had between 845 and 1,200 orders.', ['845 /1/orders', '1,200 /0/orders']],
    ['North, South and East had at most 1,200 and at least 31 orders.', ['1,200 /0/orders', '31 /2/orders']],
  ])('%s', (answer, expected) => {
    expect(kinds(answer)).toEqual(expected)
  })
})

describe('a count', () => {
  const described = {
    'tc:run:2': { row_count: 1, columns: ['matching', 'with_value', 'island', 'sex', 'year'].map((name) => ({ name, type: 'number' })) },
    'run_query.rows': [{ matching: 344, with_value: 339 }],
  }

  it('is not that of a list which only describes a result', () => {
    expect(sourceOf('Computed over 339 of 344 rows (5 without a value).', '5', described)).toMatchObject({
      kind: 'computed',
      operation: 'difference',
      operands: [{ path: '/0/matching' }, { path: '/0/with_value' }],
    })
    expect(sourceOf('There are 5 penguins on the ship.', '5', described)).toMatchObject({ kind: 'stated' })
    expect(sourceOf('The table has 5 columns.', '5', described)).toMatchObject({ kind: 'computed', operation: 'count' })
  })

  it('is that of what the sentence names, if several things are as many', () => {
    const values = {
      a: { airports: ['OSL', 'BGO', 'TRD', 'SVG'].map((code) => ({ code })) },
      b: { airlines: ['SK', 'DY', 'WF', 'LH'].map((code) => ({ code })) },
    }
    expect(sourceOf('There are 4 airports.', '4', values)).toMatchObject({ operands: [{ ref: 'a' }] })
    expect(sourceOf('There are 4 airlines.', '4', values)).toMatchObject({ operands: [{ ref: 'b' }] })
  })
})
