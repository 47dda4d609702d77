import type { Column, RowsQuery } from '../query/query.ts'
import type { Row } from '../topics/topic.ts'
import type { Reading } from './reading.ts'
import { basis, figure, rowName, rowWord, scope, shownValue } from './words.ts'

/** Returns the sentences about rows: the matching ones, or those at one end of a column. */
export function rowsText(query: RowsQuery, { preview, rowCount, facts }: Reading): string {
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
