import { createContext } from 'react'

/** What the parts of one text share while it is drawn. */
export interface MarkdownContextValue {
  /** Fenced code is coloured. */
  highlight: boolean
  /** Milliseconds that formulas have taken so far. */
  spent: { formulas: number }
}

export const MarkdownContext = /* @__PURE__ */ createContext<MarkdownContextValue>({ highlight: true, spent: { formulas: 0 } })

/** Where a block that is still being written ends; undefined for one that is complete. Fences that reach to there are open. */
export const OpenEndContext = /* @__PURE__ */ createContext<number | undefined>(undefined)
