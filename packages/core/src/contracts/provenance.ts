/** Where a value is in the results of a run. */
export interface ResultLocation {
  /** The REF of an artifact, such as `run_query.rows`, or the id of the tool call whose observation contains the value. */
  ref: string
  /** JSON Pointer below the ref. A token `*` stands for every index of a list, so the location is a column. */
  path: string
  /** Index of the row in its list, from 0. Absent if the value is not in a list. */
  row?: number
}

/** A computation over values of results, which is always checked by computing it again. */
export type ProvenanceOperation = 'sum' | 'mean' | 'median' | 'min' | 'max' | 'count' | 'difference' | 'ratio' | 'product' | 'percent_change' | 'share' | 'rank'

/** The origin of a figure. */
export type FigureSource =
  | ({ kind: 'result' } & ResultLocation)
  /**
   * `declared`: the model wrote the computation; otherwise it was recognized. `rows`: the number of the rows of the operand, a column, that were
   * computed with, if they are not all of them.
   */
  | { kind: 'computed'; operation: ProvenanceOperation; operands: ResultLocation[]; declared: boolean; rows?: number }
  /**
   * In no result. `by` is `conversation` if it is in the messages before the answer, `query` if it is in the arguments of a tool call, and
   * otherwise `model`. `near` is a result that has the same value where the text names something else.
   */
  | { kind: 'stated'; by: 'model' | 'conversation' | 'query'; near?: ResultLocation }

/** A figure that an answer or a component shows, and its origin. */
export interface Figure {
  /** The figure as written, at most 80 characters. */
  text: string
  /** Offsets in UTF-16 code units: of the answer, or of the string at `pointer`. Absent for a JSON number. */
  start?: number
  end?: number
  /** For a figure of a component: the id of the component and the JSON Pointer of the value in its props. */
  component?: string
  pointer?: string
  source: FigureSource
}

/** Numbers of figures by origin. `references` counts data references, whose data comes from a result without having been written by the model. */
export interface FigureCounts {
  result: number
  computed: number
  /** All stated figures. */
  stated: number
  /** Those of the stated figures that the model made up or that could not be found: `by` is `model`. */
  unproven: number
  references: number
}

/** A result to which figures refer. */
export interface ProvenanceResult {
  ref: string
  tool: string
  /** Empty if the call of an artifact is no longer known. The log has the arguments and the time of the call. */
  tool_call_id: string
}

/** The origin of the figures of an answer and its components. */
export interface Provenance {
  counts: FigureCounts
  /** At most 200 figures, those without a proven origin first; `counts` covers all of them. */
  figures: Figure[]
  /** The results to which the figures refer. */
  results: ProvenanceResult[]
  /** True if the results or the texts exceeded the limits of the search. Stated figures may then come from the part that was not searched. */
  incomplete: boolean
}
