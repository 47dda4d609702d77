/** Figures of a table's foot. */
export interface RowCount {
  /** Rows in the data. */
  total: number
  /** The same as it is written. */
  all: string
  /** Rows that the filter leaves, as written; undefined without one. */
  found: string | undefined
}

/** Messages of a table; figures come as they are written. */
export const datagridMessages = {
  rows: 'Rows',
  table: (title: string) => `Table: ${title}`,
  counted: ({ total, all, found }: RowCount) => `${found === undefined ? '' : `${found} of `}${all} ${total === 1 ? 'row' : 'rows'}`,
  range: (first: string, last: string, counted: string) => `${first}–${last} of ${counted}`,
  loaded: (count: string) => `, ${count} loaded`,
  selected: (count: string) => `, ${count} selected`,
  page: (page: string, pages: string) => `Page ${page} of ${pages}`,
  previous: 'Previous',
  next: 'Next',
  loadRest: 'Load the rest',
  download: 'Download CSV',
  filterRows: 'Filter rows',
  filter: 'Filter',
  filterBy: (column: string) => `Filter ${column}`,
  selectAll: 'Select all rows of this page',
  selectRow: (row: number) => `Select row ${row}`,
  width: (column: string) => `Width of ${column}`,
  failed: 'The rows could not be loaded.',
  filtered: 'No row matches the filter.',
  pending: 'Rows are on their way…',
  empty: 'No rows: the data set is empty.',
  clear: 'Clear filter',
}
