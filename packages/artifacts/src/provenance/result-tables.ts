import type { Unit } from './units.ts'

/** A result of a run: the observation of a call, or an artifact. */
export interface RunResult {
  /** Name under which locations refer to it: the id of the call, or the REF of the artifact. */
  ref: string
  value: unknown
}

/** A field of the rows of a table. */
export interface Column {
  readonly id: number
  readonly table: number
  readonly key: readonly (string | number)[]
  /** The key as a text, with the part of the date for the months, years and days of a column of dates. */
  readonly keyText: string
  readonly units: readonly Unit[]
  /** Ids of the names in the column by row: of its texts, dates, or years. Undefined until there is one. */
  names: (number | undefined)[] | undefined
  /** Counts of the numbers in the column, and of those that can be years. */
  numbers: number
  years: number
}

/** Rows of a result, or a single object, which is a table with one row. */
export interface Table {
  readonly id: number
  readonly ref: string
  readonly path: readonly (string | number)[]
  /** `rows`: a list of rows. `fields`: an object whose fields are lists of the same length. `single`: one object. */
  readonly form: 'rows' | 'fields' | 'single'
  readonly columns: Map<string, Column>
  rows: number
  /** The rows themselves, if the form is `rows`. */
  readonly source: readonly unknown[]
  /** Index of the first entry of each row, if the form is `rows`. */
  readonly starts: number[]
}

/** The numbers and names of the results of a run. */
export interface ResultIndex {
  readonly tables: readonly Table[]
  readonly columns: readonly Column[]
  /** The entries: value, column and row of each number. */
  readonly values: readonly number[]
  readonly entryColumns: readonly number[]
  readonly entryRows: readonly number[]
  /** Returns the last entry with a value, or -1. */
  lastWith(value: number): number
  /** Returns the entry before another one with the same value, or -1. */
  before(entry: number): number
  /** Ids of the columns with a key, by key; those of dates by the part of the date as well. */
  readonly columnsByKey: ReadonlyMap<string, readonly number[]>
  /** Ids of names by text. */
  readonly nameIds: ReadonlyMap<string, number>
  readonly names: readonly Name[]
  /** The distinct values in ascending order. */
  sorted(): Float64Array
  readonly incomplete: boolean
}

/** A text, date or year that names rows. */
export interface Name {
  readonly text: string
  readonly columns: number[]
  /** For each column, its rows with this name. */
  readonly rows: number[][]
}
/** True for a list of at least one item, none of which is a list or an object. */
export const isScalarList = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item !== 'object' || item === null)

/** Returns the first row of a list of lists, if it contains only texts and the next row contains a number. */
export function headerOf(list: readonly unknown[]): readonly string[] | undefined {
  const [first, second] = list
  if (!Array.isArray(first) || !Array.isArray(second) || first.length === 0 || first.length > 1_000) return undefined
  return first.every((cell) => typeof cell === 'string') && second.some((cell) => typeof cell === 'number') ? (first as string[]) : undefined
}
