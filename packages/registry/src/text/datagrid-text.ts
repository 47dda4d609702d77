import type { ComponentText } from '../contracts/component-text.ts'
import { joined } from './joined.ts'
import { cellText, count, listAt, textAt, valueAt } from './parts.ts'

const maxRows = 1000

type Props = Readonly<Record<string, unknown>>

/** The table with ` | ` between cells. `short` gives its size and columns. */
export const datagridText: ComponentText = {
  full: (props) => joined(lines(props), '\n'),
  short: (props) => `Table, ${size(props)}: ${listAt(props, 'columns').slice(0, 20).map(heading).join(', ')}`,
}

function* lines(props: Props): Generator<string> {
  const columns = listAt(props, 'columns')
  const rows = listAt(props, 'rows')
  yield joined(columns.map(heading), ' | ')
  for (const row of rows.slice(0, maxRows)) yield joined(cells(row, columns), ' | ')
  if (rows.length > maxRows) yield `… ${count(rows.length - maxRows, 'more row')}`
  if (rows.length === 0) yield size(props)
}

function* cells(row: unknown, columns: readonly unknown[]): Generator<string> {
  for (const column of columns) yield cellText(valueAt(row, textAt(column, 'field')), valueAt(column, 'format'))
}

const heading = (column: unknown) => textAt(column, 'header') || textAt(column, 'field')

/** The number of rows behind a reference is taken from the reference. */
function size(props: Props): string {
  const items = valueAt(props.rows, 'items')
  return count(typeof items === 'number' ? items : listAt(props, 'rows').length, 'row')
}
