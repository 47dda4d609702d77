import type { JsonObject } from '@pf/core'
import type { RowsReference } from '../format/chart-option.ts'

/** A row of a query as the model sees it in the preview. */
export type Row = Readonly<Record<string, unknown>>

/** A question about one table, with the SQL that answers it. */
export interface View {
  title: string
  sql: string
  /** What the model thinks before it queries. */
  reasoning: string
}

export interface ChartView extends View {
  option(rows: RowsReference): JsonObject
  /** Says what the chart shows, with numbers of the facts. */
  summarize(facts: Row): string
}

export interface TableView extends View {
  columns: JsonObject[]
  /** Says what the table shows, with numbers of its first rows. */
  summarize(preview: readonly Row[], rowCount: number): string
}

export interface DashboardView {
  title: string
  /** Props of the metric cards; the numbers come from the facts. */
  metrics(facts: Row): JsonObject[]
  summarize(facts: Row): string
}

/** What the scripted model can show of one table. */
export interface Topic {
  table: string
  /** As in "a dashboard of …". */
  about: string
  keywords: readonly string[]
  /** What a reader of any view of the table must know before relying on it. */
  caveat?: string
  /** SQL for one row of key figures. */
  factsSql: string
  chart: ChartView
  rows: TableView
  dashboard: DashboardView
}
