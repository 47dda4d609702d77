import type { Grain } from '../datasets/dataset.ts'
import type { AggregateName, Comparison, Form } from './chunk.ts'

/** A part of the question that was understood, with its position and its text. */
export interface Part {
  at: number
  text: string
}

/** A time that a question names. Dates are inclusive; `months` and `day` apply to every year. */
export interface Period {
  from?: string
  to?: string
  months?: readonly number[]
  day?: number
  /** The given number of last years, months or days of the table. */
  last?: { count: number; grain: 'year' | 'month' | 'day' }
  label: string
}

export interface MeasurePart extends Part {
  ids: readonly string[]
  max?: string
  min?: string
}

export interface KeyPart extends Part {
  dimension?: string
  grain?: Grain
  /** True if `key` refers to a row, as in "which car". */
  entity?: true
  how: 'by' | 'which' | 'count' | 'mention'
}

export interface ValuePart extends Part {
  dimension: string
  values: readonly (string | number)[]
  label: string
  negated: boolean
}

export interface NamePart extends Part {
  match: 'begins' | 'contains'
  phrase: string
  negated: boolean
}

export interface ConditionPart extends Part {
  /** Measures to which the condition can refer; empty if the question does not name one. `cylinders` refers to the dimension. */
  ids: readonly string[]
  comparison: Comparison | 'between' | 'missing'
  value: number
  to?: number
}

export interface SuperlativePart extends Part {
  direction: 'max' | 'min'
  measure?: string
  weak?: boolean
  /** True for "most" and "fewest", which may count rows. */
  amount?: boolean
  /** True for "most common", which always counts rows. */
  common?: boolean
  /** True for "best" and "worst". */
  quality?: boolean
  /** True for "top 5" and "bottom 5", which name no measure. */
  ranked?: boolean
  count?: number
  nth?: number
}

export type Flag =
  | 'count'
  | 'how much'
  | 'trend'
  | 'change'
  | 'fall'
  | 'relation'
  | 'distribution'
  | 'share'
  | 'compare'
  | 'first'
  | 'latest'
  | 'ever'
  | 'when'
  | 'where'
  | 'difference'
  | 'list'
  | 'distinct'
  | 'by measure'
  | 'did'

/** The parts of a question in terms of one data set, before the computation is chosen. */
export interface Slots {
  entities: Part[]
  anchors: Part[]
  measures: MeasurePart[]
  keys: KeyPart[]
  values: ValuePart[]
  names: NamePart[]
  conditions: ConditionPart[]
  presets: (Part & { sql: string; label: string; negated: boolean })[]
  periods: (Part & { period: Period; negated: boolean })[]
  superlatives: SuperlativePart[]
  aggregates: (Part & { name: AggregateName })[]
  flags: Map<Flag, Part>
  form?: Part & { form: Form }
  /** Words that no rule understood. */
  leftovers: string[]
  /** Positions of "or" between parts. */
  ors: number[]
  /** Position of the first "are", "is" or "were". */
  copula?: number
  /** The verb that begins a yes-or-no question, with the word for all rows if the question has one. */
  questionVerb?: { text: string; total?: string }
  /** A statement about the rows of a ranking, as in "Which of the 10 heaviest penguins are Adelie?". */
  rankStatement?: string
}

export function emptySlots(): Slots {
  return {
    entities: [],
    anchors: [],
    measures: [],
    keys: [],
    values: [],
    names: [],
    conditions: [],
    presets: [],
    periods: [],
    superlatives: [],
    aggregates: [],
    flags: new Map(),
    leftovers: [],
    ors: [],
  }
}
