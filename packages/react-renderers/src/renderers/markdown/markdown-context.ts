import { createContext } from 'react'

/** Values shared by the parts of one text. */
export interface MarkdownContextValue {
  /** True when fenced code is highlighted. */
  highlight: boolean
  /** Milliseconds spent on drawing formulas. */
  formulas: { spentMs: number }
}

export const MarkdownContext = /* @__PURE__ */ createContext<MarkdownContextValue>({ highlight: true, formulas: { spentMs: 0 } })

/** End offset of an incomplete block; undefined for a complete one. A fence that reaches this offset is open. */
export const OpenEndContext = /* @__PURE__ */ createContext<number | undefined>(undefined)
