import {
  columnFilteringFeature,
  columnSizingFeature,
  createPaginatedRowModel,
  globalFilteringFeature,
  type RowModel,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  type Table,
  tableFeatures,
} from '@tanstack/react-table'
import type { GridRow } from './read-columns.ts'
import { filterModel, sortModel } from './row-models.ts'

const features = { columnFilteringFeature, columnSizingFeature, globalFilteringFeature, rowPaginationFeature, rowSelectionFeature, rowSortingFeature }

export type GridFeatures = typeof features
type GridModel = RowModel<GridFeatures, GridRow>
type CoreTable = Table<GridFeatures, GridRow>

/**
 * The features of TanStack Table that the data grid uses. Filtering and sorting are custom because they must handle 100,000 rows: sort keys
 * are computed once, and only the required cells are read.
 */
export const gridFeatures = tableFeatures({
  ...features,
  filteredRowModel: (table: CoreTable) =>
    memoize(
      () => [table.getPreFilteredRowModel(), table.atoms.columnFilters.get(), table.atoms.globalFilter.get()] as const,
      ([model, columnFilters, globalFilter]) => filterModel(model, { table, columnFilters, globalFilter }),
    ),
  sortedRowModel: (table: CoreTable) =>
    memoize(
      () => [table.getPreSortedRowModel(), table.atoms.sorting.get()] as const,
      ([model, sorting]) => sortModel(model, { table, sorting }),
    ),
  paginatedRowModel: createPaginatedRowModel(),
})

/** Caches a row model until one of its inputs changes. */
function memoize<Inputs extends readonly unknown[]>(read: () => Inputs, compute: (inputs: Inputs) => GridModel): () => GridModel {
  let last: Inputs | undefined
  let result: GridModel | undefined
  return () => {
    const inputs = read()
    if (!result || !last || inputs.some((input, index) => input !== last?.[index])) {
      result = compute(inputs)
      last = inputs
    }
    return result
  }
}
