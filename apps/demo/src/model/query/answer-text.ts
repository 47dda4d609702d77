import { capitalize } from '../format/format-values.ts'
import type { Row } from '../topics/topic.ts'
import { measureCell, ofOneName } from './columns.ts'
import { pivots } from './pivots.ts'
import type { ChangeQuery, Column, DistributionQuery, GroupsQuery, Query, RelationQuery, RowsQuery, ShareQuery, SummaryQuery } from './query.ts'
import { conditionsOf, figure, listed, rowName, scope, shownValue, withUnit } from './words.ts'

/** The data that was read for a query: the first rows, their number, and the row of figures. */
export interface Reading {
  preview: readonly Row[]
  rowCount: number
  facts: Row
}

/** True if the query found nothing. */
export function isEmpty(query: Query, { preview, rowCount, facts }: Reading): boolean {
  const [first] = preview
  if (query.kind === 'groups' && query.counting) return rowCount === 0
  if (query.kind === 'groups' && query.keys.length === 0)
    return (
      query.cells.every(({ alias, aggregate }) => aggregate !== 'count' && first?.[alias] === null) &&
      query.cells.some(({ aggregate }) => aggregate !== 'count')
    )
  if (query.kind === 'summary') return preview.every(({ with_value }) => Number(with_value) === 0)
  if (query.kind === 'share') return Number(first?.matching ?? 0) === 0
  if (query.kind === 'change') return preview.every(({ difference }) => difference === null)
  if (query.kind === 'relation' || query.kind === 'distribution') return rowCount === 0 || Number(facts.with_value ?? 1) === 0
  return rowCount === 0
}

/** Returns the sentences of an answer: first the result, then the data from which it was computed. */
export function answerText(query: Query, reading: Reading): string {
  if (isEmpty(query, reading)) return emptyText(query, reading)
  const text = sentences(query, reading)
  return [text, ...query.notes.map((note) => note)].join('\n\n')
}

function emptyText(query: Query, { facts }: Reading): string {
  const missing = Number(facts.matching ?? 0) > 0 ? ' Rows match, but they have no value in this column.' : ''
  const having = query.kind === 'groups' && query.having ? query.having : []
  return `Nothing in the table **${query.dataset.table}** matches: ${scope(query, having)}.${missing}${timeHint(query)}`
}

function timeHint({ dataset }: Query): string {
  const ranges: Readonly<Record<string, string>> = {
    cars: 'It has model years from 1970 to 1982, without 1981.',
    weather: 'It has the days from 2012 to 2015.',
    gapminder: 'It has every fifth year from 1955 to 2005.',
    unemployment: 'It has the months from January 2000 to February 2010.',
    co2: 'It has the months from March 1958 to April 2020.',
  }
  return ranges[dataset.table] ? ` ${ranges[dataset.table]}` : ''
}

function sentences(query: Query, reading: Reading): string {
  switch (query.kind) {
    case 'rows':
      return rowsText(query, reading)
    case 'groups':
      return query.counting ? countingText(query, reading) : query.keys.length === 0 ? valueText(query, reading) : groupsText(query, reading)
    case 'summary':
      return reading.preview.map((row, index) => summaryText(query, row, index)).join('\n\n')
    case 'relation':
      return relationText(query, reading)
    case 'distribution':
      return distributionText(query, reading)
    case 'change':
      return changeText(query, reading)
    case 'share':
      return shareText(query, reading)
  }
}

function rowsText(query: RowsQuery, { preview, rowCount, facts }: Reading): string {
  const { columns, order, limit, nth } = query
  const labels = columns.filter(({ kind }) => kind !== 'number')
  const matching = figure(facts.matching ?? rowCount)
  const place = nth === undefined ? '' : `Place ${nth}: `
  if (!order || (limit === undefined && nth === undefined)) return plainRowsText(query, { preview, rowCount, facts })
  const timed = order.column.kind !== 'number'
  const values = columns.filter(({ kind }) => kind === 'number')
  const item = (row: Row) =>
    timed
      ? `${rowName(row, labels)}${values.length === 0 ? '' : ` (${values.map((column) => `${nameOfColumn(column)} ${shownValue(row[column.alias], column)}`).join(', ')})`}`
      : `${shownValue(row[order.column.alias], order.column)} (${rowName(row, labels)})`
  const name = nameOfColumn(order.column)
  const end = timed ? (order.direction === 'min' ? 'first' : 'latest') : order.direction === 'max' ? 'highest' : 'lowest'
  const compared = `Compared: ${basis(facts)}: ${scope(query)}.`
  if (timed)
    return `The ${end} of these is **${preview.slice(0, 3).map(item).join('; ')}**${rowCount > 3 ? `, and ${rowCount - 3} more with the same time` : ''}. ${matching} rows match: ${scope(query)}.`
  if (limit === 1 || nth !== undefined) {
    const tie = rowCount > 1 ? ` ${rowCount} rows share this value.` : ''
    return `${place}The ${nth === undefined ? `${end} ` : ''}${name} is **${preview.map(item).join('; ')}**.${tie}\n\n${compared}`
  }
  const shared =
    Number(facts.within ?? 0) > rowCount && limit !== undefined ? ` ${figure(facts.within)} rows share these places; the list stops at ${limit}.` : ''
  const fewer = limit !== undefined && rowCount < limit ? ` There are only ${rowCount}.` : ''
  return `The ${rowCount} ${end} values of ${name}, in order: **${item(preview[0] ?? {})}**${preview.length > 1 ? `, then ${preview.slice(1).map(item).join('; ')}` : ''}${rowCount > preview.length ? ' …' : ''}. The table below has all of them.${shared}${fewer}\n\n${compared}`
}

