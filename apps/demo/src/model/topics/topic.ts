import type { JsonObject } from '@pf/core'
import type { RowsReference } from '../format/chart-option.ts'

/** A row of the preview of a query. */
export type Row = Readonly<Record<string, unknown>>

/** A view of one table and the SQL for its rows. */
export interface View {
  title: string
  sql: string
  /** The reasoning of the model before the query. */
  reasoning: string
}

export interface ChartView extends View {
  option(rows: RowsReference): JsonObject
  /** Describes the chart with numbers of the key figures. */
  summarize(facts: Row): string
}

export interface TableView extends View {
  columns: JsonObject[]
  /** Describes the table with numbers of its first rows. */
  summarize(preview: readonly Row[], rowCount: number): string
}

export interface DashboardView {
  title: string
  /** Props of the metric cards, computed from the key figures. */
  metrics(facts: Row): JsonObject[]
  summarize(facts: Row): string
}

/** The views that the scripted model can show of one table. */
export interface Topic {
  table: string
  /** Text that completes the phrase "a dashboard of …". */
  about: string
  /** Words for the entire data set, without those for a part of it. */
  names: readonly string[]
  /** A limitation of the data that is shown with every view. */
  caveat?: string
  /** SQL that returns one row of key figures. */
  factsSql: string
  chart: ChartView
  rows: TableView
  dashboard: DashboardView
}
