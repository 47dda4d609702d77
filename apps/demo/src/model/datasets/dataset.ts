/** A numeric column, and the words by which a question can name it. */
export interface Measure {
  id: string
  /** SQL expression over one row. */
  sql: string
  /** Name in a sentence, such as "body mass". */
  name: string
  /** Unit shown after a value; empty if the name includes it. */
  unit: string
  /** Number of decimal places of a single value; averages have one more. */
  decimals: number
  words: readonly string[]
  /** Default aggregate for the values of several rows. */
  combine: 'avg' | 'sum'
  /** Aggregate for the values of several names and several times, if a plain sum or mean would count people more than once. */
  together?: { sql: string; name: string }
  /** Units that a question can use, each with the factor or function that converts them to the unit of the column. */
  units?: Readonly<Record<string, number | ((value: number) => number)>>
  /** Units that imply this measure without its name, as in "more than 200 hp". */
  impliedBy?: readonly string[]
  /** True if a sum over rows is meaningful although it is not the default aggregate. */
  summable?: true
  /** Meaning of "best"; undefined if it has none for this measure. */
  better?: 'max' | 'min'
  /** Width of a histogram class. */
  bin: number
  /** Notes about the meaning of a sum or an unweighted average of this measure. */
  note?: Partial<Record<'avg' | 'sum', string>>
}

/** A value of a dimension. Several values represent a group such as "East Asia". */
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

/** A word that represents a condition, such as "frost". */
export interface Preset {
  words: readonly string[]
  sql: string
  label: string
}

export type Grain = 'day' | 'month' | 'year' | 'decade' | 'calendar month' | 'season'

/** The time axis of a table. */
export interface TimeAxis {
  sql: string
  /** Unit of time that one value of the column represents. */
  grain: 'day' | 'month' | 'year'
  /** True if the column is a year as a number and not a date. */
  numeric?: boolean
  name: string
}

/** Vocabulary of the scripted model for one table: its columns and the words for them, but no data. */
export interface Dataset {
  table: string
  /** Text that completes "in the data on …". */
  about: string
  /** Name of one row or of the counted thing, singular and plural. */
  noun: { one: string; many: string }
  /** Words for the rows: "car", "model". */
  entityWords: readonly string[]
  /** Words that apply to the entire table and do not change a question, such as "Seattle" for the weather. */
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
  /** The dimension that identifies a row together with the time. */
  entity?: string
  /** The newest year, which is used for a question without a time; undefined if such a question refers to all times. */
  latest?: number
  /** The column that contains the names of rows. */
  label?: { id: string; sql: string; header: string }
  /** Years for which the table has only some months, with a description of these months. */
  partialYears?: Readonly<Record<number, string>>
  /** The data that the table covers, in a few words. */
  limits: string
  /** A limitation of the data, shown with every answer from it. */
  caveat?: string
  /** Questions that this table can answer, offered if another question was not understood. */
  examples: readonly string[]
  /** Returns an explanation for a value that a question may name although the table does not have it. */
  absent?: (word: string) => string | undefined
}

/** Creates an adjective from its three forms: `adjective('mass', 'max', 'heavy heavier heaviest')`; `-` omits a form. */
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

/** Creates a dimension value from its label and further words for it. */
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
