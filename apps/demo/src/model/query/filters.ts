import type { Dataset, Measure } from '../datasets/dataset.ts'
import { formatNumber } from '../format/format-values.ts'
import type { ConditionPart, NamePart, Period, Slots } from '../question/slots.ts'
import { literal } from './pivots.ts'
import type { Filter } from './query.ts'

export const measureOf = (dataset: Dataset, id: string): Measure | undefined => dataset.measures.find((measure) => measure.id === id)

/** Returns the conditions for names: values of one dimension are alternatives, and all dimensions apply together. */
export function valueFilters({ values }: Slots, dataset: Dataset): Filter[] {
  return dataset.dimensions.flatMap(({ id, sql, name }) =>
    [false, true].flatMap((negated) => {
      const chosen = values.filter((part) => part.dimension === id && part.negated === negated)
      if (chosen.length === 0) return []
      const list = chosen.flatMap((part) => part.values).map(literal)
      const labels = [...new Set(chosen.map(({ label }) => label))].join(negated ? ' nor ' : ' or ')
      return [
        {
          sql: `${sql} ${negated ? 'NOT IN' : 'IN'} (${list.join(', ')})`,
          text: id === 'cylinders' || id === 'cluster' ? `${negated ? 'not ' : ''}${labels}` : `${name} ${negated ? 'not ' : ''}${labels}`,
        },
      ]
    }),
  )
}

/** Returns SQL for a name that begins with or contains a phrase, at the boundaries of words. */
export function nameCondition({ match, phrase }: Pick<NamePart, 'match' | 'phrase'>): string {
  const pattern = phrase.replaceAll(/[^a-z0-9 ]/g, '.').replaceAll(' ', '[^a-z0-9]*')
  const end = /\d$/.test(phrase) ? '([^0-9]|$)' : '([^a-z]|$)'
  return `regexp_matches(lower(name), ${literal(match === 'begins' ? `^${pattern}${end}` : `(^|[^a-z0-9])${pattern}${end}`)})`
}

/** Returns the conditions on the names of cars. */
export function nameFilters({ names }: Slots): Filter[] {
  const conditions = names.map((part) => ({
    negated: part.negated,
    sql: nameCondition(part),
    text: `${part.match === 'begins' ? 'begins with' : 'contains'} “${part.phrase}”`,
  }))
  const wanted = conditions.filter(({ negated }) => !negated)
  const unwanted = conditions.filter(({ negated }) => negated)
  return [
    ...(wanted.length === 0 ? [] : [{ sql: `(${wanted.map(({ sql }) => sql).join(' OR ')})`, text: `name ${wanted.map(({ text }) => text).join(' or ')}` }]),
    ...unwanted.map(({ sql, text }) => ({ sql: `NOT ${sql}`, text: `name not one that ${text}` })),
  ]
}

const comparisonWords = { '>': 'above', '>=': 'at least', '<': 'below', '<=': 'at most', '=': 'exactly', '<>': 'not' } as const

/** Returns the filter of a condition on one measure. */
export function conditionFilter(
  { comparison, value, to, text: _ }: ConditionPart,
  { sql, name, unit, decimals }: Pick<Measure, 'sql' | 'name' | 'unit' | 'decimals'>,
): Filter {
  const shown = (number: number) => `${formatNumber(number, Number.isInteger(number) ? 0 : Math.max(decimals, 1))}${unit === '' ? '' : ` ${unit}`}`
  const exact = (number: number) => String(Number(number.toPrecision(12)))
  if (comparison === 'missing') return { sql: `${sql} IS NULL`, text: `without a value for ${name}` }
  if (comparison === 'between')
    return {
      sql: `${sql} BETWEEN ${exact(value)} AND ${exact(to ?? value)}`,
      text: `${name} from ${formatNumber(value, Number.isInteger(value) ? 0 : 1)} to ${shown(to ?? value)}`,
    }
  return { sql: `${sql} ${comparison} ${exact(value)}`, text: `${name} ${comparisonWords[comparison]} ${shown(value)}` }
}

/** Returns SQL for parts of the time of a row. */
export function timeParts({ time }: Dataset) {
  const sql = time?.sql ?? 'NULL'
  return { date: sql, year: time?.numeric ? sql : `year(${sql})`, month: `month(${sql})`, day: `day(${sql})` }
}

/** Returns the filter of a period, or the reason why the table does not support it. */
export function periodFilter(dataset: Dataset, period: Period, negated = false): Filter | string {
  const { time, table } = dataset
  if (!time) return `The ${dataset.noun.many} of this table have no date, so I cannot select ${period.label}.`
  if (period.last) return lastFilter(dataset, period)
  const fine =
    period.months !== undefined ||
    period.day !== undefined ||
    [period.from, period.to].some((date, index) => date !== undefined && !date.endsWith(index === 0 ? '-01-01' : '-12-31'))
  if (time.grain === 'year' && fine && !isYearEdge(period)) return `The table ${table} has one value a year, so I cannot select ${period.label}.`
  if (time.grain === 'month' && (period.day !== undefined || (period.from !== undefined && period.from === period.to)))
    return `The table ${table} has one value a month, so I cannot select ${period.label}.`
  const sql = periodSql(dataset, period)
  return { sql: negated ? `NOT (${sql})` : sql, text: negated ? `not ${period.label}` : period.label }
}

const isYearEdge = ({ from, to, months, day }: Period) =>
  !months && day === undefined && (from === undefined || from.endsWith('-01-01')) && (to === undefined || to.endsWith('-12-31'))

function periodSql(dataset: Dataset, { from, to, months, day }: Period): string {
  const parts = timeParts(dataset)
  const yearly = dataset.time?.grain === 'year'
  const edge = (date: string, comparison: string) =>
    yearly ? `${parts.year} ${comparison} ${Number(date.slice(0, 4))}` : `${parts.date} ${comparison} DATE '${date}'`
  const conditions = [
    ...(from ? [edge(from, '>=')] : []),
    ...(to ? [edge(to, '<=')] : []),
    ...(months ? [`${parts.month} IN (${months.join(', ')})`] : []),
    ...(day === undefined ? [] : [`${parts.day} = ${day}`]),
  ]
  return conditions.join(' AND ')
}

function lastFilter(dataset: Dataset, { last, label }: Period): Filter | string {
  const { date, year } = timeParts(dataset)
  const { count = 1, grain = 'year' } = last ?? {}
  if (grain === 'year') return { sql: `${year} > (SELECT max(${year}) FROM ${dataset.table}) - ${count}`, text: label }
  if (dataset.time?.grain === 'year' || (dataset.time?.grain === 'month' && grain === 'day'))
    return `The table ${dataset.table} has no ${grain}s, so I cannot select ${label}.`
  return { sql: `${date} > (SELECT max(${date}) FROM ${dataset.table}) - INTERVAL ${count} ${grain}`, text: label }
}
