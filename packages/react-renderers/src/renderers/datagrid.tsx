import { useContext, useMemo } from 'react'
import { FigureContext } from '../context/figure-context.ts'
import type { RendererProps } from '../context/renderer-props.ts'
import { useRows } from '../data/use-rows.ts'
import { cellFigures } from './datagrid/cell-figures.ts'
import { DataGrid } from './datagrid/data-grid.tsx'
import { readRows } from './datagrid/read-columns.ts'

export type { FigureMark } from '../context/figure-context.ts'
export type { NestedComponent, RendererInteraction, RendererProps, UploadedFile } from '../context/renderer-props.ts'
export type { CellFigure, CellFigures } from './datagrid/cell-figures.ts'
export type { DataGridProps } from './datagrid/data-grid.tsx'
export { DataGrid } from './datagrid/data-grid.tsx'
export type { GridRow } from './datagrid/read-columns.ts'

const PAGE = 10

/** Renders a table of rows. Rows above the inline limit are loaded from the server in pages. */
export function DatagridRenderer({ props, id, title, streaming }: RendererProps) {
  const { rows, total, done, failed, retry } = useRows(props.rows)
  const data = useMemo(() => readRows(rows), [rows])
  const figures = useContext(FigureContext)
  const cells = useMemo(() => figures && cellFigures(figures, id), [figures, id])
  const pageSize = typeof props.pageSize === 'number' && props.pageSize >= 0 ? Math.trunc(props.pageSize) : PAGE
  return (
    <DataGrid
      key={pageSize}
      columns={props.columns}
      figures={cells}
      rows={data}
      total={total}
      title={title}
      pending={streaming || (!done && !failed)}
      failed={failed}
      onRetry={retry}
      pageSize={pageSize}
      sortable={props.sortable !== false}
      filterable={props.filterable === true}
      selectable={props.selectable === true}
      exportable={props.exportable === true}
      striped={props.striped !== false}
      compact={props.compact === true}
    />
  )
}