const nameOfColumn = ({ name, title }: Column) => name ?? title.replace(/ \(.*\)$/, '').toLowerCase()

function plainRowsText(query: RowsQuery, { preview, rowCount, facts }: Reading): string {
  const { columns, dataset, order } = query
  const matching = Number(facts.matching ?? rowCount)
  const values = columns.filter(({ kind }) => kind === 'number')
  const item = (row: Row) =>
    `${rowName(row, columns)}: ${values.map((column) => `${nameOfColumn(column)} ${shownValue(row[column.alias], column)}`).join(', ')}`
  const head = `**${figure(matching)}** ${rowWord(dataset.table, matching)} ${matching === 1 ? 'matches' : 'match'}: ${scope(query)}.`
  const left = order && facts.with_value !== undefined ? matching - Number(facts.with_value) : 0
  const missing =
    left > 0
      ? ` ${figure(left)} of them ${left === 1 ? 'has' : 'have'} no value for ${order && nameOfColumn(order.column)} and ${left === 1 ? 'is' : 'are'} left out of the table.`
      : ''
  const few = preview.length <= 3 ? preview : preview.slice(0, 2)
  const cut = rowCount < matching - left ? ` The table shows the first ${figure(rowCount)}.` : ''
  return `${head}${missing}${cut}\n\n${few.map((row) => `- ${item(row)}`).join('\n')}${rowCount > few.length ? `\n\nThe table has all ${figure(rowCount)} rows${order ? `, ${order.direction === 'max' ? 'highest' : 'lowest'} ${nameOfColumn(order.column)} first` : ''}.` : ''}`
}

const rowWord = (table: string, count: number) =>
  ((
    ({ penguins: ['penguin', 'penguins'], cars: ['car model', 'car models'], weather: ['day', 'days'], co2: ['month', 'months'] }) as Record<
      string,
      [string, string]
    >
  )[table] ?? ['row', 'rows'])[count === 1 ? 0 : 1]

function valueText(query: GroupsQuery, { preview: [row = {}], facts }: Reading): string {
  const parts = query.cells.map((cell) =>
    cell.aggregate === 'count'
      ? `**${figure(row[cell.alias])}** ${rowWord(query.dataset.table, Number(row[cell.alias]))}`
      : `the ${cell.name} is **${shownValue(row[cell.alias], cell)}**`,
  )
  if (query.cells.every(({ aggregate }) => aggregate === 'count'))
    return `${listed(parts)}${conditionsOf(query) ? `: ${conditionsOf(query)}` : ' in the table'}.`
  const text = listed(parts)
  return `${capitalize(text)}.\n\nComputed over ${basis(facts)}: ${scope(query)}.`
}

function basis({ matching, with_value }: Row): string {
  const [all, known] = [Number(matching), Number(with_value ?? matching)]
  return all === known ? `${figure(all)} ${all === 1 ? 'row' : 'rows'}` : `${figure(known)} of ${figure(all)} rows (${figure(all - known)} without a value)`
}

function countingText(query: GroupsQuery, { preview, rowCount }: Reading): string {
  const [key] = query.keys
  if (!key) return ''
  const names = preview.map((row) => shownValue(row[key.alias], key))
  return `**${figure(rowCount)}** ${rowCount === 1 ? key.title.toLowerCase() : key.plural}: ${listed(names)}${rowCount > names.length ? ` and ${figure(rowCount - names.length)} more` : ''}. Counted in: ${scope(query, query.having)}.`
}

