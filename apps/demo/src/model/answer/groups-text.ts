import { capitalize } from '../format/format-values.ts'
import { pivots } from '../query/pivots.ts'
import type { Column, GroupsQuery } from '../query/query.ts'
import type { Row } from '../topics/topic.ts'
import type { Reading } from './reading.ts'
import { basis, conditionsOf, figure, listed, rowWord, scope, shownValue } from './words.ts'

/** Returns the sentences about figures: of all rows together, or of each group. */
export function groupsText(query: GroupsQuery, reading: Reading): string {
  if (query.counting) return countingText(query, reading)
  return query.keys.length === 0 ? valueText(query, reading) : eachGroupText(query, reading)
}

function eachGroupText(query: GroupsQuery, { preview, rowCount, facts }: Reading): string {
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

function countingText(query: GroupsQuery, { preview, rowCount }: Reading): string {
  const [key] = query.keys
  if (!key) return ''
  const names = preview.map((row) => shownValue(row[key.alias], key))
  return `**${figure(rowCount)}** ${rowCount === 1 ? key.title.toLowerCase() : key.plural}: ${listed(names)}${rowCount > names.length ? ` and ${figure(rowCount - names.length)} more` : ''}. Counted in: ${scope(query, query.having)}.`
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
