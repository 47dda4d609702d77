import type { Dataset, Grain, Measure } from '../datasets/dataset.ts'
import type { AggregateName, Form } from '../question/chunk.ts'

/** A condition on rows with its text for the answer. */
export interface Filter {
  sql: string
  text: string
}

/** A column of the result. */
export interface Column {
  alias: string
  sql: string
  title: string
  /** Name of the column in a sentence. Default: the title without its unit. */
  name?: string
  kind: 'number' | 'text' | 'date' | 'month' | 'year'
  unit?: string
  decimals?: number
}

/** A computed column over several rows. */
export interface Cell extends Column {
  aggregate: AggregateName | 'count' | 'distinct'
  measure?: Measure
  /** SQL for the figure before it is rounded. */
  exact?: string
  name: string
}

/** A column that rows are grouped by. */
export interface Key extends Column {
  dimension?: string
  grain?: Grain
  /** The words for the groups: "species", "years". */
  plural: string
}

interface Base {
  dataset: Dataset
  where: readonly Filter[]
  /** Assumptions and interpretations, as sentences. */
  notes: readonly string[]
  form?: Form | undefined
}

/** Rows of the table, in the order of one column. */
export interface RowsQuery extends Base {
  kind: 'rows'
  columns: readonly Column[]
  order?: { column: Column; direction: 'max' | 'min' }
  /** Maximum number of rows. Rows without a value in the ordering column are omitted. */
  limit?: number
  /** If set, only the row in the nth position. */
  nth?: number
}

/** One or several figures for each group, or for all rows if there are no keys. */
export interface GroupsQuery extends Base {
  kind: 'groups'
  keys: readonly Key[]
  cells: readonly Cell[]
  /** True if the question asks for the highest or the lowest group. */
  ranked?: boolean
  /** Order of the groups. Undefined keeps the order of the keys. */
  order?: { cell: Cell; direction: 'max' | 'min' }
  limit?: number
  nth?: number
  having?: readonly Filter[]
  /** Conditions that the count applies instead of `where`, so that a time without any such row counts as zero. */
  counted?: readonly Filter[]
  /** True if the question asks for the number of groups. */
  counting?: boolean
}

/** The range of a measure: its mean or sum, with the lowest and highest value and their rows. */
export interface SummaryQuery extends Base {
  kind: 'summary'
  measures: readonly Measure[]
  /** True if the rows are of one country or one industry. */
  ofOne?: boolean
  /** True for both ends without the mean. */
  ends?: boolean
}

export interface RelationQuery extends Base {
  kind: 'relation'
  x: Measure
  y: Measure
  /** If set, the chart has a series for each value of this dimension. */
  by?: Key
}

export interface DistributionQuery extends Base {
  kind: 'distribution'
  measure: Measure
}

/** The change of a measure between two times, overall or for each value of a dimension. */
export interface ChangeQuery extends Base {
  kind: 'change'
  measure: Measure
  /** `year` is SQL for the year if the label has none. */
  from: { sql: string; label: string; year?: string }
  to: { sql: string; label: string; year?: string }
  /** Name of the figure in a sentence. */
  name: string
  by?: Key
  order?: 'max' | 'min'
  limit?: number
}

/** The share of rows that meet a condition. */
export interface ShareQuery extends Base {
  kind: 'share'
  part: readonly Filter[]
}

export type Query = RowsQuery | GroupsQuery | SummaryQuery | RelationQuery | DistributionQuery | ChangeQuery | ShareQuery

/** The reason why a question that was read has no query. `message` is a sentence for the user. */
export interface Problem {
  kind: 'problem'
  message: string
}

export const problem = (message: string): Problem => ({ kind: 'problem', message })
