/** A column with numbers, and the words by which a question can name it. */
export interface Measure {
  id: string
  /** SQL expression over one row. */
  sql: string
  /** Name in a sentence, such as "body mass". */
  name: string
  /** Unit shown after a value; empty when the name says it. */
  unit: string
  /** Digits of a single value after the decimal point; averages have one more. */
  decimals: number
  words: readonly string[]
  /** How values of several rows become one where the question does not say. */
  combine: 'avg' | 'sum'
  /** How values of several names and several times become one, where a plain sum or mean would count people more than once. */
  together?: { sql: string; name: string }
  /** Units of a question with the factor, or the function, that converts them to the unit of the column. */
  units?: Readonly<Record<string, number | ((value: number) => number)>>
  /** Units that name this measure on their own: "more than 200 hp". */
  impliedBy?: readonly string[]
  /** True when a sum over rows means something although it is not the usual figure. */
  summable?: true
  /** What "best" means; undefined where it means nothing. */
  better?: 'max' | 'min'
  /** Width of a class of a histogram. */
  bin: number
  /** What a sum or an unweighted average of this measure does not mean. */
  note?: Partial<Record<'avg' | 'sum', string>>
}

/** A value of a dimension. Several values stand for a group such as "East Asia". */
export interface DimensionValue {
  values: readonly (string | number)[]
  label: string
  words: readonly string[]
}

/** A column to filter and group by. */
export interface Dimension {
  id: string
  sql: string
  name: string
  plural: string
  words: readonly string[]
  values: readonly DimensionValue[]
}

/** A word that compares rows by a measure: "heavy", "heavier", "heaviest". */
export interface Adjective {
  measure: string
  direction: 'max' | 'min'
  positive?: string
  comparative?: string
  superlative?: string
}

/** A word that stands for a condition, such as "frost". */
export interface Preset {
  words: readonly string[]
  sql: string
  label: string
}

export type Grain = 'day' | 'month' | 'year' | 'decade' | 'calendar month' | 'season'

/** The time axis of a table. */
export interface TimeAxis {
  sql: string
  /** What one value of the column means. */
  grain: 'day' | 'month' | 'year'
  /** True when the column is a number of a year and not a date. */
  numeric?: boolean
  name: string
}

/** What the scripted model knows about one table: its columns and the words for them, but no figures. */
export interface Dataset {
  table: string
  /** Completes "in the data on …". */
  about: string
  /** What one row is, or the thing that is counted. */
  noun: { one: string; many: string }
  /** Words for the rows: "car", "model". */
  entityWords: readonly string[]
  /** Words that are true of the whole table and change nothing: "Seattle" in the weather. */
  anchors: readonly string[]
  measures: readonly Measure[]
  /** Words that name several measures at once. */
  measureGroups?: readonly { words: readonly string[]; ids: readonly string[]; max?: string; min?: string }[]
  dimensions: readonly Dimension[]
  adjectives: readonly Adjective[]
  presets?: readonly Preset[]
  time?: TimeAxis
  /** Words for the rows with the first and with the latest time. */
  firstWords?: readonly string[]
  latestWords?: readonly string[]
  /** The dimension that names a row together with the time. */
  entity?: string
  /** The newest year, which a question without a time means; undefined where it means all times. */
  latest?: number
  /** The column by which rows are named. */
  label?: { id: string; sql: string; header: string }
  /** Years of which the table has only some months, with what it has. */
  partialYears?: Readonly<Record<number, string>>
  /** What the table covers, in a few words. */
  limits: string
  /** A limitation of the data, shown with every answer from it. */
  caveat?: string
  /** Questions that this table can answer, offered where another was not understood. */
  examples: readonly string[]
  /** Values that a question may name although the table does not have them, with what to say. */
  absent?: (word: string) => string | undefined
}

/** An adjective from its three forms: `adjective('mass', 'max', 'heavy heavier heaviest')`; `-` leaves a form out. */
export function adjective(measure: string, direction: 'max' | 'min', forms: string): Adjective {
  const [positive, comparative, superlative] = forms.split(' ').map((form) => form.replaceAll('_', ' '))
  const given = (form: string | undefined) => (form === '-' ? undefined : form)
  return {
    measure,
    direction,
    ...(given(positive) ? { positive: given(positive) } : {}),
    ...(given(comparative) ? { comparative: given(comparative) } : {}),
    ...(given(superlative) ? { superlative: given(superlative) } : {}),
  } as Adjective
}

/** A dimension value from its label and further words for it. */
export function value(label: string, ...words: string[]): DimensionValue {
  return { values: [label], label, words: [label.toLowerCase(), ...words] }
}

export const gram = {
  g: 1,
  gram: 1,
  grams: 1,
  kg: 1000,
  kilo: 1000,
  kilos: 1000,
  kilogram: 1000,
  kilograms: 1000,
  lb: 453.59237,
  lbs: 453.59237,
  pounds: 453.59237,
  pound: 453.59237,
} as const
export const millimetre = {
  mm: 1,
  millimetre: 1,
  millimetres: 1,
  millimeter: 1,
  millimeters: 1,
  cm: 10,
  centimetre: 10,
  centimetres: 10,
  centimeter: 10,
  centimeters: 10,
  inch: 25.4,
  inches: 25.4,
} as const