function groupsText(query: GroupsQuery, { preview, rowCount, facts }: Reading): string {
  const { keys, cells, order, nth, having = [] } = query
  const [main] = cells
  const nameOf = (row: Row) => keys.map((key) => (key.alias === 'cylinders' ? `${row[key.alias]} cylinders` : shownValue(row[key.alias], key))).join(', ')
  const valuesOf = (row: Row) =>
    cells.map((cell) => (cells.length > 1 ? `${cell.name} ${shownValue(row[cell.alias], cell)}` : shownValue(row[cell.alias], cell))).join(', ')
  const item = (row: Row) => `${nameOf(row)}: ${valuesOf(row)}`
  const by = listed(keys.map(({ title }) => title.toLowerCase()))
  const figures = listed(cells.map(({ name }) => name))
  const [first = {}] = preview
  const ties = order ? preview.filter((row) => row[order.cell.alias] === first[order.cell.alias]) : []
  const title = `${capitalize(figures)} by ${by}`
  const place = nth === undefined ? (order ? `The ${order.direction === 'max' ? 'highest' : 'lowest'}: ` : '') : `Place ${nth}: `
  const tied = ties.length > 1 && order ? ` ${ties.length} ${keys[0]?.plural} share this value.` : ''
  const series = pivots(query)?.map(({ column }) => column)
  const development =
    keys[0] &&
    ['date', 'month', 'year'].includes(keys[0].kind) &&
    cells.every(({ kind }) => kind === 'number') &&
    keys[0].grain &&
    facts.first_key !== undefined
      ? developmentText(keys[0], series ?? cells, facts, rowCount)
      : undefined
  if (development !== undefined) return `${title}: ${development}.\n\n${computedOver()}`
  if (series)
    return `${title}: ${preview.map((row) => `${shownValue(row[keys[0]?.alias ?? ''], keys[0] as Column)}: ${series.map((column) => `${column.title} ${shownValue(row[column.alias], column)}`).join(', ')}`).join('; ')}${rowCount > preview.length ? ` … (${figure(rowCount)} in all)` : ''}.\n\n${computedOver()}`
  const rest = preview.slice(order ? 1 : 0, 5)
  const total = main?.aggregate === 'count' && rowCount > 1 && !query.counted && having.length === 0 ? ` Together: ${shownValue(facts.matching, main)}.` : ''
  const computed = `${total === '' ? '' : `${total.trim()} `}${computedOver()}`
  if (main && order && (cells.length === 1 || query.ranked))
    return `${title}. ${place}**${item(first)}**${rest.length > 0 ? `; then ${rest.map(item).join('; ')}` : ''}${rowCount > preview.length ? ` and ${figure(rowCount - preview.length)} more` : ''}.${tied}\n\n${computed}`
  if (order) return `${title}: ${preview.map(item).join('; ')}${rowCount > preview.length ? ` … (${figure(rowCount)} in all)` : ''}.\n\n${computed}`
  const more = rowCount > rest.length ? ` … (${figure(rowCount)} in all)` : ''
  return `${title}: ${rest.map(item).join('; ')}${more}.\n\n${computed}`

  function computedOver() {
    return `Computed over ${basis(facts)}: ${scope(query, having)}.`
  }
}

/** Describes a development in words: its start, its end, and its lowest and highest value. */
function developmentText(key: Column, cells: readonly Column[], facts: Row, rowCount: number): string {
  const time = (field: string) => shownValue(facts[field], key)
  const parts = cells.map((cell) => {
    const value = (end: string) => shownValue(facts[`${end}_${cell.alias}`], cell)
    const name = cells.length > 1 ? `${cell.title}: ` : ''
    if (rowCount === 1) return `${name}**${value('last')}** (${time('last_key')})`
    const ends =
      rowCount > 2 ? `; lowest ${value('lowest')} (${time(`lowest_at_${cell.alias}`)}), highest ${value('highest')} (${time(`highest_at_${cell.alias}`)})` : ''
    return `${name}**${value('first')}** in ${time('first_key')}, **${value('last')}** in ${time('last_key')}${ends}`
  })
  return parts.join('. ')
}

function summaryText(query: SummaryQuery, row: Row, index: number): string {
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

function relationText(query: RelationQuery, { facts }: Reading): string {
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

function distributionText(query: DistributionQuery, { facts, rowCount }: Reading): string {
  const { name, unit, decimals, bin } = query.measure
  const value = (field: unknown, digits = decimals) => withUnit(figure(field, digits), unit)
  return `The distribution of ${name} over ${figure(facts.with_value)} rows, in ${rowCount} classes of ${withUnit(figure(bin, 1), unit)}: from ${value(facts.lowest)} to ${value(facts.highest)}, mean **${value(facts.average, decimals + 1)}**, median ${value(facts.median, decimals + 1)}.\n\nComputed over: ${scope(query)}.`
}

function changeText(query: ChangeQuery, { preview, rowCount }: Reading): string {
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

function shareText(query: ShareQuery, { preview: [row = {}] }: Reading): string {
  const what = query.part.map(({ text }) => text).join('; ')
  return `**${figure(row.percent, 1)} %**: ${figure(row.part)} of ${figure(row.matching)} ${rowWord(query.dataset.table, Number(row.matching))} are counted under “${what}”.\n\nComputed over: ${scope(query)}.`
}
