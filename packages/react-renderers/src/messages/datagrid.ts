/** Numbers in the footer of a table. */
export interface RowCount {
  /** The number of rows in the data. */
  total: number
  /** `total` as formatted text. */
  all: string
  /** The number of rows that match the filter, as formatted text; undefined without a filter. */
  found: string | undefined
}

/** Messages of a table. Numbers are passed as formatted text. */
export const datagridMessages = {
  rows: 'Rows',
  table: (title: string) => `Table: ${title}`,
  rowCount: ({ total, all, found }: RowCount) => `${found === undefined ? '' : `${found} of `}${all} ${total === 1 ? 'row' : 'rows'}`,
  range: (first: string, last: string, counted: string) => `${first}–${last} of ${counted}`,
  loaded: (count: string) => `, ${count} loaded`,
  selected: (count: string) => `, ${count} selected`,
  page: (page: string, pages: string) => `Page ${page} of ${pages}`,
  previous: 'Previous',
  next: 'Next',
  loadRest: 'Load remaining rows',
  download: 'Download CSV',
  filterRows: 'Filter rows',
  filter: 'Filter',
  filterBy: (column: string) => `Filter ${column}`,
  selectAll: 'Select all rows of this page',
  selectRow: (row: number) => `Select row ${row}`,
  width: (column: string) => `Width of ${column}`,
  failed: 'The rows could not be loaded.',
  noMatch: 'No rows match the filter.',
  pending: 'Loading rows…',
  empty: 'No rows: the data set is empty.',
  clear: 'Clear filter',
}
