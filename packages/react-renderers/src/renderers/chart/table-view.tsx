import type { JsonValue } from '@pf/core'
import { lazy, Suspense, useMemo } from 'react'
import { Skeleton } from '../../parts/skeleton.tsx'

/** A chart's data as a table. */
export interface ChartTable {
  columns: { field: string; header: string; format?: string }[]
  rows: Record<string, JsonValue>[]
  /** Number of rows in the data, when `rows` contains only the first of them. */
  total?: number
}

const DataGrid = /* @__PURE__ */ lazy(() => import('../datagrid/data-grid.tsx').then((module) => ({ default: module.DataGrid })))
const nothing = () => {}

/** Shows the data of a chart in a data grid. */
export function TableView({ table, title }: { table: ChartTable; title: string | undefined }) {
  const columns = useMemo(() => table.columns.map((column) => ({ ...column, format: figures(table, column.field) ? 'number' : 'text' })), [table])
  return (
    <Suspense fallback={<Skeleton component="datagrid" props={{ rows: table.rows, pageSize: 20, compact: true }} />}>
      <DataGrid
        columns={columns}
        rows={table.rows}
        total={table.total ?? table.rows.length}
        title={title}
        headless
        pending={false}
        failed={false}
        onRetry={nothing}
        pageSize={table.rows.length > 20 ? 0 : table.rows.length}
        sortable
        filterable={false}
        selectable={false}
        exportable
        striped={false}
        compact
      />
    </Suspense>
  )
}

/** True for columns with numbers. The first column is excluded because it is an axis, whose years have no separators. */
const figures = ({ rows, columns }: ChartTable, field: string) => field !== columns[0]?.field && rows.slice(0, 50).some((row) => typeof row[field] === 'number')
