import type { JsonObject } from '@pf/core'

/** A value of a cell. */
export type Scalar = string | number | boolean | null

/** A row of a table. */
export type Row = Record<string, Scalar>

/** Limits of a number, both inclusive. */
export interface Range {
  min?: number
  max?: number
}

/** A condition for the props of a component. */
export interface PropCheck {
  /** JSON Pointer into the props. `*` stands for every item of a list, and for the value itself if it is no list. */
  path: string
  /** The value is one of these. */
  is?: Scalar[]
  /** The text matches, anywhere, regardless of case. */
  pattern?: string
  /** The number is in this range. */
  range?: Range
  /** The length of the list, object or text is in this range. */
  length?: Range
  /** The number of values that were found is in this range. */
  found?: Range
  /** All values have to meet the condition, instead of at least one. */
  every?: boolean
  /** The condition is met if there is no value. */
  optional?: boolean
}

/** A choice of a good designer, and what its props have to be like. */
export interface AcceptableChoice {
  component: string
  /** 1 for the best choice, less for one that a reader could live with. */
  grade: number
  checks: PropCheck[]
  /** Columns of the data that the component has to show. */
  columns: string[]
  /** Components that a layout has to contain. */
  contains: { component: string; min: number }[]
}

/** What must not be shown. */
export interface Mistake {
  /** The component, at the top or in a layout. Absent: any. */
  component?: string
  /** Only with props that meet all of these conditions. */
  checks: PropCheck[]
  reason: string
}

/** A number that has to be shown. */
export interface ExpectedFigure {
  value: number
  /** `anywhere` includes data behind a reference. */
  where: 'answer' | 'component' | 'anywhere'
}

/** A rule for the values of a column. */
export type Column =
  | { name: string; kind: 'date'; start: string; step_days: number }
  /** `trend` is added for each row. */
  | { name: string; kind: 'number'; min: number; max: number; trend: number; decimals: number }
  | { name: string; kind: 'choice'; of: Scalar[] }
  | { name: string; kind: 'number_from'; prefix: string; start: number }

/** A tool that returns the same data every time. */
export interface BriefTool {
  name: string
  description: string
  /** The rows that it returns. The model sees the first of them; all of them are an artifact. */
  rows?: Row[]
  /** Rows by rules instead of a list. */
  generate?: { count: number; columns: Column[]; seed: number }
  /** Number of rows that the model sees. */
  preview_rows: number
  /** Values that the model sees. */
  facts: JsonObject
  /** Values that only the user sees. */
  artifacts: JsonObject
}

/** A question with its data, and what a good designer would choose. */
export interface Brief {
  id: string
  /** Language of the question, ISO 639-1. */
  language: string
  question: string
  tools: BriefTool[]
  expect: {
    components: AcceptableChoice[]
    /** Grade of an answer in text alone, 0 to 1. */
    none: number
    must_not: Mistake[]
    /** `required`: data has to be shown by reference. */
    references: 'required' | 'free'
    /** More components at the top level count as overuse. */
    max_components: number
    figures: ExpectedFigure[]
    /** Patterns that the answer has to match, regardless of case. */
    answer: string[]
    reason: string
  }
}

/** What the briefs of a suite have in common. */
export interface SuiteFile {
  name: string
  description: string
  /** The enabled components, if the configuration has no policy. Default: those that are not opt-in. */
  allowlist?: string[]
  /** Hosts from which images, media and frames may be loaded. */
  url_hosts: string[]
  /** The first part of the system prompt. */
  system?: string
}
