import { createContext } from 'react'

/** A figure of a turn: its position in the list of its provenance, and whether no result has it. */
export interface FigureMark {
  index: number
  unproven: boolean
}

/** A figure in a text, with its offsets in UTF-16 code units. */
export interface TextMark extends FigureMark {
  start: number
  end: number
  text: string
}

/** Finds the figures of a turn. What cannot be found for certain is not found. */
export interface FigureLookup {
  /** The figures of a whole text of the turn, in order; none for any other text. */
  inText(text: string): readonly TextMark[]
  /** The figure at a location in the props of a component, by the id that its renderer received, if `value` is the value that was traced. */
  at(component: string, pointer: string, value: unknown): FigureMark | undefined
  /** The data reference at a location in the props of a component. */
  data(component: string, pointer: string): FigureMark | undefined
}

/** The figures of the turn around. Undefined if figures are not marked. */
export const FigureContext = /* @__PURE__ */ createContext<FigureLookup | undefined>(undefined)
