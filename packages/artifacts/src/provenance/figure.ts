import type { Unit } from './units.ts'

/** One way to read a figure: its value, and the size of one unit of its last digit. */
export interface Reading {
  value: number
  step: number
}

/** `about`: trailing zeros may come from rounding. `bound`: from rounding to either side, as in "over 5,000". */
export type Hedge = 'none' | 'about' | 'bound'

/** A figure in a text. */
export interface TextFigure {
  start: number
  end: number
  text: string
  readings: readonly Reading[]
  units: readonly Unit[]
  hedged: Hedge
  /** True behind a word such as "fell by". */
  falls: boolean
  /** The power of ten of a word such as "million" behind the number. */
  factor: number
  /** True for a whole number of at most two digits without a unit. */
  small: boolean
  /** Keys of the dates that the figure can mean: `2012-01-31`, `2012-01`, `2012`, `--01-31`. Empty for numbers. */
  dates: readonly string[]
}

/** A half-open range of a text. */
export interface Span {
  start: number
  end: number
}
