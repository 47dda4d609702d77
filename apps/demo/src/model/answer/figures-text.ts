import { capitalize } from '../format/format-values.ts'
import { measureCell, ofOneName } from '../query/columns.ts'
import type { ChangeQuery, DistributionQuery, RelationQuery, ShareQuery, SummaryQuery } from '../query/query.ts'
import type { Row } from '../topics/topic.ts'
import type { Reading } from './reading.ts'
import { basis, figure, rowWord, scope, shownValue, withUnit } from './words.ts'

export function summaryText(query: SummaryQuery, row: Row, index: number): string {
  const measure = query.measures.find(({ name }) => name === row.measure) ?? query.measures[index]
  if (!measure || Number(row.with_value) === 0) return `There is no value for ${measure?.name ?? 'this'}: ${scope(query)}.`
  const { name, unit, decimals } = measure
  const value = (field: unknown, digits = decimals) => withUnit(figure(field, digits), unit)
  if (Number(row.with_value) === 1) return `The ${name} is **${value(row.lowest)}**: ${scope(query)}.`
  const cell = measureCell(measure)
  const owner = (end: 'lowest' | 'highest') => ownersIn(row, end)
  const ends = `the lowest value is ${value(row.lowest)}${owner('lowest')}, the highest ${value(row.highest)}${owner('highest')}`
  if (query.ends) return `${capitalize(name)}: ${ends.replace(/is (\S+( [^ (]+)*)/, 'is **$1**')}.\n\nCompared over ${basis(row)}: ${scope(query)}.`
  const figureName = query.ofOne ? ofOneName(cell).name : cell.name
  return `The ${figureName} is **${value(row.figure, cell.decimals)}**; ${ends}. The median is ${value(row.median, decimals + 1)}.\n\nComputed over ${basis(row)}: ${scope(query)}.`
}

function ownersIn(row: Row, end: 'lowest' | 'highest'): string {
  const kinds: Readonly<Record<string, 'date' | 'month' | 'year'>> = { date: 'date', month: 'month', year: 'year', model_year: 'year' }
  const names = Object.entries(row).flatMap(([field, value]) => {
    const alias = field.startsWith(`${end}_`) ? field.slice(end.length + 1) : undefined
    return alias === undefined || value === null ? [] : [shownValue(value, { kind: kinds[alias] ?? 'text' })]
  })
  return names.length === 0 ? '' : ` (${names.join(', ')})`
}

export function relationText(query: RelationQuery, { facts }: Reading): string {
  const { x, y } = query
  const r = Number(facts.correlation)
  const strength = Math.abs(r) >= 0.7 ? 'strong' : Math.abs(r) >= 0.4 ? 'moderate' : Math.abs(r) >= 0.2 ? 'weak' : 'hardly any'
  const sense = Math.abs(r) < 0.2 ? 'linear relation' : r > 0 ? 'relation: both rise together' : 'relation: one falls as the other rises'
  const correlation =
    Number.isFinite(r) && facts.correlation !== null
      ? ` The correlation is **${figure(r, 2)}**, ${strength} ${sense}. A correlation says nothing about causes.`
      : ' There are too few different values for a correlation.'
  return `${capitalize(y.name)} against ${x.name}: ${figure(facts.matching)} rows with both values; ${scope(query)}.${correlation}`
}

export function distributionText(query: DistributionQuery, { facts, rowCount }: Reading): string {
  const { name, unit, decimals, bin } = query.measure
  const value = (field: unknown, digits = decimals) => withUnit(figure(field, digits), unit)
  return `The distribution of ${name} over ${figure(facts.with_value)} rows, in ${rowCount} classes of ${withUnit(figure(bin, 1), unit)}: from ${value(facts.lowest)} to ${value(facts.highest)}, mean **${value(facts.average, decimals + 1)}**, median ${value(facts.median, decimals + 1)}.\n\nComputed over: ${scope(query)}.`
}

export function changeText(query: ChangeQuery, { preview, rowCount }: Reading): string {
  const { measure, from, to, by } = query
  const cell = measureCell(measure)
  const value = (field: unknown) => withUnit(figure(field, Math.max(cell.decimals ?? 0, measure.decimals)), measure.unit)
  const span = (row: Row) => `from ${value(row.value_from)} (${row.year_from ?? from.label}) to ${value(row.value_to)} (${row.year_to ?? to.label})`
  const points = measure.unit === '%' ? (field: unknown) => `${figure(field, Math.max(cell.decimals ?? 0, measure.decimals))} percentage points` : value
  const amount = (row: Row) =>
    row.difference === null
      ? 'has no value at one of the two times'
      : `${Number(row.difference) < 0 ? 'fell' : Number(row.difference) > 0 ? 'rose' : 'did not change'}${Number(row.difference) === 0 ? '' : ` by **${points(Math.abs(Number(row.difference)))}**`}${row.percent === null || Number(row.difference) === 0 ? '' : ` (${figure(Math.abs(Number(row.percent)), 1)} %)`}`
  if (!by) return `The ${query.name} ${amount(preview[0] ?? {})}, ${span(preview[0] ?? {})}.\n\nComputed over: ${scope(query)}.`
  const items = preview.map((row) => `${shownValue(row[by.alias], by)} ${amount(row)}, ${span(row)}`)
  return `Change of the ${query.name} by ${by.title.toLowerCase()}, ${query.order === 'min' ? 'lowest' : 'highest'} first: ${items.join('; ')}${rowCount > items.length ? ' …' : ''}.\n\nComputed over: ${scope(query)}.`
}

export function shareText(query: ShareQuery, { preview: [row = {}] }: Reading): string {
  const what = query.part.map(({ text }) => text).join('; ')
  return `**${figure(row.percent, 1)} %**: ${figure(row.part)} of ${figure(row.matching)} ${rowWord(query.dataset.table, Number(row.matching))} are counted under “${what}”.\n\nComputed over: ${scope(query)}.`
}
