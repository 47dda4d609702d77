import type { ComponentText } from './component-text.ts'
import { cellText, count, listAt, textAt, valueAt } from './parts.ts'

const mostRows = 1000

type Props = Readonly<Record<string, unknown>>

/** The table with ` | ` between cells; `short` names its size and columns. */
export const datagridText: ComponentText = {
  full: (props) => {
    const columns = listAt(props, 'columns')
    const rows = listAt(props, 'rows')
    const lines = rows
      .slice(0, mostRows)
      .map((row) => columns.map((column) => cellText(valueAt(row, textAt(column, 'field')), valueAt(column, 'format'))).join(' | '))
    const more = rows.length > mostRows ? [`… ${count(rows.length - mostRows, 'more row')}`] : rows.length === 0 ? [size(props)] : []
    return [columns.map(heading).join(' | '), ...lines, ...more].join('\n')
  },
  short: (props) => `Table, ${size(props)}: ${listAt(props, 'columns').slice(0, 20).map(heading).join(', ')}`,
}

const heading = (column: unknown) => textAt(column, 'header') || textAt(column, 'field')

/** Rows that stay behind a reference are counted by it. */
function size(props: Props): string {
  const items = valueAt(props.rows, 'items')
  return count(typeof items === 'number' ? items : listAt(props, 'rows').length, 'row')
}
