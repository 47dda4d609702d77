import type { Dataset, Dimension, Grain, Measure } from '../datasets/dataset.ts'
import { capitalize } from '../format/format-values.ts'
import type { AggregateName } from '../question/chunk.ts'
import { timeParts } from './filters.ts'
import type { Cell, Column, Filter, Key } from './query.ts'

const withUnit = (name: string, unit: string) => (unit === '' || name.includes(unit) ? capitalize(name) : `${capitalize(name)} (${unit})`)

export const measureColumn = ({ id, sql, name, unit, decimals }: Measure): Column => ({
  alias: id,
  sql,
  title: withUnit(name, unit),
  name,
  kind: 'number',
  unit,
  decimals,
})

/** Returns the alias of the year. The table of cars has a column `year` that is a date; an alias of the same name would replace it inside window functions. */
const yearAlias = (table: string) => (table === 'cars' ? 'model_year' : 'year')

/** Returns the columns that identify a row: its name, its dimensions and its time. */
export function labelColumns({ label, dimensions, time, table }: Dataset): Column[] {
  const kinds = { day: 'date', month: 'month', year: 'year' } as const
  const parts = timeParts({ time, table } as Dataset)
  return [
    ...(label ? [{ alias: label.id, sql: label.sql, title: label.header, kind: 'text' as const }] : []),
    ...(time && table === 'weather' ? [{ alias: 'date', sql: parts.date, title: 'Day', kind: kinds.day } as const] : []),
    ...dimensions.filter(({ id }) => id !== 'cluster').map((dimension): Column => dimensionColumn(dimension)),
    ...(time && table !== 'weather'
      ? [
          {
            alias: time.grain === 'month' ? 'month' : yearAlias(table),
            sql: time.grain === 'year' ? parts.year : parts.date,
            title: capitalize(time.name),
            kind: kinds[time.grain],
          } as const,
        ]
      : []),
  ]
}

const dimensionColumn = ({ id, sql, name }: Dimension): Column => ({
  alias: id,
  sql,
  title: capitalize(name),
  kind: id === 'cylinders' || id === 'cluster' ? 'year' : 'text',
})

export const dimensionKey = (dimension: Dimension): Key => ({ ...dimensionColumn(dimension), dimension: dimension.id, plural: dimension.plural })

/** Returns the key of a time grain, or undefined if the table is coarser. */
export function grainKey(dataset: Dataset, grain: Grain): Key | undefined {
  const { date, year, month } = timeParts(dataset)
  const finest = { day: 0, month: 1, year: 2 }[dataset.time?.grain ?? 'year']
  if (!dataset.time || (finest === 2 && grain !== 'year' && grain !== 'decade') || (finest === 1 && grain === 'day')) return undefined
  const keys: Record<Grain, Key> = {
    day: { alias: 'day', sql: date, title: 'Day', kind: 'date', grain, plural: 'days' },
    month: { alias: 'month', sql: `date_trunc('month', ${date})::DATE`, title: 'Month', kind: 'month', grain, plural: 'months' },
    year: { alias: yearAlias(dataset.table), sql: year, title: dataset.table === 'cars' ? 'Model year' : 'Year', kind: 'year', grain, plural: 'years' },
    decade: { alias: 'decade', sql: `${year} // 10 * 10`, title: 'Decade from', kind: 'year', grain, plural: 'decades' },
    'calendar month': { alias: 'calendar_month', sql: `strftime(${date}, '%m %B')`, title: 'Calendar month', kind: 'text', grain, plural: 'calendar months' },
    season: {
      alias: 'season',
      title: 'Season',
      kind: 'text',
      grain,
      plural: 'seasons',
      sql: `CASE WHEN ${month} IN (12, 1, 2) THEN 'winter' WHEN ${month} <= 5 THEN 'spring' WHEN ${month} <= 8 THEN 'summer' ELSE 'autumn' END`,
    },
  }
  return keys[grain]
}

const aggregateNames = { avg: 'average', median: 'median', sum: 'total', min: 'lowest', max: 'highest', stddev: 'standard deviation of the' } as const

/** Returns one figure over the values of a measure. Without an aggregate, values are combined by the default of the measure. */
export function measureCell(measure: Measure, aggregate: AggregateName = measure.combine): Cell {
  const functions = { avg: 'avg', median: 'median', sum: 'sum', min: 'min', max: 'max', stddev: 'stddev_samp' } as const
  const spread = aggregate === 'avg' || aggregate === 'median' || aggregate === 'stddev'
  const decimals = spread && measure.bin < 1000 && measure.decimals < 2 ? measure.decimals + 1 : measure.decimals
  const together = aggregate === 'sum' || measure.id === 'unemployed' ? measure.together : undefined
  const plain = together === undefined || aggregate === 'median' || aggregate === 'min' || aggregate === 'max' || aggregate === 'stddev'
  const sql = plain ? `${functions[aggregate]}(${measure.sql})` : together.sql
  const name = plain ? `${aggregateNames[aggregate]} ${measure.name}` : together.name
  return {
    alias: `${aggregate}_${measure.id}`,
    sql: `round(${sql}, ${decimals})`,
    exact: sql,
    title: withUnit(name, measure.unit),
    kind: 'number',
    unit: measure.unit,
    decimals,
    aggregate,
    measure,
    name,
  }
}

/** Changes the figure of one name over several times to an average, because there are no names to add up. */
export function ofOneName(cell: Cell): Cell {
  const { measure } = cell
  return measure?.together && cell.name === measure.together.name
    ? { ...cell, name: `average ${measure.name}`, title: withUnit(`average ${measure.name}`, measure.unit) }
    : cell
}

/** Returns the number of rows, or of the rows that meet the conditions. */
export function countCell({ noun }: Dataset, conditions: readonly Filter[] = []): Cell {
  const sql = conditions.length === 0 ? 'count(*)' : `count(*) FILTER (${conditions.map((condition) => `(${condition.sql})`).join(' AND ')})`
  return {
    alias: 'number_of_rows',
    sql,
    title: `Number of ${noun.many}`,
    kind: 'number',
    unit: noun.many,
    decimals: 0,
    aggregate: 'count',
    name: `number of ${noun.many}`,
  }
}

/** Returns the number of different values of a key. */
export function distinctCell({ sql, plural }: Key): Cell {
  return {
    alias: 'different',
    sql: `count(DISTINCT ${sql})`,
    title: `Number of ${plural}`,
    kind: 'number',
    unit: plural,
    decimals: 0,
    aggregate: 'distinct',
    name: `number of ${plural}`,
  }
}
